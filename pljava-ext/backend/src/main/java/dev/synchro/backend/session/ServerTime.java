package dev.synchro.backend.session;

import java.time.Instant;

/** The time as it stands in responses and tokens, where it only informs. */
public final class ServerTime {
  private static final int NANOSECONDS_OF_MICROSECOND = 1000;
  private static final int DIGITS = 6;

  private ServerTime() {}

  /** Datetime text of this moment, in UTC with six fraction digits. */
  public static String now() {
    Instant now = Instant.now();
    String micros = Integer.toString(now.getNano() / NANOSECONDS_OF_MICROSECOND);
    String seconds = Instant.ofEpochSecond(now.getEpochSecond()).toString();
    return seconds.substring(0, seconds.length() - 1)
        + "."
        + "0".repeat(DIGITS - micros.length())
        + micros
        + "Z";
  }
}
