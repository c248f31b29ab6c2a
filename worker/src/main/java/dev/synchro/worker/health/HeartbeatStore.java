package dev.synchro.worker.health;

import dev.synchro.core.position.Lsn;
import dev.synchro.worker.store.Statement;
import dev.synchro.worker.store.StoreSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Writes the heartbeat row, each time in a transaction of its own. */
public final class HeartbeatStore implements AutoCloseable {
  private final StoreSession session;

  /** Takes over the connection. */
  public HeartbeatStore(Connection connection) {
    this.session = new StoreSession(connection);
  }

  public void beat(WorkerStatus status, int backendPid) {
    session.transaction(
        "write the heartbeat",
        () -> {
          PreparedStatement statement = session.statement(Statement.BEAT);
          statement.setInt(1, backendPid);
          statement.setString(2, status.state().code());
          setNumber(statement, 3, status.registryGeneration());
          statement.setString(4, lsn(status.receivedLsn()));
          statement.setString(5, lsn(status.materializedLsn()));
          statement.setString(6, lsn(status.acknowledgedLsn()));
          statement.setString(7, time(status.oldestPending()));
          statement.setString(8, time(status.walObserved()));
          return statement.executeUpdate();
        });
  }

  private static void setNumber(PreparedStatement statement, int at, OptionalLong number)
      throws SQLException {
    if (number.isPresent()) {
      statement.setLong(at, number.getAsLong());
    } else {
      statement.setNull(at, Types.BIGINT);
    }
  }

  private static String lsn(OptionalLong lsn) {
    return lsn.isPresent() ? new Lsn(lsn.getAsLong()).postgres() : null;
  }

  private static String time(Optional<Instant> time) {
    return time.map(Instant::toString).orElse(null);
  }

  @Override
  public void close() {
    session.close();
  }
}
