package dev.synchro.worker.config;

import java.util.Locale;
import java.util.Optional;

/**
 * A configuration key of one verb of the program. A key {@code a-b} is the option {@code --a-b},
 * the environment variable {@code SYNCHRO_A_B} and the line {@code a-b = value} of the file.
 */
public interface ConfigKey {
  /** The key as the file and the option spell it. */
  String key();

  /** The text in force when none is given. */
  Optional<String> defaultText();

  /** What the key means and what it accepts. */
  String help();

  /** The environment variable. */
  default String variable() {
    return "SYNCHRO_" + key().toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
