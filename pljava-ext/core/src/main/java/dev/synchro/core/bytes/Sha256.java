package dev.synchro.core.bytes;

import dev.synchro.core.error.BugException;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** One reusable SHA-256 context. Not safe for use by several threads. */
public final class Sha256 {
  /** Octets of a digest. */
  public static final int LENGTH = 32;

  private final MessageDigest digest;

  public Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new BugException("this Java has no SHA-256", e);
    }
  }

  /** SHA-256 of the parts in their order. */
  public static byte[] digest(byte[]... parts) {
    Sha256 context = new Sha256();
    for (byte[] part : parts) {
      context.update(part);
    }
    return context.finish();
  }

  /** Forgets everything fed since the last {@link #finish()}. */
  public void reset() {
    digest.reset();
  }

  public void update(byte[] octets) {
    digest.update(octets, 0, octets.length);
  }

  public void update(byte[] octets, int from, int count) {
    digest.update(octets, from, count);
  }

  /** The 32 octets of the digest; the context starts over. */
  public byte[] finish() {
    return digest.digest();
  }

  /** Writes the 32 octets of the digest to {@code out} at {@code at}; the context starts over. */
  public void finish(byte[] out, int at) {
    try {
      digest.digest(out, at, LENGTH);
    } catch (DigestException e) {
      throw new BugException("no room for a digest", e);
    }
  }
}
