package dev.synchro.embedded.handler;

import java.sql.SQLException;

/**
 * The AS text of a function: {@code [type =] class.method [(types)]}. Only forms that PL/Java reads
 * alike are accepted.
 */
final class FunctionText {
  /** Null when left out. */
  final String result;

  final String owner;
  final String method;

  /** Null when left out. */
  final String[] parameters;

  private FunctionText(String result, String owner, String method, String[] parameters) {
    this.result = result;
    this.owner = owner;
    this.method = method;
    this.parameters = parameters;
  }

  static FunctionText parse(String text) throws SQLException {
    String rest = text.trim();
    String result = null;
    int equals = rest.indexOf('=');
    if (equals >= 0) {
      result = typeName(rest.substring(0, equals));
      rest = rest.substring(equals + 1).trim();
    } else {
      int blank = firstBlank(rest);
      int open = rest.indexOf('(');
      if (blank >= 0
          && (open < 0 || blank < open)
          && rest.charAt(afterBlanks(rest, blank)) != '(') {
        result = rest.substring(0, blank);
        if (result.indexOf('.') >= 0) {
          throw malformed("write '=' after the result type " + result);
        }
        rest = rest.substring(blank).trim();
      }
    }
    return parseMethod(result, rest);
  }

  private static FunctionText parseMethod(String result, String text) throws SQLException {
    String path = text;
    String[] parameters = null;
    int open = text.indexOf('(');
    if (open >= 0) {
      if (!text.endsWith(")")) {
        throw malformed("the parameter list has no end");
      }
      path = text.substring(0, open).trim();
      parameters = typeNames(text.substring(open + 1, text.length() - 1));
    }
    int dot = path.lastIndexOf('.');
    if (dot <= 0 || dot == path.length() - 1 || firstBlank(path) >= 0) {
      throw malformed("it names no method");
    }
    return new FunctionText(result, path.substring(0, dot), path.substring(dot + 1), parameters);
  }

  private static String[] typeNames(String list) throws SQLException {
    if (list.trim().isEmpty()) {
      return new String[0];
    }
    String[] names = list.split(",", -1);
    for (int i = 0; i < names.length; i++) {
      names[i] = typeName(names[i]);
    }
    return names;
  }

  /** A type name without its blanks; those inside a name are malformed. */
  private static String typeName(String text) throws SQLException {
    String name = text.trim();
    int bracket = name.indexOf('[');
    String head = bracket < 0 ? name : name.substring(0, bracket).trim();
    if (head.isEmpty() || firstBlank(head) >= 0) {
      throw malformed("a type name is missing");
    }
    StringBuilder whole = new StringBuilder(head);
    for (int i = bracket; i >= 0 && i < name.length(); i++) {
      if (name.charAt(i) > ' ') {
        whole.append(name.charAt(i));
      }
    }
    return whole.toString();
  }

  private static int firstBlank(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) <= ' ') {
        return i;
      }
    }
    return -1;
  }

  private static int afterBlanks(String text, int from) {
    int i = from;
    while (i < text.length() - 1 && text.charAt(i) <= ' ') {
      i++;
    }
    return i;
  }

  private static SQLException malformed(String why) {
    return new SQLException(
        "expected AS '[type =] package.Class.method [(types)]', but ".concat(why), "42601");
  }
}
