package dev.synchro.backend.table;

import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.ExtensionSql;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.SqlIndex;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.SqlTable;

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
}
