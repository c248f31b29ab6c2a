package dev.synchro.client;

import java.util.Locale;

/** What a mutation does to its row. Contract 5.4.1. */
public enum Operation {
  INSERT,
  UPDATE,
  DELETE;

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Operation ofWireName(String wireName) {
    return valueOf(wireName.toUpperCase(Locale.ROOT));
  }
}
