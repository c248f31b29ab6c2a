package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.error.BugException;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.KeyState;
import dev.synchro.core.token.SecretBytes;
import dev.synchro.core.token.TokenKey;
import dev.synchro.core.token.TokenPurpose;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Token keys as a statement hands them over next to other things. Contract 2.4. */
public final class TokenKeys {
  private static final String ALL =
      "SELECT (SELECT string_agg(concat_ws(':', t.key_id, t.state, encode(t.secret, 'hex')), ',')"
          + " FROM synchro.token_key AS t WHERE t.purpose = ?)";

  private TokenKeys() {}

  /** Every key of a purpose. */
  public static KeyRing all(BackendSession session, TokenPurpose purpose) throws SQLException {
    try (Query query = session.query(ALL)) {
      return read(query.text(purpose.wireName()).one().textAt(1));
    }
  }

  /** The key that signs for a purpose, from its id and its secret. */
  static KeyRing active(TokenPurpose purpose, String keyId, byte[] secret) {
    return new KeyRing(
        List.of(
            new TokenKey(keyId, purpose, KeyState.ACTIVE, Optional.of(new SecretBytes(secret)))));
  }

  /**
   * Reads keys.
   *
   * @param text {@code id:state:secret in hex} of each key, separated by commas; null for none
   */
  public static KeyRing read(String text) {
    List<TokenKey> keys = new ArrayList<>();
    int from = 0;
    while (text != null && from < text.length()) {
      int comma = text.indexOf(',', from);
      int to = comma < 0 ? text.length() : comma;
      keys.add(key(text.substring(from, to)));
      from = to + 1;
    }
    return new KeyRing(keys);
  }

  private static TokenKey key(String text) {
    int first = text.indexOf(':');
    int second = text.indexOf(':', first + 1);
    String id = text.substring(0, first);
    String state = second < 0 ? text.substring(first + 1) : text.substring(first + 1, second);
    Optional<SecretBytes> secret =
        second < 0
            ? Optional.empty()
            : Optional.of(new SecretBytes(Hex.decodeSha256(text.substring(second + 1))));
    return new TokenKey(
        id,
        TokenPurpose.find(id.substring(0, id.lastIndexOf("-v")))
            .orElseThrow(() -> new BugException("a token key without purpose")),
        KeyState.find(state).orElseThrow(() -> new BugException("a token key in no state")),
        secret);
  }
}
