package dev.synchro.suite.capture;

import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.pg.PgText;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.ManifestBuilder;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.RegistryDocument;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.row.RowEncoder;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableValue;
import dev.synchro.fixture.SynchroDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Says what the projections must be from the application's tables alone, and compares: every row's
 * state, version, canonical text and digest, every membership, every scope's cardinality and
 * digest.
 */
public final class ProjectionOracle {
  private static final String OPTIONS =
      "&binaryTransfer=false&options=-c%20IntervalStyle=iso_8601%20-c%20bytea_output=hex"
          + "%20-c%20DateStyle=ISO%20-c%20TimeZone=UTC%20-c%20extra_float_digits=1";

  private final Connection connection;
  private final SchemaHash schemaHash;
  private final Registry registry;

  /** Expected lines, one for each row and each member, in a readable form. */
  private final Set<String> rows = new TreeSet<>();

  private final Set<String> members = new TreeSet<>();
  private final Map<String, List<Member>> scopes = new TreeMap<>();

  /** A row expected in a scope. */
  private record Member(String identity, EncodedRow row) {}

  private final Map<String, String> functions;

  private ProjectionOracle(Connection connection, Map<String, String> functions)
      throws SQLException {
    this.connection = connection;
    this.functions = functions;
    this.schemaHash =
        SchemaManifest.parse(
                text(
                    "SELECT m.manifest FROM synchro.progress p JOIN synchro.schema_manifest m"
                        + " USING (schema_version)"))
            .hash();
    this.registry =
        RegistryDocument.read(
            Long.parseLong(string("SELECT registry_generation FROM synchro.progress")),
            text(
                "SELECT g.content FROM synchro.progress p JOIN synchro.registry_generation g"
                    + " ON g.generation = p.registry_generation"));
  }

  /** What differs between the tables and the projections; nothing when all is right. */
  public static List<String> differences(SynchroDatabase database) {
    return differences(database, Map.of());
  }

  /**
   * The same where functions file the rows of some tables.
   *
   * @param functions what they come to in plain SQL, by table name: key as text and scope id
   */
  public static List<String> differences(SynchroDatabase database, Map<String, String> functions) {
    String url = database.stack().superuserUrl(database.name());
    try (Connection connection =
        DriverManager.getConnection(url + (url.contains("?") ? "" : "?") + OPTIONS)) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      ProjectionOracle oracle = new ProjectionOracle(connection, functions);
      oracle.expect();
      List<String> differences = new ArrayList<>();
      compare("row", oracle.rows, oracle.storedRows(), differences);
      compare("member", oracle.members, oracle.storedMembers(), differences);
      compare("scope", oracle.expectedScopes(), oracle.storedScopes(), differences);
      compare("replaced image", Set.of(), oracle.replacedImagesShown(), differences);
      return differences;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void compare(
      String what, Set<String> expected, Set<String> stored, List<String> differences) {
    Set<String> missing = new TreeSet<>(expected);
    missing.removeAll(stored);
    Set<String> excess = new TreeSet<>(stored);
    excess.removeAll(expected);
    missing.stream().limit(5).forEach(line -> differences.add("missing " + what + " " + line));
    excess.stream().limit(5).forEach(line -> differences.add("excess " + what + " " + line));
  }

  private void expect() throws SQLException {
    for (RegisteredRelation relation : registry.tables()) {
      TableSchema schema = ManifestBuilder.table(relation);
      Map<String, Set<String>> scopeIds =
          functions.containsKey(relation.name())
              ? PlainMemberships.of(connection, functions.get(relation.name()))
              : PlainMemberships.of(connection, registry, relation);
      RowEncoder encoder = new RowEncoder(schema, schemaHash);
      String columns =
          relation.columns().stream()
              .map(column -> '"' + column.name() + '"')
              .collect(Collectors.joining(", "));
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(5000);
        try (ResultSet found =
            statement.executeQuery(
                "SELECT " + columns + " FROM " + relation.schema() + "." + relation.name())) {
          while (found.next()) {
            expectRow(relation, schema, encoder, found, scopeIds);
          }
        }
      }
    }
  }

  private void expectRow(
      RegisteredRelation relation,
      TableSchema schema,
      RowEncoder encoder,
      ResultSet found,
      Map<String, Set<String>> scopeIds)
      throws SQLException {
    PortableValue[] fields = new PortableValue[schema.fields().size()];
    Map<String, PortableValue> byColumn = new TreeMap<>();
    for (int i = 0; i < relation.columns().size(); i++) {
      CapturedColumn column = relation.columns().get(i);
      String text = found.getString(i + 1);
      PortableValue value =
          text == null
              ? PortableValue.ofNull(column.type().portableType())
              : PgText.toPortable(column.type(), text.getBytes(StandardCharsets.UTF_8));
      byColumn.put(column.name(), value);
      column.field().ifPresent(field -> fields[schema.indexOf(field.fieldId())] = value);
    }
    EncodedRow row = encoder.encode(fields);
    boolean deleted =
        relation
            .table()
            .orElseThrow()
            .life()
            .deletedAt()
            .map(column -> !byColumn.get(column).isNull())
            .orElse(false);
    rows.add(
        line(
            relation.relation(),
            row.key(),
            deleted ? 1 : 0,
            row.contentVersion(),
            row.rowDigest(),
            new String(row.row(), StandardCharsets.UTF_8)));
    if (!deleted) {
      String key = found.getString(relation.keyColumn());
      expectMembers(relation, scopeIds.getOrDefault(key, Set.of()), row);
    }
  }

  private void expectMembers(RegisteredRelation relation, Set<String> scopeIds, EncodedRow row) {
    for (String scopeId : scopeIds) {
      members.add(
          scopeId
              + " "
              + line(relation.relation(), row.key(), row.contentVersion(), row.rowDigest()));
      scopes
          .computeIfAbsent(scopeId, id -> new ArrayList<>())
          .add(new Member(hex(row.identity()), row));
    }
  }

  private Set<String> storedRows() throws SQLException {
    Set<String> lines = new TreeSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT h.relation, h.key, h.state, h.server_version, i.row_digest, i.row::text,"
                    + " i.server_version FROM synchro.row_head h"
                    + " JOIN synchro.row_image i USING (image_id) WHERE h.state < 2")) {
      while (found.next()) {
        String line =
            line(
                found.getInt(1),
                found.getBytes(2),
                found.getInt(3),
                found.getString(4),
                found.getBytes(5),
                found.getString(6));
        lines.add(found.getString(4).equals(found.getString(7)) ? line : "two versions " + line);
      }
    }
    return lines;
  }

  private Set<String> storedMembers() throws SQLException {
    Set<String> lines = new TreeSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT s.scope_id, e.relation, e.key, i.server_version, e.row_digest"
                    + " FROM synchro.scope_entry e JOIN synchro.scope s USING (scope_pk)"
                    + " JOIN synchro.row_image i USING (image_id) WHERE e.present")) {
      while (found.next()) {
        lines.add(
            found.getString(1)
                + " "
                + line(found.getInt(2), found.getBytes(3), found.getString(4), found.getBytes(5)));
      }
    }
    return lines;
  }

  /** Images that compaction will remove in a day although something shows them. */
  private Set<String> replacedImagesShown() throws SQLException {
    Set<String> lines = new TreeSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT i.image_id FROM synchro.row_image i WHERE i.superseded_at IS NOT NULL"
                    + " AND (i.image_id IN (SELECT h.image_id FROM synchro.row_head h)"
                    + " OR i.image_id IN (SELECT e.image_id FROM synchro.scope_entry e"
                    + " WHERE e.present))")) {
      while (found.next()) {
        lines.add(found.getString(1));
      }
    }
    return lines;
  }

  private Set<String> expectedScopes() {
    Set<String> lines = new TreeSet<>();
    scopes.forEach(
        (scopeId, entries) -> {
          ScopeDigest digest = ScopeDigest.start(schemaHash, scopeId, entries.size());
          entries.stream()
              .sorted((left, right) -> left.identity().compareTo(right.identity()))
              .forEach(entry -> digest.add(entry.row().identity(), entry.row().rowDigest()));
          lines.add(scopeId + " " + entries.size() + " " + hex(digest.finish()));
        });
    return lines;
  }

  private Set<String> storedScopes() throws SQLException {
    Set<String> lines = new TreeSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery("SELECT scope_id, cardinality, digest FROM synchro.scope")) {
      while (found.next()) {
        String scopeId = found.getString(1);
        if (found.getLong(2) != 0) {
          lines.add(scopeId + " " + found.getLong(2) + " " + hex(found.getBytes(3)));
        } else if (!Arrays.equals(
            ScopeDigest.start(schemaHash, scopeId, 0).finish(), found.getBytes(3))) {
          lines.add("empty scope with another digest " + scopeId);
        }
      }
    }
    return lines;
  }

  private static String line(Object... parts) {
    return Arrays.stream(parts)
        .map(part -> part instanceof byte[] octets ? hex(octets) : String.valueOf(part))
        .collect(Collectors.joining(" "));
  }

  private static String hex(byte[] octets) {
    return HexFormat.of().formatHex(octets);
  }

  private byte[] text(String query) throws SQLException {
    return string(query).getBytes(StandardCharsets.UTF_8);
  }

  private String string(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
