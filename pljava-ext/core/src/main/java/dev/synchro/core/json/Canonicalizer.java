package dev.synchro.core.json;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.Arrays;

/**
 * Turns JSON text into RFC 8785 text in one pass, without a tree. Members are written as they come;
 * when an object closes and its names were not already in order, its members are put in order in
 * place. Repeated names meet there and are refused. Reusable, not safe for use by several threads.
 */
final class Canonicalizer {
  private static final double PORTABLE_END = 9_007_199_254_740_992.0;
  private static final int COPIED_INTEGER_DIGITS = 15;
  private static final int INSERTION_SORT_MEMBERS = 24;
  private static final int ARRAY = -1;

  private final boolean portable;
  private final Octets decoded = new Octets(64);
  private final Octets moved = new Octets(256);

  /** Start and name end in the output of every member of every open object. */
  private int[] starts = new int[64];

  private int[] nameEnds = new int[64];
  private int members;

  /** Per open container: index of its first member, or a mark for arrays; and whether sorted. */
  private int[] firstMember = {};

  private boolean[] sorted = {};

  /**
   * Makes one that can be used again and again.
   *
   * @param portable whether numbers must keep to the integer range of contract 2.5
   */
  Canonicalizer(boolean portable) {
    this.portable = portable;
  }

  void canonicalize(byte[] text, int from, int to, JsonLimits limits, Octets out) {
    members = 0;
    if (firstMember.length <= limits.maxDepth()) {
      firstMember = new int[limits.maxDepth() + 1];
      sorted = new boolean[limits.maxDepth() + 1];
    }
    JsonScanner scanner = new JsonScanner(text, from, to, limits);
    int depth = 0;
    boolean first = true;
    while (true) {
      JsonToken token = scanner.next();
      switch (token) {
        case OBJECT_END, ARRAY_END -> {
          close(depth--, token == JsonToken.OBJECT_END, out);
          first = false;
          continue;
        }
        case END -> {
          return;
        }
        default -> {}
      }
      if (!first) {
        out.u8(',');
      }
      first = false;
      if (token == JsonToken.NAME) {
        name(scanner, text, depth, out);
        token = scanner.next();
      }
      if (token == JsonToken.OBJECT_START || token == JsonToken.ARRAY_START) {
        depth++;
        boolean object = token == JsonToken.OBJECT_START;
        firstMember[depth] = object ? members : ARRAY;
        sorted[depth] = true;
        out.u8(object ? '{' : '[');
        first = true;
      } else {
        scalar(scanner, token, text, out);
      }
    }
  }

  private void scalar(JsonScanner scanner, JsonToken token, byte[] text, Octets out) {
    if (token == JsonToken.STRING) {
      string(scanner, text, out);
    } else if (token == JsonToken.NUMBER) {
      number(text, scanner.tokenStart(), scanner.tokenEnd(), out);
    } else {
      out.raw(text, scanner.tokenStart(), scanner.tokenEnd() - scanner.tokenStart());
    }
  }

  private void string(JsonScanner scanner, byte[] text, Octets out) {
    if (scanner.escaped()) {
      scanner.appendDecoded(decoded.reset());
      JsonText.appendString(decoded.array(), 0, decoded.length(), out);
    } else {
      // Nothing that needs an escape can stand in a string unescaped: the quotes come along.
      int start = scanner.tokenStart() - 1;
      out.raw(text, start, scanner.tokenEnd() + 1 - start);
    }
  }

  private void number(byte[] text, int from, int to, Octets out) {
    if (isCopiedInteger(text, from, to)) {
      out.raw(text, from, to - from);
      return;
    }
    double value = EcmaNumber.parse(text, from, to);
    if (portable && Math.abs(value) >= PORTABLE_END) {
      // From 2^53 on every binary64 is an integer, and so is every text that rounds there.
      throw new Malformed(Rule.INTEGER_RANGE, from);
    }
    if (Double.isInfinite(value)) {
      throw new Malformed(Rule.BEYOND_BINARY64, from);
    }
    EcmaNumber.append(value, out);
  }

  private static boolean isCopiedInteger(byte[] text, int from, int to) {
    int first = text[from] == '-' ? from + 1 : from;
    if (to - first > COPIED_INTEGER_DIGITS || (first > from && text[first] == '0')) {
      return false;
    }
    for (int i = first; i < to; i++) {
      if (text[i] < '0') {
        return false;
      }
      if (text[i] > '9') {
        return false;
      }
    }
    return true;
  }

  private void name(JsonScanner scanner, byte[] text, int depth, Octets out) {
    if (members == starts.length) {
      starts = Arrays.copyOf(starts, 2 * members);
      nameEnds = Arrays.copyOf(nameEnds, 2 * members);
    }
    int start = out.length();
    string(scanner, text, out);
    starts[members] = start;
    nameEnds[members] = out.length() - 1;
    out.u8(':');
    if (members > firstMember[depth] && sorted[depth]) {
      sorted[depth] = compareNames(out.array(), members - 1, members) < 0;
    }
    members++;
  }

  private void close(int depth, boolean object, Octets out) {
    if (object) {
      int first = firstMember[depth];
      if (!sorted[depth]) {
        order(first, out);
      }
      members = first;
    }
    out.u8(object ? '}' : ']');
  }

  private void order(int first, Octets out) {
    byte[] array = out.array();
    int count = members - first;
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = first + i;
    }
    if (count <= INSERTION_SORT_MEMBERS) {
      insertionSort(array, order);
    } else {
      order = mergeSort(array, order);
    }
    int from = starts[first];
    int end = out.length();
    moved.reset();
    for (int i = 0; i < count; i++) {
      int member = order[i];
      if (i > 0) {
        if (compareNames(array, order[i - 1], member) == 0) {
          throw new Malformed(Rule.DUPLICATE_MEMBER);
        }
        moved.u8(',');
      }
      // Behind every member but the last written one stands its comma.
      int memberEnd = member + 1 < members ? starts[member + 1] - 1 : end;
      moved.raw(array, starts[member], memberEnd - starts[member]);
    }
    System.arraycopy(moved.array(), 0, array, from, moved.length());
  }

  private void insertionSort(byte[] array, int[] order) {
    for (int i = 1; i < order.length; i++) {
      int member = order[i];
      int at = i;
      while (at > 0 && compareNames(array, order[at - 1], member) > 0) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = member;
    }
  }

  private int[] mergeSort(byte[] array, int[] order) {
    int[] from = order;
    int[] to = new int[order.length];
    for (int width = 1; width < order.length; width *= 2) {
      for (int left = 0; left < order.length; left += 2 * width) {
        merge(array, from, to, left, width);
      }
      int[] swap = from;
      from = to;
      to = swap;
    }
    return from;
  }

  private void merge(byte[] array, int[] from, int[] to, int left, int width) {
    int middle = Math.min(left + width, from.length);
    int right = Math.min(left + 2 * width, from.length);
    int a = left;
    int b = middle;
    for (int i = left; i < right; i++) {
      boolean takeLeft = b >= right || (a < middle && compareNames(array, from[a], from[b]) <= 0);
      to[i] = takeLeft ? from[a++] : from[b++];
    }
  }

  private int compareNames(byte[] array, int a, int b) {
    return NameOrder.compare(array, starts[a] + 1, nameEnds[a], starts[b] + 1, nameEnds[b]);
  }
}
