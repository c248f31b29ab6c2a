package dev.synchro.core.row;

import dev.synchro.core.bytes.Domain;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import java.nio.ByteBuffer;

/**
 * The octets that name a row: {@code ROW_ID_DOMAIN || text(table_id) || text(pk_field_id) ||
 * typed_value}. The part in front of the value is the same for every row of a table and is called
 * head, the typed value is called key. ADR 005 "Row identity and row digest".
 */
public final class RowIdentity {
  private static final int PRESENT = 1;
  private static final byte STRING_TAG = 0x01;
  private static final byte INT_TAG = 0x02;
  private static final byte INT64_TAG = 0x03;
  private static final int INT_KEY_LENGTH = 6;
  private static final int INT64_KEY_LENGTH = 10;

  /** Octets in front of the content of a string key: tag, presence and length. */
  public static final int STRING_KEY_START = 10;

  private RowIdentity() {}

  /** {@code ROW_ID_DOMAIN || text(table_id) || text(pk_field_id)}. */
  public static byte[] head(String tableId, String primaryKeyFieldId) {
    Octets out = new Octets(128);
    Domain.ROW_IDENTITY.appendTo(out);
    return out.text(tableId).text(primaryKeyFieldId).toByteArray();
  }

  /**
   * {@code type_tag || 01 || payload}.
   *
   * @throws Malformed when the value cannot be a key
   */
  public static byte[] key(PortableValue value) {
    checkKeyValue(value);
    return value.typed();
  }

  /** Head and key together. */
  public static byte[] of(byte[] head, byte[] key) {
    return new Octets(head.length + key.length).raw(head).raw(key).toByteArray();
  }

  static void checkKeyValue(PortableValue value) {
    if (value.isNull()) {
      throw new Malformed(Rule.NULL_KEY);
    }
    if (!value.type().isKeyType()) {
      throw new Malformed(Rule.KEY_TYPE);
    }
  }

  /**
   * Checks that the octets are one complete row identity with nothing behind it, and returns the
   * length of its head.
   *
   * @throws Malformed when they are not
   */
  public static int check(byte[] identity) {
    if (!Domain.ROW_IDENTITY.opens(identity)) {
      throw new Malformed(Rule.IDENTITY_MALFORMED);
    }
    int at = skipText(identity, Domain.ROW_IDENTITY.length());
    at = skipText(identity, at);
    checkKey(identity, at);
    return at;
  }

  private static int skipText(byte[] identity, int at) {
    long left = (long) identity.length - at - 8;
    long length = left < 0 ? -1 : u64(identity, at);
    if (length <= 0 || length > left) {
      throw new Malformed(Rule.IDENTITY_MALFORMED);
    }
    Utf8.check(identity, at + 8, at + 8 + (int) length);
    return at + 8 + (int) length;
  }

  /**
   * Checks that a key stands from {@code at} to the end of the octets.
   *
   * @throws Malformed when none does
   */
  static void checkKey(byte[] octets, int at) {
    int left = octets.length - at - 2;
    if (left < 0) {
      throw new Malformed(Rule.IDENTITY_MALFORMED);
    }
    PortableType type = PortableType.ofTag(octets[at]);
    if (!type.isKeyType()) {
      throw new Malformed(Rule.KEY_TYPE);
    }
    if (octets[at + 1] != PRESENT) {
      throw new Malformed(octets[at + 1] == 0 ? Rule.NULL_KEY : Rule.IDENTITY_MALFORMED);
    }

    boolean fits =
        switch (type) {
          case INT -> left == 4;
          case INT64 -> left == 8;
          default -> left >= 8 && u64(octets, at + 2) == left - 8;
        };
    if (!fits) {
      throw new Malformed(Rule.IDENTITY_MALFORMED);
    }
    if (type == PortableType.STRING) {
      Utf8.check(octets, at + 10, octets.length);
    }
  }

  /**
   * Length of the key that starts at {@code from}, told from its own octets.
   *
   * @param end where a key must end at the latest
   * @throws Malformed when there is none
   */
  public static int keyLength(ByteBuffer octets, int from, int end) {
    int left = end - from;
    long length = -1;
    if (left >= INT_KEY_LENGTH && octets.get(from + 1) == PRESENT) {
      int tag = octets.get(from);
      if (tag == STRING_TAG && left >= STRING_KEY_START) {
        long content = octets.getLong(from + 2);
        length = content < 0 || content > left ? -1 : content + STRING_KEY_START;
      } else if (tag == INT_TAG) {
        length = INT_KEY_LENGTH;
      } else if (tag == INT64_TAG) {
        length = INT64_KEY_LENGTH;
      }
    }
    if (length < 0 || length > left) {
      throw new Malformed(Rule.IDENTITY_MALFORMED);
    }
    return (int) length;
  }

  /** Whether a key of a type that always has the given length starts there. */
  public static boolean isFixedLengthKey(ByteBuffer octets, int at, int length) {
    int expected =
        switch (octets.get(at)) {
          case INT_TAG -> INT_KEY_LENGTH;
          case INT64_TAG -> INT64_KEY_LENGTH;
          default -> -1;
        };
    return length == expected && octets.get(at + 1) == PRESENT;
  }

  private static long u64(byte[] octets, int at) {
    long value = 0;
    for (int i = at; i < at + 8; i++) {
      value = value << 8 | (octets[i] & 0xff);
    }
    return value;
  }
}
