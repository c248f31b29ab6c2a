package dev.synchro.backend.function;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.TokenKeyTable;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;

/** The life of the keys that authenticate tokens. Contract 2.4. */
public final class TokenKeyFunctions {
  private TokenKeyFunctions() {}

  /**
   * Makes a new active token key for a purpose and returns its id; the former one only verifies
   * from now on. Raises 22023 for an unknown purpose.
   */
  @SqlFunction(name = "synchro_rotate_token_key", executableBy = "synchro_operator")
  public static String rotate(@Parameter(name = "p_purpose") String purpose) throws SQLException {
    BackendSession session = BackendSession.open();
    String keyId = TokenKeyTable.rotate(session, purpose);
    if (keyId.isEmpty()) {
      throw session.raise(
          SqlRefusal.invalidArgument(
              "unknown_purpose", "expected the purpose of a token key, found none of them"));
    }
    return keyId;
  }

  /**
   * Erases the secret of a token key that no longer signs and returns whether it still had one.
   * Raises 55000 for an active key and 42704 for an unknown one.
   */
  @SqlFunction(name = "synchro_retire_token_key", executableBy = "synchro_operator")
  public static boolean retire(@Parameter(name = "p_key_id") String keyId) throws SQLException {
    BackendSession session = BackendSession.open();
    String state = TokenKeyTable.lockState(session, keyId);
    return switch (state) {
      case "verify_only" -> {
        TokenKeyTable.retire(session, keyId);
        yield true;
      }
      case "retired" -> false;
      case "active" ->
          throw session.raise(
              SqlRefusal.invalidState(
                      "active_token_key", "an active token key cannot be retired, it signs tokens")
                  .withHint("Rotate the key of its purpose first."));
      default ->
          throw session.raise(
              SqlRefusal.unknownObject("unknown_token_key", "there is no token key of this id"));
    };
  }
}
