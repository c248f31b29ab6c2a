package dev.synchro.sqlgen.processor.emit;

import java.util.regex.Pattern;

/** How names and texts are written so that PostgreSQL reads them back as they are. */
final class Quoting {

  private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

  private Quoting() {}

  /** A name, in double quotes only where it needs them. */
  static String identifier(String name) {
    if (PLAIN.matcher(name).matches() && !ReservedWords.contains(name)) {
      return name;
    }
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /**
   * A text. With a backslash in it the escape form is used, which means the same whatever the
   * session has made of {@code standard_conforming_strings}.
   */
  static String literal(String text) {
    refuseNul(text);
    String doubled = text.replace("'", "''");
    return text.indexOf('\\') < 0
        ? "'" + doubled + "'"
        : "E'" + doubled.replace("\\", "\\\\") + "'";
  }

  /** A text between dollar quotes, with the first of body, body1, body2, ... that it allows. */
  static String dollar(String text) {
    refuseNul(text);
    String tag = "$body$";
    for (int number = 1; collides(text, tag); number++) {
      tag = "$body" + number + "$";
    }
    return tag + text + tag;
  }

  /** The text may neither contain the tag nor end so that its end and the tag together do. */
  private static boolean collides(String text, String tag) {
    return (text + tag).indexOf(tag) != text.length();
  }

  private static void refuseNul(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("text contains the character U+0000");
    }
  }
}
