package dev.synchro.core.token;

import dev.synchro.core.bytes.Domain;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;

/** How tokens name a user and a client without carrying their ids. Contract 2.3. */
public final class Bindings {
  private Bindings() {}

  /** Lowercase hex SHA-256 of the user domain and {@code text(user_id)}. */
  public static String user(String userId) {
    Octets input = new Octets(128);
    Domain.USER_BINDING.appendTo(input);
    return Hex.encode(Sha256.digest(input.text(userId).toByteArray()));
  }

  /**
   * Lowercase hex SHA-256 of the client domain, {@code text(user_id)} and {@code text(client_id)}.
   */
  public static String client(String userId, String clientId) {
    Octets input = new Octets(128);
    Domain.CLIENT_BINDING.appendTo(input);
    return Hex.encode(Sha256.digest(input.text(userId).text(clientId).toByteArray()));
  }
}
