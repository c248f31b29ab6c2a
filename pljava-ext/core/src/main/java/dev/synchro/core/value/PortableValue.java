package dev.synchro.core.value;

import dev.synchro.core.bytes.Base64Url;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.BugException;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.EcmaNumber;
import dev.synchro.core.json.PortableJson;
import java.util.Arrays;

/**
 * One value of a portable type, SQL null included, in canonical form. Immutable: everything that
 * gives out octets gives out a copy or appends. ADR 005 "Canonical typed binary grammar".
 */
public final class PortableValue {
  private static final byte[] NO_OCTETS = {};
  private static final PortableValue[] NULLS = nulls();
  private static final PortableValue TRUE = new PortableValue(PortableType.BOOLEAN, true, 1, null);
  private static final PortableValue FALSE = new PortableValue(PortableType.BOOLEAN, true, 0, null);

  private final PortableType type;
  private final boolean present;

  /**
   * The number of int, int64 and boolean, the binary64 bits of float; for strings, which {@link
   * Utf8#shape} the content has.
   */
  private final long number;

  /** The content of every type with a blob payload; null for the others. */
  private final byte[] octets;

  private PortableValue(PortableType type, boolean present, long number, byte[] octets) {
    this.type = type;
    this.present = present;
    this.number = number;
    this.octets = octets;
  }

  private static PortableValue[] nulls() {
    PortableType[] types = PortableType.values();
    PortableValue[] nulls = new PortableValue[types.length + 1];
    for (PortableType type : types) {
      nulls[type.tag()] = new PortableValue(type, false, 0, null);
    }
    return nulls;
  }

  /** SQL null of a type. */
  public static PortableValue ofNull(PortableType type) {
    return NULLS[type.tag()];
  }

  /**
   * A string.
   *
   * @throws Malformed for a lone surrogate
   */
  public static PortableValue ofString(String value) {
    return adopt(PortableType.STRING, Utf8.encode(value));
  }

  public static PortableValue ofInt(int value) {
    return new PortableValue(PortableType.INT, true, value, null);
  }

  public static PortableValue ofInt64(long value) {
    return new PortableValue(PortableType.INT64, true, value, null);
  }

  /**
   * Minus zero becomes zero.
   *
   * @throws Malformed for NaN and the infinities
   */
  public static PortableValue ofFloat(double value) {
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      throw new Malformed(Rule.NOT_FINITE);
    }
    long bits = Double.doubleToRawLongBits(value == 0 ? 0.0 : value);
    return new PortableValue(PortableType.FLOAT, true, bits, null);
  }

  public static PortableValue ofBoolean(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** Takes a copy. */
  public static PortableValue ofBytes(byte[] value) {
    return adopt(PortableType.BYTES, value.clone());
  }

  /**
   * A decimal.
   *
   * @param canonical exact decimal in canonical form, see {@link CanonicalDecimal}
   * @throws Malformed when the text is not canonical
   */
  public static PortableValue ofDecimal(String canonical) {
    byte[] ascii = Utf8.encode(canonical);
    CanonicalDecimal.check(ascii, 0, ascii.length);
    return adopt(PortableType.DECIMAL, ascii);
  }

  /**
   * A datetime.
   *
   * @param text {@code YYYY-MM-DDTHH:MM:SS.ffffffZ}
   * @throws Malformed when the text is none
   */
  public static PortableValue ofDateTime(String text) {
    byte[] ascii = Utf8.encode(text);
    DateTimes.checkDateTime(ascii, 0, ascii.length);
    return adopt(PortableType.DATETIME, ascii);
  }

  /**
   * A date.
   *
   * @param text {@code YYYY-MM-DD}
   * @throws Malformed when the text is none
   */
  public static PortableValue ofDate(String text) {
    byte[] ascii = Utf8.encode(text);
    DateTimes.checkDate(ascii, 0, ascii.length);
    return adopt(PortableType.DATE, ascii);
  }

  /**
   * A time.
   *
   * @param text {@code HH:MM:SS.ffffff}
   * @throws Malformed when the text is none
   */
  public static PortableValue ofTime(String text) {
    byte[] ascii = Utf8.encode(text);
    DateTimes.checkTime(ascii, 0, ascii.length);
    return adopt(PortableType.TIME, ascii);
  }

  /**
   * A json value.
   *
   * @param text any portable JSON text; it is made canonical
   * @throws Malformed when the text is no portable JSON
   */
  public static PortableValue ofJson(byte[] text) {
    return adopt(PortableType.JSON, PortableJson.canonicalize(text));
  }

  /** Keeps the array, which must be canonical content of the type and never change again. */
  static PortableValue adopt(PortableType type, byte[] canonicalContent) {
    int shape = 0;
    if (type == PortableType.STRING) {
      shape = Utf8.shape(canonicalContent, 0, canonicalContent.length);
    }
    return new PortableValue(type, true, shape, canonicalContent);
  }

  /**
   * A string of any octets.
   *
   * @throws Malformed when the octets are no well-formed UTF-8
   */
  public static PortableValue ofUtf8(byte[] utf8, int from, int to) {
    int shape = Utf8.shape(utf8, from, to);
    if ((shape & Utf8.MULTIBYTE) != 0) {
      Utf8.check(utf8, from, to);
    }
    byte[] content = Arrays.copyOfRange(utf8, from, to);
    return new PortableValue(PortableType.STRING, true, shape, content);
  }

  /**
   * Keeps the array. For code of this library that has just built the canonical content itself.
   *
   * @param canonicalContent content of a type with a blob payload, never changed again
   */
  public static PortableValue adoptCanonical(PortableType type, byte[] canonicalContent) {
    return switch (type) {
      case INT, INT64, FLOAT, BOOLEAN -> throw new BugException("a type without a blob payload");
      default -> adopt(type, canonicalContent);
    };
  }

  public PortableType type() {
    return type;
  }

  public boolean isNull() {
    return !present;
  }

  /** The number of an int or int64. */
  public long asLong() {
    require(type == PortableType.INT || type == PortableType.INT64);
    return number;
  }

  public double asDouble() {
    require(type == PortableType.FLOAT);
    return Double.longBitsToDouble(number);
  }

  public boolean asBoolean() {
    require(type == PortableType.BOOLEAN);
    return number != 0;
  }

  /** Content of string, decimal, datetime, date, time and json as text. */
  public String asText() {
    require(octets != null && type != PortableType.BYTES);
    return Utf8.decode(octets);
  }

  /** Content of every type with a blob payload: the octets behind the length. */
  public byte[] asOctets() {
    require(octets != null);
    return octets.clone();
  }

  private void require(boolean condition) {
    if (!condition || !present) {
      throw new BugException("a portable value of another type, or null");
    }
  }

  /**
   * Checks a decimal against declared bounds; null fits any. Contract 2.5.
   *
   * @throws Malformed when it has more digits
   */
  public void checkBounds(int precision, int scale) {
    if (present) {
      require(type == PortableType.DECIMAL);
      CanonicalDecimal.checkBounds(octets, 0, octets.length, precision, scale);
    }
  }

  /** Octets that {@link #appendTyped} appends. */
  public int typedLength() {
    if (!present) {
      return 2;
    }
    return switch (type) {
      case INT -> 6;
      case INT64, FLOAT -> 10;
      case BOOLEAN -> 3;
      default -> 10 + octets.length;
    };
  }

  /** Appends {@code type_tag || presence || payload}. */
  public void appendTyped(Octets out) {
    if (!present) {
      out.u8(type.tag()).u8(0);
      return;
    }
    out.u8(type.tag()).u8(1);
    switch (type) {
      case INT -> out.u32be((int) number);
      case INT64, FLOAT -> out.u64be(number);
      case BOOLEAN -> out.u8((int) number);
      default -> out.blob(octets);
    }
  }

  /** {@code type_tag || presence || payload}. */
  public byte[] typed() {
    Octets out = new Octets(typedLength());
    appendTyped(out);
    return out.toByteArray();
  }

  /** Appends the canonical wire JSON. */
  public void appendWire(Octets out) {
    if (!present) {
      out.ascii("null");
      return;
    }
    switch (type) {
      case INT -> out.decimal(number);
      case INT64 -> out.u8('"').decimal(number).u8('"');
      case FLOAT -> EcmaNumber.append(Double.longBitsToDouble(number), out);
      case BOOLEAN -> out.ascii(number != 0 ? "true" : "false");
      case BYTES -> {
        out.u8('"');
        Base64Url.append(octets, 0, octets.length, out);
        out.u8('"');
      }
      case STRING -> {
        if ((number & Utf8.ESCAPED) == 0) {
          CanonicalJson.appendPlainString(octets, 0, octets.length, out);
        } else {
          CanonicalJson.appendString(octets, 0, octets.length, out);
        }
      }
      case JSON -> CanonicalJson.appendString(octets, 0, octets.length, out);
      default -> out.u8('"').raw(octets).u8('"');
    }
  }

  /** The canonical wire JSON. */
  public byte[] wire() {
    Octets out = new Octets(octets == null ? 32 : octets.length + 16);
    appendWire(out);
    return out.toByteArray();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PortableValue that
        && type == that.type
        && present == that.present
        && number == that.number
        && Arrays.equals(
            octets == null ? NO_OCTETS : octets, that.octets == null ? NO_OCTETS : that.octets);
  }

  @Override
  public int hashCode() {
    return (type.tag() * 31 + Long.hashCode(number)) * 31 + Arrays.hashCode(octets);
  }

  /** Names the type only: a value never reaches a log. */
  @Override
  public String toString() {
    return present ? type.wireName() : type.wireName() + " null";
  }
}
