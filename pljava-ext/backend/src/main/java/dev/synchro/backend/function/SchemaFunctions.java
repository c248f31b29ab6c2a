package dev.synchro.backend.function;

import dev.synchro.backend.decide.TableList;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.RegistryGenerationTable;
import dev.synchro.backend.table.SchemaManifestTable;
import dev.synchro.backend.table.SchemaManifestTable.Published;
import dev.synchro.core.registry.Registry;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;
import java.util.Optional;

/** What clients and operators are told of the schema. Contract 4.2. */
public final class SchemaFunctions {
  private SchemaFunctions() {}

  /** Returns the newest schema manifest with its version and hash, read from one record. */
  @SqlFunction(
      name = "synchro_schema_manifest",
      octets = "schema_manifest_octets",
      returns = "json",
      executableBy = {"synchro_adapter", "synchro_seed"})
  public static byte[] schemaManifest() throws SQLException {
    BackendSession session = BackendSession.open();
    byte[] document = SchemaManifestTable.newestDocument(session);
    if (document.length == 0) {
      throw session.raise(notPublished());
    }
    return document;
  }

  /** Returns the synchronized tables with their columns and push policy. */
  @SqlFunction(name = "synchro_tables", returns = "json", executableBy = "synchro_adapter")
  public static String tables() throws SQLException {
    BackendSession session = BackendSession.open();
    Optional<Registry> active = RegistryGenerationTable.active(session);
    Optional<Published> newest = SchemaManifestTable.newest(session);
    if (active.isEmpty() || newest.isEmpty()) {
      throw session.raise(notPublished());
    }
    return TableList.write(active.get(), newest.get());
  }

  private static SqlRefusal notPublished() {
    return SqlRefusal.invalidState(
        "no_manifest", "no schema manifest is published before the worker has started capture");
  }
}
