package dev.synchro.worker.recovery;

import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.EvolutionClass;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.registry.GenerationStep;
import dev.synchro.worker.store.RegistryStore;
import dev.synchro.worker.store.Statement;
import dev.synchro.worker.store.StoreSession;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/** Reads the database as it was at the consistent point of a slot. */
final class SnapshotReader implements AutoCloseable {
  private final Connection connection;
  private final StoreSession session;

  /** Takes over the connection; the snapshot's exporter must still be open. */
  SnapshotReader(Connection connection, String snapshot) {
    this.connection = connection;
    try {
      session = new StoreSession(connection);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (java.sql.Statement statement = connection.createStatement()) {
        statement.execute("SET TRANSACTION SNAPSHOT '" + snapshot.replace("'", "''") + "'");
      }
    } catch (SQLException e) {
      throw SqlFaults.classify("import the snapshot", e);
    }
  }

  Optional<RegistryStore.Newest> newestRegistry() throws SQLException {
    return new RegistryStore(session).newest();
  }

  /** Accepted write epoch by client. */
  Map<Long, Long> epochs() throws SQLException {
    Map<Long, Long> epochs = new HashMap<>();
    try (ResultSet rows = session.statement(Statement.EPOCHS_OF_SNAPSHOT).executeQuery()) {
      while (rows.next()) {
        epochs.put(rows.getLong(1), rows.getLong(2));
      }
    }
    return epochs;
  }

  /**
   * Every row of the relation, the captured columns only, as COPY text lines.
   *
   * @throws WorkerFault when the snapshot does not show the relation as it is registered, or not
   *     all of its rows
   */
  CopyOut copy(RelationPlan plan) throws SQLException {
    requireSight(plan.relation());
    StringBuilder columns = new StringBuilder();
    for (CapturedColumn column : plan.relation().columns()) {
      columns.append(columns.length() == 0 ? "" : ", ").append(quoted(column.name()));
    }
    return connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyOut("COPY (SELECT " + columns + " FROM " + name(plan.relation()) + ") TO STDOUT");
  }

  /** What the rows tell of how far a step reaches. */
  EvolutionClass.Rows rows(GenerationStep step) {
    return new SnapshotRows(connection, step);
  }

  /** The relation's name as SQL. */
  static String name(RegisteredRelation relation) {
    return quoted(relation.schema()) + "." + quoted(relation.name());
  }

  private void requireSight(RegisteredRelation relation) throws SQLException {
    List<CapturedColumn> columns = relation.columns();
    PreparedStatement statement = session.statement(Statement.RELATION_SIGHT);
    statement.setArray(1, array("text", columns.stream().map(CapturedColumn::name)));
    statement.setArray(2, array("integer", columns.stream().map(CapturedColumn::number)));
    statement.setArray(3, array("bigint", columns.stream().map(CapturedColumn::typeOid)));
    statement.setInt(4, columns.size());
    statement.setLong(5, relation.oid());
    statement.setString(6, relation.schema());
    statement.setString(7, relation.name());
    try (ResultSet row = statement.executeQuery()) {
      require(
          row.next() && row.getBoolean(1), relation, "is not as it was registered: register it");
      require(row.getBoolean(2), relation, "hides rows from capture by row security");
    }
  }

  private Array array(String type, Stream<?> elements) throws SQLException {
    return connection.createArrayOf(type, elements.toArray());
  }

  private static void require(boolean condition, RegisteredRelation relation, String otherwise) {
    if (!condition) {
      throw new WorkerFault(
          FaultKind.PROTOCOL, "relation " + relation.relationId() + " " + otherwise);
    }
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  @Override
  public void close() {
    session.close();
  }
}
