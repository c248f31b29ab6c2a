package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.RegistryDocument;
import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlIndex;
import dev.synchro.sqlgen.SqlTable;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The generations of the registry, each one immutable document. Contract 8.2. With an activated one
 * stands, by relation, the entry of the publication under which its rows have been followed: a
 * relation that left and came back has another one. Contract 9.6.
 */
@SqlTable(
    name = "registry_generation",
    comment = "Generations of the registry, each one immutable document",
    columns = {
      @Column(
          name = "generation",
          type = "bigint",
          primaryKey = true,
          check = "generation BETWEEN 1 AND 9007199254740991"),
      @Column(
          name = "state",
          type = "text",
          check = "state IN ('pending', 'active', 'superseded')"),
      @Column(name = "content", type = "json"),
      @Column(name = "transaction_id", type = "xid8"),
      @Column(name = "created_at", type = "timestamptz", defaultValue = "pg_catalog.now()"),
      @Column(name = "activated_at", type = "timestamptz", nullable = true),
      @Column(name = "published", type = "json", nullable = true)
    },
    checks =
        @Check(
            name = "registry_generation_activated",
            condition =
                "CASE state WHEN 'pending' THEN activated_at IS NULL"
                    + " WHEN 'active' THEN activated_at IS NOT NULL ELSE true END"),
    indexes =
        @SqlIndex(
            name = "registry_generation_one_active",
            expression = "(state)",
            unique = true,
            where = "state = 'active'"),
    workerMay = {Privilege.SELECT, Privilege.UPDATE})
public final class RegistryGenerationTable {
  private RegistryGenerationTable() {}

  /**
   * A stored generation.
   *
   * @param ours whether this transaction made it
   */
  public record Stored(Registry registry, boolean ours) {}

  /**
   * Lets registrations and activations come one after the other, until the end of the transaction.
   * Readers are not held up.
   */
  public static void lock(BackendSession session) throws SQLException {
    session.run("LOCK TABLE synchro.registry_generation IN SHARE ROW EXCLUSIVE MODE");
  }

  /** The newest generation, in whatever state. */
  public static Optional<Stored> newest(BackendSession session) throws SQLException {
    try (Query query =
        session.query(
            "SELECT generation, pg_catalog.convert_to(content::text, 'UTF8'),"
                + " coalesce(transaction_id = pg_catalog.pg_current_xact_id_if_assigned(), false)"
                + " FROM synchro.registry_generation ORDER BY generation DESC LIMIT 1")) {
      if (!query.next()) {
        return Optional.empty();
      }
      Registry registry = RegistryDocument.read(query.numberAt(1), query.octetsAt(2));
      return Optional.of(new Stored(registry, query.truthAt(3)));
    }
  }

  /** The active generation; empty before the first activation. */
  public static Optional<Registry> active(BackendSession session) throws SQLException {
    try (Query query =
        session.query(
            "SELECT generation, pg_catalog.convert_to(content::text, 'UTF8')"
                + " FROM synchro.registry_generation WHERE state = 'active'")) {
      return query.next()
          ? Optional.of(RegistryDocument.read(query.numberAt(1), query.octetsAt(2)))
          : Optional.empty();
    }
  }

  /** Puts new content into the generation that this transaction has made already. */
  public static void replace(BackendSession session, Registry registry) throws SQLException {
    try (Query query =
        session.query(
            "UPDATE synchro.registry_generation"
                + " SET content = pg_catalog.convert_from(?, 'UTF8')::json WHERE generation = ?")) {
      query.octets(RegistryDocument.write(registry)).number(registry.generation()).run();
    }
  }

  /** Stores a new generation and announces it to the worker, in commit order. */
  public static void add(BackendSession session, Registry registry) throws SQLException {
    try (Query query =
        session.query(
            "INSERT INTO synchro.registry_generation (generation, state, content, transaction_id)"
                + " VALUES (?, 'pending', pg_catalog.convert_from(?, 'UTF8')::json,"
                + " pg_catalog.pg_current_xact_id())")) {
      query.number(registry.generation()).octets(RegistryDocument.write(registry)).run();
    }
    try (Query query =
        session.query(
            "SELECT pg_catalog.pg_logical_emit_message(true, 'synchro_registry',"
                + " '{\"action\":\"activate\",\"generation\":\"' || ? || '\"}')")) {
      query.number(registry.generation()).next();
    }
  }
}
