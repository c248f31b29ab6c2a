package dev.synchro.client;

import dev.synchro.client.Mutation.AuthoredSchema;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The queue of local writes with what became of them. */
final class MutationStore {

  private static final String COLUMNS =
      "SELECT position, mutation_id, relation, key, pk, operation, base_version, columns,"
          + " schema_version, schema_hash, client_version FROM _synchro_mutation";
  private static final String UNRESOLVED = " state IN ('pending', 'sealed')";

  private final LocalDatabase database;

  MutationStore(LocalDatabase database) {
    this.database = database;
  }

  private static Mutation mutation(ResultSet row) throws SQLException {
    return new Mutation(
        row.getLong(1),
        row.getString(2),
        new RowKey(row.getInt(3), row.getBytes(4)),
        row.getString(5),
        Operation.ofWireName(row.getString(6)),
        Optional.ofNullable(row.getString(7)),
        columns(row.getString(8)),
        new AuthoredSchema(row.getLong(9), row.getString(10)),
        row.getString(11));
  }

  private static Map<String, String> columns(String text) {
    Map<String, String> columns = new LinkedHashMap<>();
    if (text != null) {
      JsonParser.parseObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
          .members()
          .forEach((fieldId, value) -> columns.put(fieldId, CanonicalText.of(value)));
    }
    return columns;
  }

  /** The place after every place in use. */
  long nextPosition() {
    return database.count("SELECT coalesce(max(sequence), 0) + 1 FROM _synchro_mutation");
  }

  void add(Mutation mutation) {
    database.change(
        "INSERT INTO _synchro_mutation (position, mutation_id, relation, key, pk, operation,"
            + " base_version, columns, schema_version, schema_hash, client_version, state)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending')",
        mutation.position(),
        mutation.mutationId(),
        mutation.row().relation(),
        mutation.row().key(),
        mutation.pk(),
        mutation.operation().wireName(),
        mutation.baseVersion(),
        mutation.operation() == Operation.DELETE
            ? null
            : CanonicalText.ofMembers(mutation.columns()),
        mutation.authored().version(),
        mutation.authored().hash(),
        mutation.clientVersion());
  }

  /** Unsealed mutations in the order of sending. */
  List<Mutation> pending() {
    return database.list(
        COLUMNS + " WHERE state = 'pending' ORDER BY position, sequence", MutationStore::mutation);
  }

  List<Mutation> ofBatch(String batchId) {
    return database.list(
        COLUMNS + " WHERE batch_id = ? AND state = 'sealed' ORDER BY position, sequence",
        MutationStore::mutation,
        batchId);
  }

  /** Unresolved mutations of one row in order. */
  List<Mutation> unresolved(RowKey row) {
    return database.list(
        COLUMNS
            + " WHERE relation = ? AND key = ? AND"
            + UNRESOLVED
            + " ORDER BY position, sequence",
        MutationStore::mutation,
        row.relation(),
        row.key());
  }

  boolean anyUnresolved() {
    return database.count("SELECT count(*) FROM _synchro_mutation WHERE" + UNRESOLVED) > 0;
  }

  boolean hasUnresolved(RowKey row) {
    return database.count(
            "SELECT count(*) FROM _synchro_mutation WHERE relation = ? AND key = ? AND"
                + UNRESOLVED,
            row.relation(),
            row.key())
        > 0;
  }

  /** Rows with unresolved mutations. */
  List<RowKey> unresolvedRows() {
    return database.list(
        "SELECT DISTINCT relation, key FROM _synchro_mutation WHERE" + UNRESOLVED,
        row -> new RowKey(row.getInt(1), row.getBytes(2)));
  }

  void settle(String mutationId, MutationState state) {
    database.change(
        "UPDATE _synchro_mutation SET state = ? WHERE mutation_id = ?",
        state.storedName(),
        mutationId);
  }

  void settle(String mutationId, MutationState state, String outcome) {
    database.change(
        "UPDATE _synchro_mutation SET state = ?, outcome = ? WHERE mutation_id = ?",
        state.storedName(),
        outcome,
        mutationId);
  }

  void seal(String mutationId, String batchId) {
    database.change(
        "UPDATE _synchro_mutation SET state = 'sealed', batch_id = ? WHERE mutation_id = ?",
        batchId,
        mutationId);
  }

  /** Gives the first unsealed successor the version its accepted predecessor produced. */
  void refreshBase(RowKey row, String version) {
    database.change(
        "UPDATE _synchro_mutation SET base_version = ? WHERE mutation_id = (SELECT mutation_id"
            + " FROM _synchro_mutation WHERE relation = ? AND key = ? AND state = 'pending'"
            + " AND operation <> 'insert' ORDER BY position, sequence LIMIT 1)",
        version,
        row.relation(),
        row.key());
  }

  /** Unsealed successors of a mutation that did not succeed can no longer mean what they meant. */
  void blockSuccessors(RowKey row) {
    database.change(
        "UPDATE _synchro_mutation SET state = 'blocked_by_predecessor'"
            + " WHERE relation = ? AND key = ? AND state = 'pending'",
        row.relation(),
        row.key());
  }

  /** Every mutation ever written, in order, with its state and outcome. */
  List<MutationReport> reports() {
    return database.list(
        "SELECT m.mutation_id, m.relation, m.operation, m.state, m.outcome"
            + " FROM _synchro_mutation m ORDER BY m.sequence",
        MutationStore::report);
  }

  private static MutationReport report(ResultSet row) throws SQLException {
    return new MutationReport(
        row.getString(1),
        Operation.ofWireName(row.getString(3)),
        MutationState.ofStoredName(row.getString(4)),
        Optional.ofNullable(row.getString(5)));
  }
}
