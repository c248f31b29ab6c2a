package dev.synchro.core.fingerprint;

import dev.synchro.core.bytes.Domain;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.json.JsonWriter;

/** Tells whether a mutation id comes again with the same content. Contract 5.4.7. */
public final class MutationFingerprint {
  private MutationFingerprint() {}

  /** SHA-256 over the domain and {@code ["mutation-scope-v1", user_id, client_id, mutation]}. */
  public static byte[] of(String userId, String clientId, MutationContent mutation) {
    return Sha256.digest(input(userId, clientId, mutation.canonical()));
  }

  /**
   * What the fingerprint is the digest of, from a mutation that is canonical text already.
   *
   * @param mutation see {@link MutationContent#canonical}
   */
  public static byte[] input(String userId, String clientId, byte[] mutation) {
    Octets octets = new Octets(mutation.length + 256);
    JsonWriter json = new JsonWriter(octets.raw(Domain.PUSH_MUTATION_FINGERPRINT.octets()));
    json.beginArray().string("mutation-scope-v1").string(userId).string(clientId);
    return json.raw(mutation).endArray().toByteArray();
  }
}
