package dev.synchro.client;

import java.time.Duration;

/**
 * How long to wait before an interrupted request is sent again: {@code first} after the first
 * failure, twice as long after each further one, never longer than {@code most}.
 */
public record BackoffPolicy(Duration first, Duration most) {

  /** From 20 milliseconds to 30 seconds. */
  public static final BackoffPolicy USUAL =
      new BackoffPolicy(Duration.ofMillis(20), Duration.ofSeconds(30));

  private static final int MOST_DOUBLINGS = 30;

  /** Both durations are positive and {@code first} is not above {@code most}. */
  public BackoffPolicy {
    if (first.isZero() || first.isNegative() || first.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "0 < first <= most expected, found " + first + ", " + most);
    }
  }

  Duration afterAttempts(int attempts) {
    Duration doubled = first.multipliedBy(1L << Math.min(attempts - 1, MOST_DOUBLINGS));
    return doubled.compareTo(most) < 0 ? doubled : most;
  }
}
