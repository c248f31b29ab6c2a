package dev.synchro.backend.decide;

import dev.synchro.backend.session.SqlRefusal;

/** Names that clients can use for tables and columns of their own. Contract 8.3. */
final class Names {
  private static final String[] RESERVED_PREFIXES = {"_synchro_", "sqlite_", "grdb_"};

  private Names() {}

  /** Refuses a name that clients keep for themselves or cannot hold. */
  static void check(String name) {
    String folded = fold(name);
    for (String prefix : RESERVED_PREFIXES) {
      if (folded.startsWith(prefix)) {
        throw SqlRefusal.invalidRegistration(
            "reserved_name", "expected a name that does not start with " + prefix + ", found one");
      }
    }
    for (int i = 0; i < name.length(); ) {
      int point = name.codePointAt(i);
      if ((point & 0xfffe) == 0xfffe || (point >= 0xfdd0 && point <= 0xfdef)) {
        throw SqlRefusal.invalidRegistration(
            "reserved_name", "expected a name of characters, found a noncharacter in it");
      }
      i += Character.charCount(point);
    }
  }

  /** Names equal but for the case of ASCII letters become equal. */
  static String fold(String name) {
    StringBuilder folded = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      folded.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
    }
    return folded.toString();
  }
}
