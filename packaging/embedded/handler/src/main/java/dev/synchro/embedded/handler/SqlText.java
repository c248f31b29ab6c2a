package dev.synchro.embedded.handler;

import java.sql.SQLException;

/**
 * A statement with {@code ?} turned into {@code $1...}. PL/Java's own rewriting has traps: outside
 * quotes all white space becomes one blank, so a comment swallows the rest; a backslash is an
 * escape everywhere; a {@code ?} in an operator, comment or dollar quote is a parameter. White
 * space is treated alike here and the rest is refused.
 */
final class SqlText {
  /** As given by the caller. */
  final String source;

  final String text;
  final int parameters;

  /** Idle plans of this text, one for each combination of parameter types. */
  Plan idle;

  private SqlText(String source, String text, int parameters) {
    this.source = source;
    this.text = text;
    this.parameters = parameters;
  }

  static SqlText of(String sql) throws SQLException {
    if (sql == null) {
      throw new SQLException("expected a statement, found null", "22004");
    }
    StringBuilder out = new StringBuilder(sql.length() + 16);
    int parameters = 0;
    int i = 0;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      if (c == '\'' || c == '"') {
        i = copyQuoted(sql, i, c, out);
        continue;
      }
      refuseTraps(sql, i, c);
      if (c == '?') {
        out.append('$').append(++parameters);
      } else if (c <= ' ') {
        appendBlank(out);
      } else {
        out.append(c);
      }
      i++;
    }
    return new SqlText(sql, out.toString(), parameters);
  }

  private static void appendBlank(StringBuilder out) {
    if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
      out.append(' ');
    }
  }

  /**
   * Copies a quoted part and returns the place after it; a doubled quote is two parts, one after
   * the other.
   */
  private static int copyQuoted(String sql, int start, char quote, StringBuilder out)
      throws SQLException {
    out.append(quote);
    for (int i = start + 1; i < sql.length(); i++) {
      char c = sql.charAt(i);
      refuseBackslash(c);
      out.append(c);
      if (c == quote) {
        return i + 1;
      }
    }
    return sql.length();
  }

  private static void refuseTraps(String sql, int at, char c) throws SQLException {
    refuseBackslash(c);
    char next = at + 1 < sql.length() ? sql.charAt(at + 1) : ' ';
    if ((c == '-' && next == '-') || (c == '/' && next == '*')) {
      throw refused("a comment");
    }
    if (c == '?' && next == '?') {
      throw refused("an operator with '?'; use a function such as jsonb_exists instead");
    }
    if (c == '$' && (at == 0 || !Character.isUnicodeIdentifierPart(sql.charAt(at - 1)))) {
      throw refused("'$'; write parameters as '?' and strings in single quotes");
    }
  }

  private static void refuseBackslash(char c) throws SQLException {
    if (c == '\\') {
      throw refused("a backslash; pass such text as a parameter");
    }
  }

  private static SQLException refused(String what) {
    return Refusal.of("SQL text with " + what);
  }
}
