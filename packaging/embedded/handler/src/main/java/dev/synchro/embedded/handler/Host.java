package dev.synchro.embedded.handler;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.OffsetDateTime;

/** What C calls. */
final class Host {
  private Host() {}

  /**
   * Finds the method that a function's AS text names.
   *
   * @param defaults code of each SQL parameter's Java type, for a text without parameter list
   * @param result code of the SQL result's Java type
   */
  static Target resolve(String text, String defaults, String result, boolean returnsSet)
      throws SQLException {
    FunctionText parsed = FunctionText.parse(text);
    String parameters = parameterCodes(parsed, defaults);
    Class<?> owner = load(parsed.owner);
    Method method = find(owner, parsed.method, parameters);
    char code = resultCode(parsed, method, result.charAt(0), returnsSet);
    return new Target(owner, method, parameters + code);
  }

  private static String parameterCodes(FunctionText parsed, String defaults) throws SQLException {
    if (parsed.parameters == null) {
      if (defaults.indexOf(Kinds.UNKNOWN) >= 0) {
        throw new SQLException(
            "expected a parameter list in the AS text: an argument type has no agreed Java form",
            "42P13");
      }
      return defaults;
    }
    if (parsed.parameters.length != defaults.length()) {
      throw new SQLException(
          "expected " + defaults.length() + " Java parameters, found " + parsed.parameters.length,
          "42P13");
    }
    StringBuilder codes = new StringBuilder();
    for (String name : parsed.parameters) {
      codes.append(known(name));
    }
    return codes.toString();
  }

  private static char known(String name) throws SQLException {
    char code = Kinds.codeOf(name);
    if (code == Kinds.UNKNOWN || code == Kinds.ITERATOR) {
      throw new SQLException(
          "expected a primitive or fully qualified Java type that SQL values can have, found "
              + name,
          "42P13");
    }
    return code;
  }

  private static Class<?> load(String name) throws SQLException {
    try {
      return Class.forName(name, false, ClassLoader.getSystemClassLoader());
    } catch (ClassNotFoundException e) {
      throw new SQLException(
          "no class " + name + " on the class path of the session's Java", "46103", e);
    }
  }

  private static Method find(Class<?> owner, String name, String codes) throws SQLException {
    Class<?>[] parameters = new Class<?>[codes.length()];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = Kinds.classOf(codes.charAt(i));
    }
    Method method;
    try {
      method = owner.getMethod(name, parameters);
    } catch (NoSuchMethodException e) {
      throw new SQLException(
          "class " + owner.getName() + " has no public method " + name + "(" + names(codes) + ")",
          "38000",
          e);
    }
    if (!Modifier.isStatic(method.getModifiers()) || !Modifier.isPublic(owner.getModifiers())) {
      throw new SQLException(
          "expected a static method of a public class, found " + owner.getName() + "." + name,
          "38000");
    }
    return method;
  }

  private static String names(String codes) {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < codes.length(); i++) {
      if (i > 0) {
        names.append(',');
      }
      names.append(Kinds.nameOf(codes.charAt(i)));
    }
    return names.toString();
  }

  private static char resultCode(
      FunctionText parsed, Method method, char standard, boolean returnsSet) throws SQLException {
    char actual = Kinds.codeOf(method.getReturnType().getTypeName());
    if (returnsSet) {
      if (parsed.result != null) {
        throw new SQLException(
            "expected no result type in the AS text of a set-returning function", "42P13");
      }
      require(method, actual, Kinds.ITERATOR, Kinds.ITERATOR);
      return actual;
    }
    if (parsed.result != null) {
      char named = known(parsed.result);
      require(method, actual, named, named);
      return actual;
    }
    if (standard == Kinds.UNKNOWN) {
      throw new SQLException(
          "expected a result type in the AS text: the SQL result type has no agreed Java form",
          "42P13");
    }
    require(method, actual, standard, Kinds.boxed(standard));
    return actual;
  }

  private static void require(Method method, char actual, char first, char second)
      throws SQLException {
    if (actual != first && actual != second) {
      throw new SQLException(
          "expected "
              + Kinds.nameOf(first)
              + " as result of "
              + method.getDeclaringClass().getName()
              + "."
              + method.getName()
              + ", found "
              + method.getReturnType().getTypeName(),
          "38000");
    }
  }

  /**
   * Loads what functions with statements need, so that an archive written by this session has it.
   */
  static void loadStatementClasses() throws SQLException {
    DriverManager.getDriver("jdbc:default:connection");
    Class<?>[] needed = {
      Session.class,
      PlanCache.class,
      Plan.class,
      Shape.class,
      SqlText.class,
      ParameterSet.class,
      ParameterBatch.class,
      RowBatch.class,
      HandlerConnection.class,
      HandlerSavepoint.class,
      HandlerPreparedStatement.class,
      HandlerResultSet.class,
      HandlerMetaData.class,
      BackendException.class,
      Instants.class,
      Refusal.class
    };
    for (Class<?> each : needed) {
      try {
        Class.forName(each.getName());
      } catch (ClassNotFoundException e) {
        throw new SQLException("the handler's jar is incomplete: " + each.getName(), "58000", e);
      }
    }
  }

  /** Ends what a call left open. */
  static void finish(long invocation) throws SQLException {
    Session.finish(invocation);
  }

  /** SQLSTATE, message and stack trace of an exception that no one caught. */
  static String[] describe(Throwable thrown) {
    Throwable shown = thrown;
    if (shown instanceof InvocationTargetException && shown.getCause() != null) {
      shown = shown.getCause();
    }
    String state = null;
    if (shown instanceof SQLException refused) {
      state = refused.getSQLState();
    }
    return new String[] {state, printable(textOf(shown)), printable(traceOf(shown))};
  }

  private static String textOf(Throwable thrown) {
    try {
      return String.valueOf(thrown.toString());
    } catch (RuntimeException e) {
      return thrown.getClass().getName();
    }
  }

  private static String traceOf(Throwable thrown) {
    StringBuilder trace = new StringBuilder(thrown.getClass().getName());
    for (StackTraceElement frame : thrown.getStackTrace()) {
      trace.append("\n  at ").append(frame);
    }
    return trace.toString();
  }

  /** Without what PostgreSQL cannot store: NUL and halves of surrogate pairs. */
  private static String printable(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        clean.append(c).append(text.charAt(++i));
      } else {
        clean.append(c == 0 || Character.isSurrogate(c) ? '\uFFFD' : c);
      }
    }
    return clean.toString();
  }

  static Object decimal(String text) {
    return new BigDecimal(text);
  }

  static String text(Object decimal) {
    return decimal.toString();
  }

  static Object dateTime(long micros) {
    return Instants.dateTime(micros);
  }

  static long micros(Object dateTime) {
    return Instants.micros((OffsetDateTime) dateTime);
  }
}
