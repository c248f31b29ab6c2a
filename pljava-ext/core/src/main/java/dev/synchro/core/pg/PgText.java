package dev.synchro.core.pg;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.NotPortable;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.EcmaNumber;
import dev.synchro.core.json.PortableJson;
import dev.synchro.core.value.CanonicalDecimal;
import dev.synchro.core.value.DateTimes;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * PostgreSQL text to portable values and back. The text is that of sessions with {@code DateStyle
 * ISO}, {@code TimeZone UTC}, {@code IntervalStyle iso_8601}, {@code bytea_output hex} and {@code
 * extra_float_digits 1}. Contract 2.6.
 */
public final class PgText {
  private static final int DAY_TIME_GAP = 1;
  private static final int SECONDS_LENGTH = 8;
  private static final int MICROSECOND_DIGITS = 6;

  private PgText() {}

  /**
   * Portable value of a column's text output.
   *
   * @throws NotPortable when the value has no portable form
   */
  public static PortableValue toPortable(PgColumnType type, byte[] text) {
    return toPortable(type, text, 0, text.length);
  }

  /** As {@link #toPortable(PgColumnType, byte[])} for a part of an array. */
  public static PortableValue toPortable(PgColumnType type, byte[] text, int from, int to) {
    try {
      if (type.array()) {
        return PgArrayReader.read(type.scalar(), text, from, to);
      }
      return scalar(type.scalar(), text, from, to);
    } catch (NotPortable refusal) {
      throw refusal;
    } catch (Malformed refusal) {
      throw new NotPortable(refusal.rule());
    }
  }

  /**
   * Text input for a column of the type, never null.
   *
   * @param value not null, of the column's portable type
   * @throws NotPortable when PostgreSQL cannot hold the value
   */
  public static String toPgText(PgColumnType type, PortableValue value) {
    try {
      if (type.array()) {
        return PgArrayWriter.write(type.scalar(), value);
      }
      return inputText(value);
    } catch (NotPortable refusal) {
      throw refusal;
    } catch (Malformed refusal) {
      throw new NotPortable(refusal.rule());
    }
  }

  static String inputText(PortableValue value) {
    switch (value.type()) {
      case INT, INT64 -> {
        return Long.toString(value.asLong());
      }
      case FLOAT -> {
        return EcmaNumber.text(value.asDouble());
      }
      case BOOLEAN -> {
        return value.asBoolean() ? "t" : "f";
      }
      case BYTES -> {
        return hex(value.asOctets());
      }
      default -> {
        String text = value.asText();
        if (value.type() == PortableType.STRING && text.indexOf('\0') >= 0) {
          throw new NotPortable(Rule.NUL_CHARACTER);
        }
        return text;
      }
    }
  }

  private static String hex(byte[] octets) {
    Octets out = new Octets(2 * octets.length + 2).ascii("\\x");
    dev.synchro.core.bytes.Hex.append(octets, out);
    return Utf8.decode(out.array(), 0, out.length());
  }

  static PortableValue scalar(PgScalar scalar, byte[] text, int from, int to) {
    return switch (scalar) {
      case INT2 -> PortableValue.ofInt((int) integer(text, from, to, Short.MIN_VALUE));
      case INT4 -> PortableValue.ofInt((int) integer(text, from, to, Integer.MIN_VALUE));
      case INT8 -> PortableValue.ofInt64(integer(text, from, to, Long.MIN_VALUE));
      case NUMERIC -> numeric(text, from, to);
      case FLOAT8 -> PortableValue.ofFloat(EcmaNumber.parse(text, from, number(text, from, to)));
      case FLOAT4 -> PortableValue.ofFloat(real(text, from, number(text, from, to)));
      case BOOL -> bool(text, from, to);
      case KEY_TEXT, TEXT, BOX -> PortableValue.ofUtf8(text, from, to);
      case TIMESTAMPTZ -> dateTime(text, from, utcEnd(text, from, to));
      case TIMESTAMP -> dateTime(text, from, to);
      case DATE -> date(text, from, to);
      case TIME -> time(text, from, to);
      case JSON ->
          PortableValue.adoptCanonical(
              PortableType.JSON, PortableJson.canonicalize(text, from, to));
      case BYTEA -> bytes(text, from, to);
    };
  }

  /** An integer from {@code least} to its counterpart, which is one nearer to zero. */
  private static long integer(byte[] text, int from, int to, long least) {
    boolean negative = from < to && text[from] == '-';
    int first = negative ? from + 1 : from;
    if (first == to) {
      throw new NotPortable(Rule.NOT_AN_INT);
    }
    long bound = negative ? least : least + 1;
    long value = 0;
    for (int i = first; i < to; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9) {
        throw new NotPortable(Rule.NOT_AN_INT);
      }
      if (value < (bound + digit) / 10) {
        throw new NotPortable(Rule.OUT_OF_RANGE);
      }
      value = value * 10 - digit;
    }
    return negative ? value : -value;
  }

  private static PortableValue numeric(byte[] text, int from, int to) {
    refuseWord(text, from, to);
    return PortableValue.adoptCanonical(
        PortableType.DECIMAL, CanonicalDecimal.canonicalize(text, from, to));
  }

  /** NaN, Infinity and -Infinity are the only numbers PostgreSQL writes with letters in front. */
  private static void refuseWord(byte[] text, int from, int to) {
    int first = from < to && text[from] == '-' ? from + 1 : from;
    if (first < to && (text[first] | 0x20) >= 'a') {
      throw new NotPortable(Rule.NOT_FINITE);
    }
  }

  /** Returns {@code to} when the text is a number in JSON's grammar. */
  private static int number(byte[] text, int from, int to) {
    refuseWord(text, from, to);
    int at = digits(text, from < to && text[from] == '-' ? from + 1 : from, to);
    if (at < to && text[at] == '.') {
      at = digits(text, at + 1, to);
    }
    if (at < to && (text[at] | 0x20) == 'e') {
      int signed = at + 1 < to && (text[at + 1] == '+' || text[at + 1] == '-') ? at + 2 : at + 1;
      at = digits(text, signed, to);
    }
    if (at != to) {
      throw new NotPortable(Rule.NOT_A_NUMBER);
    }
    return to;
  }

  private static int digits(byte[] text, int from, int to) {
    int at = from;
    while (at < to && text[at] >= '0' && text[at] <= '9') {
      at++;
    }
    if (at == from) {
      throw new NotPortable(Rule.NOT_A_NUMBER);
    }
    return at;
  }

  /** Rounds to binary32 first, as the column did, and then widens by value. */
  private static double real(byte[] text, int from, int to) {
    return Float.parseFloat(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
  }

  private static PortableValue bool(byte[] text, int from, int to) {
    if (to - from == 1 && (text[from] == 't' || text[from] == 'f')) {
      return PortableValue.ofBoolean(text[from] == 't');
    }
    throw new NotPortable(Rule.NOT_A_BOOLEAN);
  }

  private static PortableValue bytes(byte[] text, int from, int to) {
    int count = to - from - 2;
    if (count < 0 || count % 2 != 0 || text[from] != '\\' || text[from + 1] != 'x') {
      throw new NotPortable(Rule.NOT_HEX);
    }
    byte[] octets = new byte[count / 2];
    for (int i = 0; i < octets.length; i++) {
      int high = hexDigit(text[from + 2 + 2 * i]);
      int low = hexDigit(text[from + 3 + 2 * i]);
      octets[i] = (byte) (high << 4 | low);
    }
    return PortableValue.adoptCanonical(PortableType.BYTES, octets);
  }

  private static int hexDigit(byte octet) {
    if (octet >= '0' && octet <= '9') {
      return octet - '0';
    }
    if (octet >= 'a' && octet <= 'f') {
      return octet - 'a' + 10;
    }
    throw new NotPortable(Rule.NOT_HEX);
  }

  /** End of the part in front of the UTC offset. */
  private static int utcEnd(byte[] text, int from, int to) {
    refuseUndated(text, from, to);
    int end = to - 3;
    if (end < from || text[end] != '+' || text[end + 1] != '0' || text[end + 2] != '0') {
      throw new NotPortable(Rule.NOT_A_DATETIME);
    }
    return end;
  }

  /** Refuses infinities, years before 1 and years above 9999, which have no four digits. */
  private static void refuseUndated(byte[] text, int from, int to) {
    refuseWord(text, from, to);
    if (to > from && text[to - 1] == 'C') {
      throw new NotPortable(Rule.YEAR_RANGE);
    }
    int yearEnd = from;
    while (yearEnd < to && text[yearEnd] >= '0' && text[yearEnd] <= '9') {
      yearEnd++;
    }
    if (yearEnd - from > 4) {
      throw new NotPortable(Rule.YEAR_RANGE);
    }
  }

  private static PortableValue dateTime(byte[] text, int from, int to) {
    refuseUndated(text, from, to);
    int timeStart = from + DateTimes.DATE_LENGTH + DAY_TIME_GAP;
    if (timeStart >= to || text[timeStart - 1] != ' ') {
      throw new NotPortable(Rule.NOT_A_DATETIME);
    }
    byte[] canonical = new byte[DateTimes.DATETIME_LENGTH];
    System.arraycopy(text, from, canonical, 0, DateTimes.DATE_LENGTH);
    canonical[DateTimes.DATE_LENGTH] = 'T';
    putTime(text, timeStart, to, canonical, DateTimes.DATE_LENGTH + 1);
    canonical[DateTimes.DATETIME_LENGTH - 1] = 'Z';
    DateTimes.checkDateTime(canonical, 0, canonical.length);
    return PortableValue.adoptCanonical(PortableType.DATETIME, canonical);
  }

  private static PortableValue date(byte[] text, int from, int to) {
    refuseUndated(text, from, to);
    DateTimes.checkDate(text, from, to);
    return PortableValue.adoptCanonical(PortableType.DATE, Arrays.copyOfRange(text, from, to));
  }

  private static PortableValue time(byte[] text, int from, int to) {
    byte[] canonical = new byte[DateTimes.TIME_LENGTH];
    putTime(text, from, to, canonical, 0);
    DateTimes.checkTime(canonical, 0, canonical.length);
    return PortableValue.adoptCanonical(PortableType.TIME, canonical);
  }

  /** Copies {@code HH:MM:SS} with its fraction, filled up to six digits. */
  private static void putTime(byte[] text, int from, int to, byte[] out, int at) {
    int length = to - from;
    boolean whole = length == SECONDS_LENGTH;
    boolean fits =
        whole
            || (length > SECONDS_LENGTH + 1
                && length <= SECONDS_LENGTH + 1 + MICROSECOND_DIGITS
                && text[from + SECONDS_LENGTH] == '.');
    if (!fits) {
      throw new NotPortable(Rule.NOT_A_TIME);
    }
    System.arraycopy(text, from, out, at, length);
    if (whole) {
      out[at + SECONDS_LENGTH] = '.';
      length++;
    }
    for (int i = at + length; i < at + DateTimes.TIME_LENGTH; i++) {
      out[i] = '0';
    }
  }
}
