package dev.synchro.client;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.state.ClientState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** What was interrupted and when it may be tried again. */
final class BackoffStore {

  /**
   * The one record.
   *
   * @param resume state to return to
   * @param requestIdentity batch or rebuild id of the interrupted request, empty for the others
   * @param attempts failures in a row
   */
  record Backoff(ClientState resume, String requestIdentity, int attempts, Instant deadline) {}

  private final LocalDatabase database;

  BackoffStore(LocalDatabase database) {
    this.database = database;
  }

  Optional<Backoff> find() {
    return database.first(
        "SELECT resume_state, request_identity, attempts, deadline FROM _synchro_backoff",
        BackoffStore::backoff);
  }

  private static Backoff backoff(ResultSet row) throws SQLException {
    return new Backoff(
        state(row.getString(1)),
        row.getString(2),
        row.getInt(3),
        Instant.ofEpochMilli(row.getLong(4)));
  }

  private static ClientState state(String name) {
    try {
      return ClientState.parse(name);
    } catch (Malformed unknown) {
      throw new ContractFault("the local database names a state that does not exist");
    }
  }

  void store(Backoff backoff) {
    clear();
    database.change(
        "INSERT INTO _synchro_backoff (singleton, resume_state, request_identity, attempts,"
            + " deadline) VALUES (1, ?, ?, ?, ?)",
        backoff.resume().wireName(),
        backoff.requestIdentity(),
        backoff.attempts(),
        backoff.deadline().toEpochMilli());
  }

  void clear() {
    database.change("DELETE FROM _synchro_backoff");
  }
}
