package dev.synchro.adapter.http;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.limit.Limits;

/**
 * What a body must be before a server may even look at it: UTF-8, and not nested deeper than any
 * request may be, since the server's own JSON reader recurses. Everything else is the server's to
 * judge. Contract 5.2.
 */
final class BodyShape {
  private BodyShape() {}

  /** One pass, no memory. */
  static boolean acceptable(byte[] body) {
    try {
      Utf8.check(body, 0, body.length);
    } catch (Malformed e) {
      return false;
    }
    return depth(body) <= Limits.MAX_JSON_DEPTH;
  }

  /** Brackets open at the same time, those in strings left out. */
  private static int depth(byte[] body) {
    int open = 0;
    int deepest = 0;
    boolean string = false;
    for (int i = 0; i < body.length; i++) {
      byte octet = body[i];
      if (string) {
        if (octet == '\\') {
          i++;
        } else if (octet == '"') {
          string = false;
        }
      } else if (octet == '"') {
        string = true;
      } else if (octet == '{' || octet == '[') {
        deepest = Math.max(deepest, ++open);
      } else if (octet == '}' || octet == ']') {
        open--;
      }
    }
    return deepest;
  }
}
