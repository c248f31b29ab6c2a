package dev.synchro.core.json;

/** Any JSON value, immutable. Numbers keep their original text. */
public sealed interface JsonValue
    permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {

  /** The six kinds, for switches that the compiler can check. */
  enum Kind {
    OBJECT,
    ARRAY,
    STRING,
    NUMBER,
    BOOLEAN,
    NULL
  }

  Kind kind();

  /** Whether this is JSON null. */
  default boolean isNull() {
    return kind() == Kind.NULL;
  }
}
