package dev.synchro.client;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** The one client record. */
final class ClientStore {

  private final LocalDatabase database;

  ClientStore(LocalDatabase database) {
    this.database = database;
  }

  ClientRecord read() {
    return database
        .first(
            "SELECT client_id, client_generation, scope_set_version, schema_hash,"
                + " first_connect_announced, schema_reset_asked FROM _synchro_client",
            ClientStore::record)
        .orElseThrow(() -> new LocalDatabaseFailure("the local database has no client record"));
  }

  private static ClientRecord record(ResultSet row) throws SQLException {
    long generation = row.getLong(2);
    Optional<Long> known = row.wasNull() ? Optional.empty() : Optional.of(generation);
    return new ClientRecord(
        row.getString(1),
        known,
        row.getLong(3),
        Optional.ofNullable(row.getString(4)),
        row.getBoolean(5),
        row.getBoolean(6));
  }

  void create(String clientId) {
    database.change("INSERT INTO _synchro_client (singleton, client_id) VALUES (1, ?)", clientId);
  }

  void announceFirstConnect(String clientId) {
    database.change(
        "UPDATE _synchro_client SET client_id = ?, first_connect_announced = 1", clientId);
  }

  /** The server answered without accepting the identity, so that it may be used again. */
  void withdrawAnnouncement() {
    database.change("UPDATE _synchro_client SET first_connect_announced = 0");
  }

  void askSchemaReset() {
    database.change("UPDATE _synchro_client SET schema_reset_asked = 1");
  }

  void connected(long generation, long scopeSetVersion) {
    database.change(
        "UPDATE _synchro_client SET client_generation = ?, scope_set_version = ?,"
            + " first_connect_announced = 0, schema_reset_asked = 0",
        generation,
        scopeSetVersion);
  }

  void scopeSetVersion(long version) {
    database.change("UPDATE _synchro_client SET scope_set_version = ?", version);
  }

  void schema(String hash) {
    database.change("UPDATE _synchro_client SET schema_hash = ?", hash);
  }
}
