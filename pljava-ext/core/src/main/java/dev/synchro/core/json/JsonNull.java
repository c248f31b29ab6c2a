package dev.synchro.core.json;

/** JSON {@code null}. */
public record JsonNull() implements JsonValue {
  public static final JsonNull INSTANCE = new JsonNull();

  @Override
  public Kind kind() {
    return Kind.NULL;
  }
}
