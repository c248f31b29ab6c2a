package dev.synchro.core.value;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.Optional;

/** The eleven portable types with their octet in the binary grammar. ADR 005. */
public enum PortableType {
  STRING("string", 0x01),
  INT("int", 0x02),
  INT64("int64", 0x03),
  DECIMAL("decimal", 0x04),
  FLOAT("float", 0x05),
  BOOLEAN("boolean", 0x06),
  DATETIME("datetime", 0x07),
  DATE("date", 0x08),
  TIME("time", 0x09),
  JSON("json", 0x0a),
  BYTES("bytes", 0x0b);

  private static final PortableType[] TYPES = values();

  private final String wireName;
  private final int tag;

  PortableType(String wireName, int tag) {
    this.wireName = wireName;
    this.tag = tag;
  }

  /** Name in a manifest. */
  public String wireName() {
    return wireName;
  }

  /** First octet of a typed value. */
  public int tag() {
    return tag;
  }

  /** Whether a primary key may have this type. */
  public boolean isKeyType() {
    return this == STRING || this == INT || this == INT64;
  }

  public static Optional<PortableType> find(String wireName) {
    for (PortableType type : TYPES) {
      if (type.wireName.equals(wireName)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /**
   * The type with the given tag.
   *
   * @throws Malformed when no type has this octet
   */
  public static PortableType ofTag(int tag) {
    if (tag < 1 || tag > TYPES.length) {
      throw new Malformed(Rule.UNKNOWN_TYPE);
    }
    return TYPES[tag - 1];
  }
}
