package dev.synchro.core.message;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import java.util.Optional;

/**
 * Where the answer of a push may lie if it was given before: its client and batch as they stand in
 * the first members of these names, found without reading the body. In a body that is no request,
 * or has such members further inside, they may be wrong, so they only tell where to look.
 *
 * @param clientId could name a client
 * @param batchId could name a batch
 */
public record BatchHint(String clientId, String batchId) {

  /**
   * The hint in the octets of a body; absent when a part is not found or written with an escape.
   */
  public static Optional<BatchHint> in(byte[] octets) {
    if (octets.length > SyncCall.PUSH.maxBodyOctets()) {
      return Optional.empty();
    }
    Optional<String> clientId = find(octets, "client_id");
    Optional<String> batchId = find(octets, "batch_id");
    boolean usable =
        clientId.isPresent()
            && batchId.isPresent()
            && RequestBody.isClientId(clientId.get())
            && RequestReader.isUuid(batchId.get());
    return usable ? Optional.of(new BatchHint(clientId.get(), batchId.get())) : Optional.empty();
  }

  /** The string behind the first place where a member's name stands. */
  private static Optional<String> find(byte[] octets, String name) {
    byte[] quoted = new Octets(name.length() + 2).u8('"').ascii(name).u8('"').toByteArray();
    int at = behind(octets, quoted);
    at = skipBlanks(octets, at);
    if (at >= octets.length || octets[at] != ':') {
      return Optional.empty();
    }
    at = skipBlanks(octets, at + 1);
    if (at >= octets.length || octets[at] != '"') {
      return Optional.empty();
    }
    int end = ++at;
    while (end < octets.length && octets[end] != '"') {
      if (octets[end] == '\\' || (octets[end] >= 0 && octets[end] < ' ')) {
        return Optional.empty();
      }
      end++;
    }
    if (end >= octets.length) {
      return Optional.empty();
    }
    try {
      return Optional.of(Utf8.decode(octets, at, end));
    } catch (Malformed refused) {
      return Optional.empty();
    }
  }

  /** The place behind the first occurrence of a text, or the end. */
  private static int behind(byte[] octets, byte[] text) {
    for (int at = 0; at <= octets.length - text.length; at++) {
      int same = 0;
      while (same < text.length && octets[at + same] == text[same]) {
        same++;
      }
      if (same == text.length) {
        return at + same;
      }
    }
    return octets.length;
  }

  private static int skipBlanks(byte[] octets, int from) {
    int at = from;
    while (at < octets.length
        && (octets[at] == ' ' || octets[at] == '\n' || octets[at] == '\r' || octets[at] == '\t')) {
      at++;
    }
    return at;
  }
}
