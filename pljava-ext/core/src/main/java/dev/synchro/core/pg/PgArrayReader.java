package dev.synchro.core.pg;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.error.NotPortable;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.PortableJson;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import java.util.Arrays;

/**
 * Reads the text output of an array, {@code {a,"b c",NULL}} with an optional {@code [0:1]=} in
 * front, and makes a JSON array of it. Parts of different length or depth, which no PostgreSQL
 * array has, are refused. Does not recurse. Contract 2.6.
 */
final class PgArrayReader {
  /** Dimensions PostgreSQL allows. */
  static final int MAX_DIMENSIONS = 6;

  private static final int UNKNOWN = -1;

  private final PgScalar scalar;
  private final byte[] text;
  private final int end;
  private final byte delimiter;
  private final Octets json;
  private final Octets element = new Octets(64);

  /** By depth: number of parts every closed array had, and that the open one has so far. */
  private final int[] lengths = new int[MAX_DIMENSIONS + 1];

  private final int[] parts = new int[MAX_DIMENSIONS + 1];
  private int at;
  private int depth;
  private int elementDepth;

  private PgArrayReader(PgScalar scalar, byte[] text, int from, int to) {
    this.scalar = scalar;
    this.text = text;
    this.at = from;
    this.end = to;
    this.delimiter = (byte) scalar.arrayDelimiter();
    this.json = new Octets(to - from + 16);
    Arrays.fill(lengths, UNKNOWN);
  }

  static PortableValue read(PgScalar scalar, byte[] text, int from, int to) {
    PgArrayReader reader = new PgArrayReader(scalar, text, from, to);
    reader.skipBounds();
    reader.array();
    byte[] canonical = PortableJson.canonicalize(reader.json.array(), 0, reader.json.length());
    return PortableValue.adoptCanonical(PortableType.JSON, canonical);
  }

  private void skipBounds() {
    if (peek() != '[') {
      return;
    }
    while (peek() == '[') {
      at++;
      skipBound();
      expect(':');
      skipBound();
      expect(']');
    }
    expect('=');
  }

  private void skipBound() {
    if (peek() == '-') {
      at++;
    }
    int first = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    if (at == first) {
      throw refuse();
    }
  }

  private void expect(char octet) {
    if (take() != octet) {
      throw refuse();
    }
  }

  private void array() {
    open();
    boolean afterElement = false;
    while (depth > 0) {
      byte next = peek();
      if (next == '}') {
        at++;
        close();
        afterElement = true;
      } else if (afterElement) {
        if (take() != delimiter || peek() == '}') {
          throw refuse();
        }
        json.u8(',');
        afterElement = false;
      } else if (next == '{') {
        open();
      } else {
        element();
        afterElement = true;
      }
    }
    if (at != end) {
      throw refuse();
    }
  }

  private void open() {
    expect('{');
    if (depth == MAX_DIMENSIONS) {
      throw new NotPortable(Rule.TOO_DEEP);
    }
    parts[depth]++;
    depth++;
    parts[depth] = 0;
    json.u8('[');
  }

  private void close() {
    if (lengths[depth] == UNKNOWN) {
      lengths[depth] = parts[depth];
    }
    boolean emptyPart = parts[depth] == 0 && depth > 1;
    if (emptyPart || lengths[depth] != parts[depth]) {
      throw new NotPortable(Rule.RAGGED_ARRAY);
    }
    depth--;
    json.u8(']');
  }

  private void element() {
    if (elementDepth == 0) {
      elementDepth = depth;
    }
    if (elementDepth != depth) {
      throw new NotPortable(Rule.RAGGED_ARRAY);
    }
    parts[depth]++;
    boolean quoted = peek() == '"';
    element.reset();
    if (quoted) {
      quoted();
    } else {
      plain();
    }
    if (!quoted && isNull()) {
      json.ascii("null");
    } else {
      PgText.scalar(scalar, element.array(), 0, element.length()).appendWire(json);
    }
  }

  private boolean isNull() {
    byte[] octets = element.array();
    return element.length() == 4
        && octets[0] == 'N'
        && octets[1] == 'U'
        && octets[2] == 'L'
        && octets[3] == 'L';
  }

  private void quoted() {
    at++;
    while (true) {
      byte octet = take();
      if (octet == '"') {
        return;
      }
      element.u8(octet == '\\' ? take() : octet);
    }
  }

  private void plain() {
    while (true) {
      byte octet = peek();
      if (octet == delimiter || octet == '}') {
        break;
      }
      if (octet == '{' || octet == '"') {
        throw refuse();
      }
      at++;
      element.u8(octet == '\\' ? take() : octet);
    }
    if (element.length() == 0) {
      throw refuse();
    }
  }

  private byte peek() {
    if (at >= end) {
      throw refuse();
    }
    return text[at];
  }

  private byte take() {
    byte octet = peek();
    at++;
    return octet;
  }

  private static NotPortable refuse() {
    return new NotPortable(Rule.NOT_AN_ARRAY);
  }
}
