package dev.synchro.backend.decide;

import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.core.limit.Limits;
import dev.synchro.core.setting.Setting;
import java.nio.charset.StandardCharsets;

/** What the arguments of the operator's functions may be. Contract 4.1 and 15. */
public final class Arguments {
  private static final String PRIVATE_PREFIX = "user:";

  private Arguments() {}

  /** The value of a parameter that takes no NULL. */
  public static <T> T present(T value, String parameter) {
    if (value == null) {
      throw SqlRefusal.nullArgument(parameter);
    }
    return value;
  }

  /** The setting of a name, once it is known to accept the value; null takes it back. */
  public static Setting setting(String name, String value) {
    Setting setting =
        Setting.find(name)
            .orElseThrow(
                () ->
                    SqlRefusal.invalidArgument(
                            "unknown_setting", "expected the name of a setting, found none of them")
                        .withHint("The names are listed by synchro.synchro_settings()."));
    if (value != null && !setting.accepts(value)) {
      throw SqlRefusal.invalidArgument(
          "invalid_setting",
          setting.fullName() + " accepts " + setting.expectation() + ", found something else");
    }
    return setting;
  }

  /** A user id. Contract 5.2. */
  public static String userId(String userId) {
    int octets = userId.getBytes(StandardCharsets.UTF_8).length;
    if (octets < 1 || octets > Limits.MAX_USER_ID_OCTETS) {
      throw SqlRefusal.invalidArgument(
          "invalid_user_id",
          "expected a user id of 1 to " + Limits.MAX_USER_ID_OCTETS + " octets, found " + octets);
    }
    return userId;
  }

  /** A scope id of any kind. */
  public static String scopeId(String scopeId) {
    int octets = scopeId.getBytes(StandardCharsets.UTF_8).length;
    if (octets < 1 || octets > Limits.MAX_SCOPE_ID_OCTETS) {
      throw SqlRefusal.invalidArgument(
          "invalid_scope_id",
          "expected a scope id of 1 to " + Limits.MAX_SCOPE_ID_OCTETS + " octets, found " + octets);
    }
    return scopeId;
  }

  /** The id of a scope that can be shared by all clients: not a private one. Contract 7.1. */
  public static String sharedScopeId(String scopeId) {
    if (scopeId(scopeId).startsWith(PRIVATE_PREFIX)) {
      throw SqlRefusal.invalidArgument(
          "reserved_scope_id",
          "a scope id that starts with \"user:\" belongs to one user and cannot be shared");
    }
    return scopeId;
  }

  /** The id of a scope that can be granted to a user: no other user's private one. */
  public static String scopeIdFor(String userId, String scopeId) {
    if (scopeId(scopeId).startsWith(PRIVATE_PREFIX)
        && !scopeId.equals(PRIVATE_PREFIX.concat(userId))) {
      throw SqlRefusal.invalidArgument(
          "reserved_scope_id",
          "a scope id that starts with \"user:\" can be granted to that same user only");
    }
    return scopeId;
  }
}
