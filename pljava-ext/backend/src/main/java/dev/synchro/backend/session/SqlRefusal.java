package dev.synchro.backend.session;

import java.util.Objects;
import java.util.Optional;

/**
 * An SQL function refuses what it was asked. Raised as an SQL error whose message ends with the
 * canonical text of {@code {"error":{"code":c,"reason":r}}}. Contract 4.1.
 */
public final class SqlRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String sqlState;
  private final String code;
  private final String reason;
  private final String hint;

  private SqlRefusal(String sqlState, String code, String reason, String message, String hint) {
    super(Objects.requireNonNull(message, "message"), null, false, false);
    this.sqlState = sqlState;
    this.code = code;
    this.reason = Objects.requireNonNull(reason, "reason");
    this.hint = hint;
  }

  /** NULL where no NULL is allowed. */
  public static SqlRefusal nullArgument(String parameter) {
    return new SqlRefusal(
        "22004", "invalid_argument", "null_argument", parameter + " must not be null", "");
  }

  /** A value outside what the parameter accepts. */
  public static SqlRefusal invalidArgument(String reason, String message) {
    return new SqlRefusal("22023", "invalid_argument", reason, message, "");
  }

  /** A limit outside its range. */
  public static SqlRefusal invalidLimit(String message) {
    return new SqlRefusal("22023", "invalid_limit", "invalid_limit", message, "");
  }

  /** A registration refused for one of the reasons of contract 8.3. */
  public static SqlRefusal invalidRegistration(String reason, String message) {
    return new SqlRefusal("22023", "invalid_registration", reason, message, "");
  }

  /** A named object that does not exist. */
  public static SqlRefusal unknownObject(String reason, String message) {
    return new SqlRefusal("42704", "unknown_object", reason, message, "");
  }

  /** Something that is not allowed now. */
  public static SqlRefusal invalidState(String reason, String message) {
    return new SqlRefusal("55000", "invalid_state", reason, message, "");
  }

  /** A transaction that cannot carry what was asked. */
  public static SqlRefusal invalidTransaction(String reason, String message) {
    return new SqlRefusal("25000", "invalid_transaction", reason, message, "");
  }

  /** Something that this version does not do. */
  public static SqlRefusal notSupported(String reason, String message) {
    return new SqlRefusal("0A000", "not_supported", reason, message, "");
  }

  /** The same refusal with a sentence, or a statement, that says how to go on. */
  public SqlRefusal withHint(String hint) {
    return new SqlRefusal(sqlState, code, reason, getMessage(), hint);
  }

  /** The SQLSTATE. */
  public String sqlState() {
    return sqlState;
  }

  /** The code of contract 4.1. */
  public String code() {
    return code;
  }

  /** The reason, for registrations one of contract 8.3. */
  public String reason() {
    return reason;
  }

  /** How to go on, if there is more to say than the message. */
  public Optional<String> hint() {
    return hint.isEmpty() ? Optional.empty() : Optional.of(hint);
  }

  /** The message as it is raised, the canonical error object at its end. */
  public String raisedMessage() {
    // Codes and reasons are fixed words of ASCII letters, so they need no escapes.
    return getMessage() + " {\"error\":{\"code\":\"" + code + "\",\"reason\":\"" + reason + "\"}}";
  }
}
