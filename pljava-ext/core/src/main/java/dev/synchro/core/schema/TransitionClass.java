package dev.synchro.core.schema;

import java.util.Optional;

/** How a manifest follows its parent. Contract 8.4 and 8.5; class 1 publishes no manifest. */
public enum TransitionClass {
  INITIAL("initial"),
  CLASS_2("class_2"),
  CLASS_3("class_3"),
  CLASS_4("class_4");

  private final String wireName;

  TransitionClass(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  public static Optional<TransitionClass> find(String wireName) {
    for (TransitionClass transition : values()) {
      if (transition.wireName.equals(wireName)) {
        return Optional.of(transition);
      }
    }
    return Optional.empty();
  }
}
