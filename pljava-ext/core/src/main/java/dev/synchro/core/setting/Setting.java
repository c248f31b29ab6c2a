package dev.synchro.core.setting;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.limit.Limits;
import dev.synchro.core.version.SemVer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The settings an operator can make, with the texts each accepts. Contract 14. */
public enum Setting {
  DATABASE("synchro.database", Form.NAME, ""),
  WORKER_LOGIN("synchro.worker_login", Form.NAME, ""),
  REPLICATION_SLOT("synchro.replication_slot", Form.SLOT, "synchro_slot"),
  PUBLICATION_NAME("synchro.publication_name", Form.NAME, "synchro_pub"),
  MAX_WORKER_HEARTBEAT_AGE_SECONDS(
      "synchro.max_worker_heartbeat_age_seconds", Form.NUMBER, "", Limits.MAX_COUNTER),
  MAX_WAL_LAG_BYTES("synchro.max_wal_lag_bytes", Form.NUMBER, "", Limits.MAX_COUNTER),
  MAX_WAL_LAG_SECONDS("synchro.max_wal_lag_seconds", Form.NUMBER, "", Limits.MAX_COUNTER),
  MINIMUM_CLIENT_VERSION("synchro.minimum_client_version", Form.SEMVER, ""),
  MAX_SCOPE_FANOUT("synchro.max_scope_fanout", Form.NUMBER, "8", Limits.MAX_SCOPE_FANOUT),
  MAX_IMPACT_ROWS("synchro.max_impact_rows", Form.NUMBER, "1000", Limits.MAX_IMPACT_ROWS);

  private static final int MAXIMUM_NAME_OCTETS = 63;

  /** The families of accepted texts. */
  private enum Form {
    NAME,
    SLOT,
    NUMBER,
    SEMVER
  }

  private final String fullName;
  private final Form form;
  private final String defaultText;
  private final long maximum;

  Setting(String fullName, Form form, String defaultText) {
    this(fullName, form, defaultText, 0);
  }

  Setting(String fullName, Form form, String defaultText, long maximum) {
    this.fullName = fullName;
    this.form = form;
    this.defaultText = defaultText;
    this.maximum = maximum;
  }

  /** The setting with a full name such as {@code synchro.database}. */
  public static Optional<Setting> find(String fullName) {
    for (Setting setting : values()) {
      if (setting.fullName.equals(fullName)) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }

  /** The name by which it is stored and configured. */
  public String fullName() {
    return fullName;
  }

  /** What holds when nothing is stored. */
  public Optional<String> defaultText() {
    return defaultText.isEmpty() ? Optional.empty() : Optional.of(defaultText);
  }

  /**
   * The text in force: the stored one, else the default. It is not checked; {@link #accepts} and
   * {@link #number} do.
   *
   * @param stored texts by full name
   */
  public Optional<String> in(Map<String, String> stored) {
    String text = stored.get(fullName);
    return text == null ? defaultText() : Optional.of(text);
  }

  /** The number in force; empty when there is none or its text is not accepted. */
  public OptionalLong number(Map<String, String> stored) {
    Optional<String> text = in(stored);
    return text.isPresent() ? parseNumber(text.get(), maximum) : OptionalLong.empty();
  }

  /** Whether a text can be the setting's value. */
  public boolean accepts(String text) {
    return switch (form) {
      case NAME -> isName(text);
      case SLOT -> isSlotName(text);
      case NUMBER -> parseNumber(text, maximum).isPresent();
      case SEMVER -> isSemVer(text);
    };
  }

  /** What the setting accepts, in words. */
  public String expectation() {
    return switch (form) {
      case NAME -> "1 to " + MAXIMUM_NAME_OCTETS + " octets";
      case SLOT -> "1 to " + MAXIMUM_NAME_OCTETS + " of the characters a-z, 0-9 and _";
      case NUMBER -> "a whole number from 1 to " + maximum + " in digits alone";
      case SEMVER -> "a semantic version such as 1.2.3";
    };
  }

  private static boolean isName(String text) {
    int octets = text.getBytes(StandardCharsets.UTF_8).length;
    return octets > 0 && octets <= MAXIMUM_NAME_OCTETS && text.indexOf('\0') < 0;
  }

  private static boolean isSlotName(String text) {
    if (text.isEmpty() || text.length() > MAXIMUM_NAME_OCTETS) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }

  private static OptionalLong parseNumber(String text, long maximum) {
    // Sixteen digits hold every accepted number and never overflow.
    if (text.isEmpty() || text.length() > 16 || text.charAt(0) == '0') {
      return OptionalLong.empty();
    }
    long number = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return OptionalLong.empty();
      }
      number = number * 10 + (c - '0');
    }
    return number <= maximum ? OptionalLong.of(number) : OptionalLong.empty();
  }

  private static boolean isSemVer(String text) {
    try {
      SemVer.parse(text);
      return true;
    } catch (Malformed refused) {
      return false;
    }
  }
}
