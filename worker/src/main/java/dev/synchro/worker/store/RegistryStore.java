package dev.synchro.worker.store;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.RegistryDocument;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.WorkerFault;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Generations of the registry and published manifests. */
public final class RegistryStore {
  private final StoreSession session;

  public RegistryStore(StoreSession session) {
    this.session = session;
  }

  /** The newest generation; not pending when it is active already. */
  public record Newest(Registry registry, boolean pending) {}

  /** The newest generation as the session's open transaction sees it. */
  public Optional<Newest> newest() throws SQLException {
    try (ResultSet row = session.statement(Statement.NEWEST_REGISTRY).executeQuery()) {
      if (!row.next()) {
        return Optional.empty();
      }
      Registry registry = RegistryDocument.read(row.getLong(1), Utf8.encode(row.getString(3)));
      return Optional.of(new Newest(registry, row.getString(2).equals("pending")));
    }
  }

  /**
   * Records the entries of the publication that a generation's relations are followed under, before
   * the snapshot is taken that their rows are read from: one that leaves and returns from now on is
   * known by another entry. Contract 9.6.
   *
   * @param fresh whether the rows of all of them are read anew
   */
  public void recordPublished(long generation, boolean fresh) {
    session.transaction(
        "record the publication",
        () -> {
          recordPublished(session, generation, fresh);
          return null;
        });
  }

  /** The same in the open transaction, for a generation that no rows are read for. */
  static void recordPublished(StoreSession session, long generation, boolean fresh)
      throws SQLException {
    PreparedStatement statement = session.statement(Statement.RECORD_PUBLISHED);
    statement.setBoolean(1, fresh);
    statement.setLong(2, generation);
    statement.setLong(3, generation);
    statement.executeUpdate();
  }

  public Optional<Newest> readNewest() {
    return session.transaction("read the registry", this::newest);
  }

  /** The newest generation that waits to be activated. */
  public Optional<Registry> pending() {
    return session.transaction(
        "read the registry",
        () -> {
          try (ResultSet row = session.statement(Statement.PENDING_REGISTRY).executeQuery()) {
            return row.next()
                ? Optional.of(RegistryDocument.read(row.getLong(1), Utf8.encode(row.getString(2))))
                : Optional.empty();
          }
        });
  }

  /** The generation that progress names. */
  public Registry read(long generation) {
    return session.transaction(
        "read the registry",
        () -> {
          PreparedStatement statement = session.statement(Statement.READ_REGISTRY);
          statement.setLong(1, generation);
          try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
              throw missing("registry generation");
            }
            return RegistryDocument.read(generation, Utf8.encode(row.getString(1)));
          }
        });
  }

  public SchemaManifest readManifest(long version) {
    return session.transaction(
        "read the manifest",
        () -> {
          PreparedStatement statement = session.statement(Statement.READ_MANIFEST);
          statement.setLong(1, version);
          try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
              throw missing("manifest");
            }
            return SchemaManifest.parse(Utf8.encode(row.getString(1)));
          }
        });
  }

  private static WorkerFault missing(String what) {
    return new WorkerFault(FaultKind.PROTOCOL, "the " + what + " that progress names is missing");
  }

  public Optional<String> setting(String name) {
    return session.transaction(
        "read a setting",
        () -> {
          PreparedStatement statement = session.statement(Statement.SETTING);
          statement.setString(1, name);
          try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
          }
        });
  }
}
