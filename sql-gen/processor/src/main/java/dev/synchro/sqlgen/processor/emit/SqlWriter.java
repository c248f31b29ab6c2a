package dev.synchro.sqlgen.processor.emit;

import dev.synchro.sqlgen.processor.model.Origin;

/** Collects statements and comments into one script. Lines end with a line feed everywhere. */
final class SqlWriter {

  private final StringBuilder script = new StringBuilder();

  /** A comment of one line. */
  void comment(String text) {
    script.append("-- ").append(text).append('\n');
  }

  /** An empty line and the class an object comes from. */
  void origin(Origin origin) {
    script.append('\n');
    comment(origin.member());
  }

  /** A line as it stands. */
  void line(String text) {
    script.append(text).append('\n');
  }

  /** A statement, given without its semicolon. */
  void statement(SqlFragment statement) {
    script.append(statement.print()).append(";\n");
  }

  /** A statement of one line or more, given without its semicolon. */
  void statement(String format, Object... arguments) {
    statement(SqlFragment.of(format, arguments));
  }

  String script() {
    return script.toString();
  }
}
