package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.ExtensionSql;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.SqlIndex;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.SqlTable;
import java.sql.SQLException;

/** The keys that authenticate tokens. Contract 2.4. No role but the owner may read them. */
@SqlTable(
    name = "token_key",
    comment = "Keys that authenticate tokens, one active for each purpose",
    columns = {
      @Column(name = "key_id", type = "text", collation = "C", primaryKey = true),
      @Column(name = "purpose", type = "text", collation = "C"),
      @Column(name = "number", type = "bigint", check = "number > 0"),
      @Column(
          name = "state",
          type = "text",
          check = "state IN ('active', 'verify_only', 'retired')"),
      @Column(name = "secret", type = "bytea", nullable = true),
      @Column(name = "created_at", type = "timestamptz", defaultValue = "pg_catalog.now()"),
      @Column(name = "retired_at", type = "timestamptz", nullable = true)
    },
    checks = {
      @Check(
          name = "token_key_secret_matches_state",
          condition =
              "CASE state WHEN 'retired' THEN secret IS NULL AND retired_at IS NOT NULL"
                  + " ELSE secret IS NOT NULL AND pg_catalog.octet_length(secret) = 32"
                  + " AND retired_at IS NULL END")
    },
    indexes = {
      @SqlIndex(
          name = "token_key_one_active",
          columns = "purpose",
          unique = true,
          where = "state = 'active'"),
      @SqlIndex(
          name = "token_key_numbered",
          columns = {"purpose", "number"},
          unique = true)
    })
@SqlRoutine(
    name = "new_token_secret",
    comment = "Makes a new secret of 32 octets from the server's cryptographic random source",
    returns = "bytea",
    language = Language.SQL,
    // Each UUID of version 4 brings 122 random bits; the hash draws 256 from 366 of them.
    body =
        "SELECT pg_catalog.sha256(pg_catalog.uuid_send(pg_catalog.gen_random_uuid())"
            + " || pg_catalog.uuid_send(pg_catalog.gen_random_uuid())"
            + " || pg_catalog.uuid_send(pg_catalog.gen_random_uuid()))")
@ExtensionSql(
    name = "first token keys",
    statement =
        "INSERT INTO synchro.token_key (key_id, purpose, number, state, secret)"
            + " SELECT p.purpose || '-v1', p.purpose, 1, 'active', synchro.new_token_secret()"
            + " FROM pg_catalog.unnest(ARRAY['incremental_cursor', 'rebuild_cursor', 'seed_page',"
            + " 'seed_continuation', 'seed_session']) AS p (purpose)",
    requires = {"token_key", "new_token_secret"})
public final class TokenKeyTable {
  private TokenKeyTable() {}

  /** Makes a new active key and returns its id; empty when no key has this purpose. */
  public static String rotate(BackendSession session, String purpose) throws SQLException {
    // Rotations come one after the other; readers of keys are not held up.
    session.run("LOCK TABLE synchro.token_key IN SHARE ROW EXCLUSIVE MODE");
    try (Query former =
        session.query(
            "UPDATE synchro.token_key SET state = 'verify_only'"
                + " WHERE purpose = ? AND state = 'active'")) {
      former.text(purpose).run();
    }
    try (Query made =
        session.query(
            "INSERT INTO synchro.token_key (key_id, purpose, number, state, secret)"
                + " SELECT k.purpose || '-v' || (pg_catalog.max(k.number) + 1), k.purpose,"
                + " pg_catalog.max(k.number) + 1, 'active', synchro.new_token_secret()"
                + " FROM synchro.token_key k WHERE k.purpose = ? GROUP BY k.purpose"
                + " RETURNING key_id")) {
      return made.text(purpose).next() ? made.textAt(1) : "";
    }
  }

  /** The state of a key, locked against change; empty when there is no such key. */
  public static String lockState(BackendSession session, String keyId) throws SQLException {
    try (Query query =
        session.query("SELECT state FROM synchro.token_key WHERE key_id = ? FOR UPDATE")) {
      return query.text(keyId).next() ? query.textAt(1) : "";
    }
  }

  /** Erases the secret of a key that only verifies. */
  public static void retire(BackendSession session, String keyId) throws SQLException {
    try (Query query =
        session.query(
            "UPDATE synchro.token_key SET state = 'retired', secret = NULL,"
                + " retired_at = pg_catalog.now() WHERE key_id = ?")) {
      query.text(keyId).run();
    }
  }
}
