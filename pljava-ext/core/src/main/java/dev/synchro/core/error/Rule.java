package dev.synchro.core.error;

/**
 * Names of the format rules a foreign value can break. The text is fixed, short and free of values,
 * so it may appear in any answer or log. Contract 2.
 */
public enum Rule {
  NOT_JSON("not JSON"),
  DUPLICATE_MEMBER("duplicate member"),
  MISSING_MEMBER("missing member"),
  UNKNOWN_MEMBER("unknown member"),
  WRONG_MEMBER_TYPE("wrong member type"),
  BYTE_ORDER_MARK("byte order mark"),
  INVALID_UTF8("invalid UTF-8"),
  LONE_SURROGATE("lone surrogate"),
  NONCHARACTER("noncharacter"),
  NUL_CHARACTER("NUL character"),
  TOO_DEEP("nested too deep"),
  TOO_MANY_VALUES("too many values"),
  TOO_LONG("too long"),
  INTEGER_RANGE("integer outside the I-JSON range"),
  BEYOND_BINARY64("number beyond binary64"),
  JSON_NOT_CANONICAL("json text is not canonical"),

  NOT_A_STRING("not a string"),
  NOT_AN_INT("not an int"),
  NOT_AN_INT64("not an int64"),
  OUT_OF_RANGE("out of range"),
  NOT_A_DECIMAL("not a canonical decimal"),
  TOO_MANY_INTEGER_DIGITS("too many integer digits"),
  TOO_MANY_FRACTION_DIGITS("too many fraction digits"),
  NOT_A_NUMBER("not a number"),
  FLOAT_NOT_CANONICAL("not the canonical text of a binary64"),
  NOT_FINITE("not finite"),
  NOT_A_BOOLEAN("not a boolean"),
  NOT_A_DATETIME("not a datetime"),
  NOT_A_DATE("not a date"),
  NOT_A_TIME("not a time"),
  NO_SUCH_DATE("no such date"),
  NO_SUCH_TIME("no such time"),
  YEAR_RANGE("year outside 0001..9999"),
  NOT_BASE64URL("not base64url"),
  NONCANONICAL_BASE64URL("noncanonical base64url"),
  NOT_HEX("not lowercase hex"),
  NOT_A_UUID("not a canonical UUID"),
  NOT_AN_ARRAY("not an array"),
  RAGGED_ARRAY("ragged array"),
  UNSUPPORTED_TYPE("unsupported type"),

  MISSING_FIELD("missing field"),
  UNKNOWN_FIELD("unknown field"),
  NULL_IN_NON_NULL_FIELD("null in a non-null field"),
  NULL_KEY("null key"),
  KEY_MISMATCH("key differs from the row"),
  EMPTY_SERVER_VERSION("empty server version"),

  SCHEMA_HASH_MISMATCH("schema hash differs from the body"),
  DUPLICATE_ID("duplicate id"),
  DUPLICATE_NAME("duplicate name"),
  EMPTY_ID("empty id or name"),
  WRITABLE_KEY("writable primary key"),
  NULLABLE_KEY("nullable primary key"),
  KEY_TYPE("primary key of an unsupported type"),
  KEY_NOT_A_FIELD("primary key names no field"),
  UNKNOWN_TYPE("unknown type"),
  UNKNOWN_COMPOSITION("unknown composition"),
  UNKNOWN_TRANSITION_CLASS("unknown transition class"),
  PRECISION_WITHOUT_SCALE("precision and scale only together"),
  PRECISION_RANGE("precision or scale out of range"),
  PRECISION_NOT_DECIMAL("precision on another type than decimal"),
  LIFECYCLE_FIELD("lifecycle field is not a read-only datetime field"),
  INDEX_FIELD("index names no field"),
  INDEX_EMPTY("index fields empty or repeated"),
  NO_TABLES("no tables"),
  NO_FIELDS("no fields"),
  PARENT_SCHEMA("parent schema does not fit the transition class"),
  COMPATIBILITY_FLOOR("compatibility floor out of range"),

  IDENTITY_MALFORMED("malformed row identity"),
  DUPLICATE_IDENTITY("duplicate identity"),
  IDENTITY_ORDER("identities out of order"),
  CARDINALITY_MISMATCH("cardinality differs from the entries"),
  DIGEST_LENGTH("digest is not 32 octets"),
  EMPTY_SCOPE_ID("empty scope id"),
  CHECKSUM_SHAPE("not a checksum object"),
  POSITION_SHAPE("not a position object"),
  NOT_UNSIGNED_DECIMAL("not a canonical unsigned decimal"),

  TOKEN_SHAPE("not a token of three segments"),
  TOKEN_PREFIX("another token prefix"),
  TOKEN_NOT_CANONICAL("token payload is not canonical"),
  TOKEN_MEMBER("token member out of form"),
  TOKEN_KEY_UNKNOWN("unknown token key"),
  TOKEN_KEY_RETIRED("retired token key"),
  TOKEN_MAC("wrong token MAC"),

  NOT_SEMVER("not a semantic version"),
  UNKNOWN_STATE("unknown client state"),
  ILLEGAL_TRANSITION("illegal client transition");

  private final String text;

  Rule(String text) {
    this.text = text;
  }

  /** The rule in words: lower case, without full stop. */
  public String text() {
    return text;
  }
}
