package dev.synchro.core.membership;

import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * The form in which values are compared along the path of a scope template: equal octets exactly
 * when contract 7.2 calls the values equal.
 *
 * <pre>
 * an integer of either width   03 01 i64be(value)
 * a short string               01 01 u64be(length) UTF-8
 * a string of 55 octets on     ff SHA-256(UTF-8)
 * </pre>
 *
 * {@link MembershipSql} writes the same form in SQL. A long value is hashed because it is part of
 * an index.
 */
public final class ReferenceValue {
  /** Longest string that is taken as it is, in octets of UTF-8. */
  static final int MAXIMUM_PLAIN_OCTETS = 54;

  private static final byte HASHED = (byte) 0xff;
  private static final byte STRING = 1;
  private static final byte INT = 2;
  private static final byte INT64 = 3;
  private static final byte PRESENT = 1;
  private static final int STRING_START = 10;

  private ReferenceValue() {}

  /** The form of a value; empty for null, which equals nothing. */
  public static Optional<byte[]> of(PortableValue value) {
    if (value.isNull()) {
      return Optional.empty();
    }
    return Optional.of(
        value.type() == PortableType.STRING ? ofKey(value.typed()) : integer(value.asLong()));
  }

  /** The form of a key, {@code type_tag || 01 || payload}. */
  public static byte[] ofKey(byte[] key) {
    return switch (key[0]) {
      case STRING ->
          key.length > STRING_START + MAXIMUM_PLAIN_OCTETS
              ? hashed(Arrays.copyOfRange(key, STRING_START, key.length))
              : key.clone();
      case INT -> integer(ByteBuffer.wrap(key).getInt(2));
      default -> key.clone();
    };
  }

  private static byte[] integer(long value) {
    return ByteBuffer.allocate(10).put(INT64).put(PRESENT).putLong(value).array();
  }

  private static byte[] hashed(byte[] utf8) {
    byte[] digest = Sha256.digest(utf8);
    return ByteBuffer.allocate(1 + digest.length).put(HASHED).put(digest).array();
  }
}
