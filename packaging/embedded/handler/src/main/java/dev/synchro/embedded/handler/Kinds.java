package dev.synchro.embedded.handler;

import java.util.Iterator;

/**
 * The Java types a function may have, each with a one-letter code that C knows too. Types are named
 * by reflection names in AS texts: fully qualified.
 */
final class Kinds {
  static final char ITERATOR = 'R';
  static final char UNKNOWN = '?';

  private static final String CODES = "VZzSsIiJjFfDdTBNOALlYR";

  private static final String[] NAMES = {
    "void",
    "boolean",
    "java.lang.Boolean",
    "short",
    "java.lang.Short",
    "int",
    "java.lang.Integer",
    "long",
    "java.lang.Long",
    "float",
    "java.lang.Float",
    "double",
    "java.lang.Double",
    "java.lang.String",
    "byte[]",
    "java.math.BigDecimal",
    "java.time.OffsetDateTime",
    "java.lang.String[]",
    "java.lang.Long[]",
    "long[]",
    "byte[][]",
    "java.util.Iterator"
  };

  private Kinds() {}

  /** The code of a type's name, {@link #UNKNOWN} when functions cannot have it. */
  static char codeOf(String name) {
    for (int i = 0; i < NAMES.length; i++) {
      if (NAMES[i].equals(name)) {
        return CODES.charAt(i);
      }
    }
    return UNKNOWN;
  }

  static String nameOf(char code) {
    int i = CODES.indexOf(code);
    return i < 0 ? "a type without agreed Java form" : NAMES[i];
  }

  /** The wrapper's code of a primitive's code. */
  static char boxed(char code) {
    return "ZSIJFD".indexOf(code) >= 0 ? Character.toLowerCase(code) : code;
  }

  static Class<?> classOf(char code) {
    return switch (code) {
      case 'V' -> void.class;
      case 'Z' -> boolean.class;
      case 'z' -> Boolean.class;
      case 'S' -> short.class;
      case 's' -> Short.class;
      case 'I' -> int.class;
      case 'i' -> Integer.class;
      case 'J' -> long.class;
      case 'j' -> Long.class;
      case 'F' -> float.class;
      case 'f' -> Float.class;
      case 'D' -> double.class;
      case 'd' -> Double.class;
      case 'T' -> String.class;
      case 'B' -> byte[].class;
      case 'N' -> java.math.BigDecimal.class;
      case 'O' -> java.time.OffsetDateTime.class;
      case 'A' -> String[].class;
      case 'L' -> Long[].class;
      case 'l' -> long[].class;
      case 'Y' -> byte[][].class;
      case ITERATOR -> Iterator.class;
      default -> throw new IllegalArgumentException("expected a type code, found " + code);
    };
  }
}
