package dev.synchro.backend.decide;

import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.facts.RelationFacts.ColumnFacts;
import dev.synchro.backend.facts.RelationFacts.IndexFacts;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.RegisteredField;
import dev.synchro.core.registry.RegisteredIndex;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.RowLife;
import dev.synchro.core.registry.SyncedTable;
import dev.synchro.core.scope.ScopeStep;
import dev.synchro.core.scope.ScopeTemplate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a registration makes of a table: all its checks that do not look at other tables' rows, and
 * the registered relation. Contract 8.1 and 8.3.
 */
public final class RegistrationVerdict {
  private final RegistrationRequest request;
  private final RelationFacts relation;
  private final Optional<Registry> newest;
  private final Iterator<String> freshIds;
  private final RelationChecks checks;

  private RegistrationVerdict(
      RegistrationRequest request,
      RelationFacts relation,
      Optional<Registry> newest,
      Iterator<String> freshIds) {
    this.request = request;
    this.relation = relation;
    this.newest = newest;
    this.freshIds = freshIds;
    this.checks = new RelationChecks(relation);
  }

  /**
   * The relation as it will be registered.
   *
   * @param newest the newest generation, in whatever state
   * @param freshIds random canonical UUIDs, at least two more than the table has columns and
   *     indexes
   * @return its number in storage is 0 when it was never registered before
   * @throws SqlRefusal with a reason of contract 8.3
   */
  public static RegisteredRelation decide(
      RegistrationRequest request,
      RelationFacts relation,
      Optional<Registry> newest,
      Iterator<String> freshIds) {
    return new RegistrationVerdict(request, relation, newest, freshIds).decide();
  }

  private RegisteredRelation decide() {
    checks.kind();
    Names.check(relation.name());
    refuseNameOfAnother();
    ColumnFacts key = checks.primaryKey(request.primaryKey());
    checks.replicaIdentity();
    SyncedColumns synced = SyncedColumns.of(relation, request);
    synced.require(key);
    refuseKeyType(key);
    RelationIdentity identity = RelationIdentity.of(relation, key, newest);
    Optional<RegisteredRelation> former = identity.former();
    List<CapturedColumn> columns = captured(key, synced, former);
    RowLife life = synced.life();
    RegisteredRelation decided =
        identity.register(columns, Optional.of(table(life, synced, former)), freshIds);
    refuseAffectedScopes(former);
    Access access = Access.of(request.pushPolicy(), life.deletedAt().isPresent());
    checks.publication();
    checks.privileges(access);
    checks.rowSecurity(access);
    return decided;
  }

  private void refuseNameOfAnother() {
    Optional<RegisteredRelation> known = newest.flatMap(all -> all.byName(relation.name()));
    boolean another =
        known.isPresent()
            && !(known.get().schema().equals(relation.schema())
                && known.get().name().equals(relation.name()));
    if (another) {
      throw SqlRefusal.invalidRegistration(
          "duplicate_table_name",
          "expected a name that no other registered table has in any schema, found "
              + relation.quoted()
              + " beside "
              + known.get().schema()
              + "."
              + known.get().name());
    }
  }

  private void refuseKeyType(ColumnFacts key) {
    Optional<PgColumnType> type = ColumnTypes.map(key);
    if (type.isEmpty() || !type.get().keyAllowed() || !key.generated().isEmpty()) {
      throw SqlRefusal.invalidRegistration(
          "unsupported_primary_key_type",
          "expected a key of a type that maps to string, int or int64, found another type in "
              + key.quoted()
              + " of "
              + relation.quoted());
    }
  }

  private List<CapturedColumn> captured(
      ColumnFacts key, SyncedColumns synced, Optional<RegisteredRelation> former) {
    Set<String> needed = new HashSet<>();
    for (ScopeTemplate template : request.templates()) {
      template.column().map(this::templateColumn).ifPresent(needed::add);
      for (ScopeStep step : template.steps()) {
        if (step.relation().equals(relation.name())) {
          step.matchColumn().map(this::templateColumn).ifPresent(needed::add);
          needed.add(templateColumn(step.column()));
        }
      }
    }
    RowLife life = synced.life();
    List<CapturedColumn> columns = new ArrayList<>();
    for (ColumnFacts column : relation.columns()) {
      if (synced.contains(column) || needed.contains(column.name())) {
        boolean writable =
            column.isAssignable() && !column.equals(key) && !life.holds(column.name());
        columns.add(captured(column, synced.contains(column), writable, former));
      }
    }
    return columns;
  }

  private CapturedColumn captured(
      ColumnFacts column, boolean isField, boolean writable, Optional<RegisteredRelation> former) {
    if (column.isVirtual()) {
      throw SqlRefusal.invalidRegistration(
          "unsupported_generated_column",
          "expected stored columns of "
              + relation.quoted()
              + ", found "
              + column.quoted()
              + " that is computed when it is read");
    }
    PgColumnType type =
        ColumnTypes.map(column)
            .orElseThrow(
                () ->
                    SqlRefusal.invalidRegistration(
                            "unsupported_type",
                            "expected columns of mapped types, found another type in "
                                + column.quoted()
                                + " of "
                                + relation.quoted())
                        .withHint("Leave the column out with p_exclude_columns."));
    Optional<RegisteredField> field =
        isField
            ? Optional.of(new RegisteredField(fieldId(column, type, former), writable))
            : Optional.empty();
    return new CapturedColumn(
        column.name(), column.number(), column.types().get(0).oid(), type, column.notNull(), field);
  }

  /** A field goes on while relation, name, number and portable type stay. */
  private String fieldId(
      ColumnFacts column, PgColumnType type, Optional<RegisteredRelation> former) {
    return former
        .flatMap(same -> same.column(column.name()))
        .filter(
            same ->
                same.number() == column.number()
                    && same.type().portableType() == type.portableType())
        .flatMap(CapturedColumn::field)
        .map(RegisteredField::fieldId)
        .orElseGet(freshIds::next);
  }

  private String templateColumn(String name) {
    ColumnFacts column =
        relation
            .column(name)
            .orElseThrow(
                () -> invalidTemplate("expected a column of " + relation.quoted(), "none of them"));
    boolean fits =
        ColumnTypes.map(column).filter(type -> type.portableType().isKeyType()).isPresent();
    if (!fits) {
      throw invalidTemplate("expected a column that maps to string, int or int64", column.quoted());
    }
    return name;
  }

  private static SqlRefusal invalidTemplate(String expected, String found) {
    return SqlRefusal.invalidRegistration(
        "invalid_scope_template", expected + " in the placeholder, found " + found);
  }

  private SyncedTable table(
      RowLife life, SyncedColumns synced, Optional<RegisteredRelation> former) {
    Optional<SyncedTable> formerTable = former.flatMap(RegisteredRelation::table);
    return new SyncedTable(
        formerTable.map(SyncedTable::tableId).orElseGet(freshIds::next),
        request.pushPolicy(),
        request.composition(),
        request.maxScopeFanout(),
        life,
        request.templates(),
        indexes(synced, formerTable),
        request.syncColumns(),
        request.excludeColumns());
  }

  private List<RegisteredIndex> indexes(SyncedColumns synced, Optional<SyncedTable> former) {
    List<RegisteredIndex> indexes = new ArrayList<>();
    for (IndexFacts index : relation.indexes()) {
      List<String> columns = new ArrayList<>();
      for (ColumnFacts column : synced.columns()) {
        if (index.columns().contains((long) column.number())) {
          columns.add(column.name());
        }
      }
      Set<Long> distinct = new HashSet<>(index.columns());
      if (columns.size() == distinct.size() && distinct.size() == index.columns().size()) {
        indexes.add(new RegisteredIndex(indexId(index, former), index.name(), inOrder(index)));
      }
    }
    return indexes;
  }

  private List<String> inOrder(IndexFacts index) {
    List<String> names = new ArrayList<>();
    for (long number : index.columns()) {
      for (ColumnFacts column : relation.columns()) {
        if (column.number() == number) {
          names.add(column.name());
        }
      }
    }
    return names;
  }

  private String indexId(IndexFacts index, Optional<SyncedTable> former) {
    for (RegisteredIndex known : former.map(SyncedTable::indexes).orElse(List.of())) {
      if (known.name().equals(index.name())) {
        return known.indexId();
      }
    }
    return freshIds.next();
  }

  private void refuseAffectedScopes(Optional<RegisteredRelation> former) {
    boolean sameRule =
        former
            .flatMap(RegisteredRelation::table)
            .filter(table -> table.templates().equals(request.templates()))
            .isPresent();
    // Whether a function is the same one is known when it has been looked up.
    if (sameRule && request.membershipFunction().isEmpty()) {
      refuseAffectedScopes(request);
    }
  }

  /**
   * Refuses to name affected scopes with a membership rule that is registered already.
   *
   * @throws SqlRefusal with reason {@code affected_scopes_not_allowed}
   */
  public static void refuseAffectedScopes(RegistrationRequest request) {
    if (!request.affectedScopes().isEmpty()) {
      throw SqlRefusal.invalidRegistration(
          "affected_scopes_not_allowed",
          "expected p_affected_scopes only with another membership rule, found the same rule");
    }
  }
}
