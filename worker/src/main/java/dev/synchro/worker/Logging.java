package dev.synchro.worker;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.synchro.worker.config.LogLevel;
import org.slf4j.LoggerFactory;

/** The one place that knows the logging backend. */
public final class Logging {
  private Logging() {}

  /** Sets the severity below which nothing is logged. */
  public static void level(LogLevel level) {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.toLevel(level.name()));
  }
}
