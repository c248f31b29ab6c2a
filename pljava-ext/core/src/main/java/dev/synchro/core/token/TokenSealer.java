package dev.synchro.core.token;

import dev.synchro.core.bytes.Base64Url;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.BugException;

/** Signs payloads: {@code <prefix>.<b64url(payload)>.<b64url(mac)>}. Contract 2.3. */
public final class TokenSealer {
  private TokenSealer() {}

  /** The token of a payload under the key it names. */
  public static String seal(TokenPayload payload, TokenKey key) {
    boolean fits =
        key.purpose() == payload.purpose()
            && key.keyId().equals(payload.keyId())
            && key.secret().isPresent();
    if (!fits) {
      throw new BugException("a token sealed with a key it does not name");
    }
    return seal(payload.purpose(), payload.canonical(), key.secret().get());
  }

  static String seal(TokenPurpose purpose, byte[] canonical, SecretBytes secret) {
    byte[] mac = HmacSha256.mac(secret, purpose.domain().octets(), canonical);
    Octets out = new Octets(canonical.length * 4 / 3 + 64).ascii(purpose.prefix()).u8('.');
    Base64Url.append(canonical, 0, canonical.length, out);
    out.u8('.');
    Base64Url.append(mac, 0, mac.length, out);
    return Utf8.decode(out.array(), 0, out.length());
  }
}
