package dev.synchro.core.schema;

import java.util.Optional;

/** In how many scopes a row of a table can be at a time. Contract 8.1. */
public enum Composition {
  SINGLE_SCOPE("single_scope"),
  MULTI_SCOPE("multi_scope");

  private final String wireName;

  Composition(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  public static Optional<Composition> find(String wireName) {
    for (Composition composition : values()) {
      if (composition.wireName.equals(wireName)) {
        return Optional.of(composition);
      }
    }
    return Optional.empty();
  }
}
