package dev.synchro.core.json;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Utf8;

/** Writes strings the way RFC 8785 does: the fewest escapes, everything else as UTF-8. */
final class JsonText {
  /** Per octet: 0 for itself, 'u' for a six-octet escape, else the letter behind the backslash. */
  private static final byte[] ESCAPES = escapes();

  private JsonText() {}

  private static byte[] escapes() {
    byte[] escapes = new byte[256];
    for (int i = 0; i < 0x20; i++) {
      escapes[i] = 'u';
    }
    escapes['\b'] = 'b';
    escapes['\t'] = 't';
    escapes['\n'] = 'n';
    escapes['\f'] = 'f';
    escapes['\r'] = 'r';
    escapes['"'] = '"';
    escapes['\\'] = '\\';
    return escapes;
  }

  /** Appends a quoted string whose content is given as well-formed UTF-8. */
  static void appendString(byte[] utf8, int from, int to, Octets out) {
    if ((Utf8.shape(utf8, from, to) & Utf8.ESCAPED) == 0) {
      appendPlain(utf8, from, to, out);
    } else {
      out.u8('"');
      appendEscaped(utf8, from, to, out);
    }
  }

  /** Appends a quoted string of which nothing needs an escape. */
  static void appendPlain(byte[] utf8, int from, int to, Octets out) {
    int count = to - from;
    byte[] target = out.reserve(count + 2);
    int at = out.length();
    target[at] = '"';
    System.arraycopy(utf8, from, target, at + 1, count);
    target[at + 1 + count] = '"';
    out.advance(count + 2);
  }

  private static void appendEscaped(byte[] utf8, int from, int to, Octets out) {
    int copied = from;
    for (int i = from; i < to; i++) {
      byte escape = ESCAPES[utf8[i] & 0xff];
      if (escape != 0) {
        out.raw(utf8, copied, i - copied);
        appendEscape(utf8[i], escape, out);
        copied = i + 1;
      }
    }
    out.raw(utf8, copied, to - copied).u8('"');
  }

  private static void appendEscape(byte octet, byte escape, Octets out) {
    out.u8('\\').u8(escape);
    if (escape == 'u') {
      int low = octet & 0xf;
      out.u8('0').u8('0').u8('0' + (octet >> 4)).u8(low < 10 ? '0' + low : 'a' + low - 10);
    }
  }
}
