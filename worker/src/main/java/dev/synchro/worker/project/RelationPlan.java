package dev.synchro.worker.project;

import dev.synchro.core.error.NotPortable;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonWriter;
import dev.synchro.core.membership.MembershipRules.RelationRules;
import dev.synchro.core.membership.ReferenceValue;
import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.pg.PgText;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.ManifestBuilder;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.SyncedTable;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.row.RowEncoder;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.row.RowReader;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.scope.ScopeTemplate;
import dev.synchro.core.value.PortableValue;
import dev.synchro.core.value.WireValue;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How the rows of one registered relation become canonical rows and scopes under one generation of
 * the registry and one manifest. Belongs to one thread.
 */
public final class RelationPlan {
  private static final byte[] NO_HEAD = {};

  private final RegisteredRelation relation;
  private final List<CapturedColumn> columns;
  private final int keyColumn;
  private final Optional<SyncedPart> synced;
  private final List<Integer> unsyncedColumns = new ArrayList<>();
  private final RelationRules rules;
  private final boolean deferred;
  private final boolean leading;
  private final int[] watched;
  private final SchemaHash schemaHash;
  private final boolean staged;

  /** What only a synced table has. */
  private static final class SyncedPart {
    private final TableSchema schema;
    private final RowEncoder encoder;
    private final RowReader reader;

    /** Place in the row's fields of each captured column; -1 for a column that is no field. */
    private final int[] fieldPlaces;

    private final int deletedColumn;
    private final List<ScopeRule> rules;
    private final int fanout;

    private SyncedPart(
        RegisteredRelation relation, SyncedTable table, SchemaHash schemaHash, boolean deferred) {
      schema = ManifestBuilder.table(relation);
      encoder = new RowEncoder(schema, schemaHash);
      reader = new RowReader(schema);
      List<CapturedColumn> columns = relation.columns();
      fieldPlaces = new int[columns.size()];
      int deleted = -1;
      for (int i = 0; i < fieldPlaces.length; i++) {
        CapturedColumn column = columns.get(i);
        fieldPlaces[i] = column.field().map(field -> schema.indexOf(field.fieldId())).orElse(-1);
        if (table.life().deletedAt().filter(column.name()::equals).isPresent()) {
          deleted = i;
        }
      }
      deletedColumn = deleted;
      rules = deferred ? List.of() : rules(relation, table.templates());
      fanout = table.composition() == Composition.SINGLE_SCOPE ? 1 : table.maxScopeFanout();
    }
  }

  /** One template; column -1 for a literal. */
  private record ScopeRule(ScopeTemplate template, int column) {}

  RelationPlan(RelationRules rules, SchemaHash schemaHash, boolean staged) {
    this.rules = rules;
    this.schemaHash = schemaHash;
    this.staged = staged;
    this.relation = rules.relation();
    this.columns = relation.columns();
    this.keyColumn = place(columns, relation.keyColumn());
    this.deferred = rules.isDeferred();
    this.leading = !rules.watched().isEmpty() || !rules.impacts().isEmpty();
    this.watched = rules.watched().stream().mapToInt(c -> place(columns, c.name())).toArray();
    this.synced =
        relation.table().map(table -> new SyncedPart(relation, table, schemaHash, deferred));
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).field().isEmpty()) {
        unsyncedColumns.add(i);
      }
    }
  }

  private static int place(List<CapturedColumn> columns, String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalStateException("a column of the registry is not captured");
  }

  private static List<ScopeRule> rules(RegisteredRelation relation, List<ScopeTemplate> templates) {
    List<ScopeRule> rules = new ArrayList<>();
    for (ScopeTemplate template : templates) {
      rules.add(
          switch (template.kind()) {
            case LITERAL -> new ScopeRule(template, -1);
            case COLUMN ->
                new ScopeRule(template, place(relation.columns(), template.column().orElseThrow()));
            case FORWARD, REVERSE ->
                throw new IllegalStateException("a path needs the rows of other relations");
          });
    }
    return rules;
  }

  /** How rows of the relation are filed, and how they lead to others. */
  public RelationRules rules() {
    return rules;
  }

  /**
   * Whether the rows of the relation are filed once all rows of a materialization are stored. The
   * scopes of their projections are empty then.
   */
  public boolean isDeferred() {
    return deferred;
  }

  /** Whether a change of a row may change the scopes of others. */
  public boolean isLeading() {
    return leading;
  }

  /** Whether rows are only staged: their heads name their scopes, which have no entries yet. */
  public boolean isStaged() {
    return staged;
  }

  /** In how many scopes a live row may be. Only for a synced relation. */
  public int fanout() {
    return synced.orElseThrow().fanout;
  }

  /** The number that stands for the relation in storage. */
  public int number() {
    return relation.relation();
  }

  /** The number the relation's images are stored under, also while its rows are staged. */
  public int imageNumber() {
    return Math.abs(number());
  }

  public String relationId() {
    return relation.relationId();
  }

  public RegisteredRelation relation() {
    return relation;
  }

  /** Whether clients see the relation; otherwise it is only captured. */
  public boolean isSynced() {
    return synced.isPresent();
  }

  /** The part of the identity all rows share; empty for a relation that is only captured. */
  public byte[] head() {
    return synced.map(part -> part.encoder.head()).orElse(NO_HEAD);
  }

  public byte[] identity(byte[] key) {
    return RowIdentity.of(head(), key);
  }

  /** Reads tuples that hold exactly the captured columns, in their order. */
  public ShapeBinding snapshotBinding() {
    int[] places = new int[columns.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = i;
    }
    return new ShapeBinding(this, places);
  }

  /** Hash of the manifest the rows are digested under. */
  public SchemaHash schemaHash() {
    return schemaHash;
  }

  public int columns() {
    return columns.size();
  }

  PgColumnType type(int column) {
    return columns.get(column).type();
  }

  int keyColumn() {
    return keyColumn;
  }

  /** Null stands for SQL null. */
  PortableValue portable(int column, byte[] text) {
    CapturedColumn captured = columns.get(column);
    return text == null
        ? PortableValue.ofNull(captured.type().portableType())
        : PgText.toPortable(captured.type(), text);
  }

  byte[] key(byte[] text) {
    return RowIdentity.key(portable(keyColumn, text));
  }

  /**
   * The state of a row with these captured values.
   *
   * @throws NotPortable when the row does not fit the table's schema
   * @throws Poisoned when its scopes cannot be told
   */
  public ProjectedRow project(PortableValue[] values) {
    Optional<byte[]> captured = captured(values);
    if (synced.isEmpty()) {
      return new ProjectedRow(
          RowState.LIVE,
          Optional.empty(),
          Optional.empty(),
          captured,
          List.of(),
          references(values));
    }
    SyncedPart part = synced.get();
    EncodedRow encoded = part.encoder.encode(fields(part, values));
    boolean deleted = part.deletedColumn >= 0 && !values[part.deletedColumn].isNull();
    return new ProjectedRow(
        deleted ? RowState.TOMBSTONE : RowState.LIVE,
        Optional.of(encoded),
        Optional.of(encoded.contentVersion()),
        captured,
        deleted ? scopesOfTombstone(part, values) : scopesOfLive(part, values),
        deleted ? References.NONE : references(values));
  }

  /**
   * A row as impact functions see it: an object keyed by column name, values in wire form.
   *
   * @param fieldIds the fields to show; all captured columns when there are none
   */
  public String byColumnName(PortableValue[] values, List<String> fieldIds) {
    TreeMap<String, PortableValue> members = new TreeMap<>();
    for (int i = 0; i < values.length; i++) {
      CapturedColumn column = columns.get(i);
      boolean shown =
          fieldIds.isEmpty()
              || column.field().filter(field -> fieldIds.contains(field.fieldId())).isPresent();
      if (shown) {
        members.put(column.name(), values[i]);
      }
    }
    JsonWriter writer = new JsonWriter();
    writer.beginObject();
    members.forEach((name, value) -> writer.name(name).raw(value.wire()));
    writer.endObject();
    return new String(writer.toByteArray(), StandardCharsets.UTF_8);
  }

  /** The values by which a live row leads to others. */
  public References references(PortableValue[] values) {
    if (watched.length == 0) {
      return References.NONE;
    }
    byte[][] found = new byte[watched.length][];
    for (int i = 0; i < found.length; i++) {
      found[i] = ReferenceValue.of(values[watched[i]]).orElse(null);
    }
    return new References(found);
  }

  /** The content version alone, for a deletion version. */
  Optional<String> version(PortableValue[] values) {
    return synced.map(part -> part.encoder.encode(fields(part, values)).contentVersion());
  }

  private static PortableValue[] fields(SyncedPart part, PortableValue[] values) {
    PortableValue[] fields = new PortableValue[part.schema.fields().size()];
    for (int i = 0; i < values.length; i++) {
      if (part.fieldPlaces[i] >= 0) {
        fields[part.fieldPlaces[i]] = values[i];
      }
    }
    return fields;
  }

  private List<String> scopesOfLive(SyncedPart part, PortableValue[] values) {
    List<String> scopes = new ArrayList<>();
    for (ScopeRule rule : part.rules) {
      Optional<String> scope = scope(rule, values);
      if (scope.isPresent() && !ScopeTemplate.isScopeId(scope.get())) {
        throw poisoned(PoisonDetail.SCOPE_ID_INVALID);
      }
      if (scope.isPresent() && !scopes.contains(scope.get())) {
        scopes.add(scope.get());
      }
    }
    if (scopes.size() > part.fanout) {
      throw poisoned(PoisonDetail.TOO_MANY_SCOPES);
    }
    return scopes;
  }

  /** A tombstone is in no scope, so no limit is judged; only its former scopes are compared. */
  private static List<String> scopesOfTombstone(SyncedPart part, PortableValue[] values) {
    List<String> scopes = new ArrayList<>();
    for (ScopeRule rule : part.rules) {
      scope(rule, values).filter(ScopeTemplate::isScopeId).ifPresent(scopes::add);
    }
    return scopes;
  }

  private static Optional<String> scope(ScopeRule rule, PortableValue[] values) {
    if (rule.column() < 0) {
      return Optional.of(rule.template().scopeId());
    }
    PortableValue value = values[rule.column()];
    return value.isNull()
        ? Optional.empty()
        : Optional.of(rule.template().scopeId(scopeText(value)));
  }

  private static String scopeText(PortableValue value) {
    return switch (value.type()) {
      case INT, INT64 -> Long.toString(value.asLong());
      default -> value.asText();
    };
  }

  /** Captured columns that are no fields, by name, as canonical text. */
  private Optional<byte[]> captured(PortableValue[] values) {
    if (unsyncedColumns.isEmpty()) {
      return Optional.empty();
    }
    TreeMap<String, PortableValue> members = new TreeMap<>();
    for (int column : unsyncedColumns) {
      members.put(columns.get(column).name(), values[column]);
    }
    JsonWriter writer = new JsonWriter();
    writer.beginObject();
    members.forEach((name, value) -> writer.name(name).raw(value.wire()));
    writer.endObject();
    return Optional.of(writer.toByteArray());
  }

  /**
   * The digest of a stored row of a synced relation under this plan's schema.
   *
   * @param row canonical text
   * @throws dev.synchro.core.error.Malformed when it does not fit the table's schema
   */
  public byte[] digest(byte[] row, String serverVersion) {
    SyncedPart part = synced.orElseThrow();
    return part.encoder.digest(part.reader.read(row), serverVersion);
  }

  /** The captured values of a stored row, from its canonical texts. */
  public PortableValue[] read(Optional<byte[]> row, Optional<byte[]> captured) {
    PortableValue[] values = new PortableValue[columns.size()];
    if (synced.isPresent() && row.isPresent()) {
      SyncedPart part = synced.get();
      PortableValue[] fields = part.reader.read(row.get());
      for (int i = 0; i < values.length; i++) {
        values[i] = part.fieldPlaces[i] < 0 ? null : fields[part.fieldPlaces[i]];
      }
    }
    if (captured.isPresent()) {
      JsonObject object = JsonParser.parseObject(captured.get(), JsonLimits.DOCUMENT);
      for (int column : unsyncedColumns) {
        CapturedColumn known = columns.get(column);
        values[column] =
            WireValue.read(known.type().portableType(), object.find(known.name()).orElseThrow());
      }
    }
    return values;
  }

  public Poisoned poisoned(PoisonDetail detail) {
    return new Poisoned(detail, Optional.of(relationId()));
  }
}
