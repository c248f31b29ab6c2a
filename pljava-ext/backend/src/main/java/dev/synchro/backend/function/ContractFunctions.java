package dev.synchro.backend.function;

import dev.synchro.backend.BuildFingerprint;
import dev.synchro.backend.Synchro;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonObject;
import dev.synchro.sqlgen.SqlFunction;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** What is installed and which contract it keeps. Contract 4.2. */
public final class ContractFunctions {
  private ContractFunctions() {}

  /**
   * Returns the versions of extension, SQL contract and protocol, and whether library and objects
   * are of one build.
   */
  @SqlFunction(name = "synchro_contract_info", returns = "json", executableBy = "synchro_adapter")
  public static String contractInfo() throws SQLException {
    String installed = installedFingerprint(BackendSession.open());
    JsonObject info =
        JsonObject.builder()
            .put("extension_version", Synchro.VERSION)
            .put("sql_contract_version", Synchro.SQL_CONTRACT_VERSION)
            .put("protocol_version", Synchro.PROTOCOL_VERSION)
            .put("library_build_fingerprint", BuildFingerprint.VALUE)
            .put("installed_build_fingerprint", installed)
            .put("extension_objects_current", installed.equals(BuildFingerprint.VALUE))
            .build();
    return new String(CanonicalJson.write(info), StandardCharsets.UTF_8);
  }

  /** Returns the fingerprint of the loaded library, 64 lowercase hexadecimal digits. */
  @SqlFunction(name = "synchro_build_fingerprint", executableBy = "synchro_adapter")
  public static String buildFingerprint() {
    return BuildFingerprint.VALUE;
  }

  /** The fingerprint that the install script left behind. */
  static String installedFingerprint(BackendSession session) throws SQLException {
    try (Query query = session.query("SELECT synchro.installed_build_fingerprint()")) {
      return query.one().textAt(1);
    }
  }
}
