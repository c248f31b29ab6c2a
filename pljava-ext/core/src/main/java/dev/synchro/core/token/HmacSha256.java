package dev.synchro.core.token;

import dev.synchro.core.bytes.Sha256;

/**
 * HMAC-SHA-256 of RFC 2104 over the platform's SHA-256. Spares a backend the start of the JCE
 * provider machinery, which costs more than everything else a call does.
 */
final class HmacSha256 {
  private static final int BLOCK_OCTETS = 64;
  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  private HmacSha256() {}

  static byte[] mac(SecretBytes key, byte[]... message) {
    byte[] secret = key.expose();
    Sha256 sha = new Sha256();
    sha.update(padded(secret, INNER));
    for (byte[] part : message) {
      sha.update(part);
    }
    byte[] inner = sha.finish();
    sha.update(padded(secret, OUTER));
    sha.update(inner);
    return sha.finish();
  }

  private static byte[] padded(byte[] secret, byte pad) {
    byte[] block = new byte[BLOCK_OCTETS];
    for (int i = 0; i < BLOCK_OCTETS; i++) {
      block[i] = (byte) (pad ^ (i < secret.length ? secret[i] : 0));
    }
    return block;
  }
}
