package dev.synchro.client;

import java.time.Clock;
import java.util.Objects;

/**
 * What a client needs to know before it opens its database.
 *
 * @param platform names the kind of device, 1..256 octets
 * @param appVersion SemVer 2.0.0 of the application
 * @param pageLimit rows per pull and rebuild page, 1..1000
 * @param batchLimit mutations per push, 1..1000
 * @param backoff waiting times after a failure that may pass
 * @param clock the time written into mutations and deadlines
 * @param observer told around every local commit
 */
public record ClientSettings(
    String platform,
    String appVersion,
    int pageLimit,
    int batchLimit,
    BackoffPolicy backoff,
    Clock clock,
    StepObserver observer) {

  private static final int LARGEST_LIMIT = 1000;

  /** Refuses limits outside their range. */
  public ClientSettings {
    Objects.requireNonNull(platform, "platform is null");
    Objects.requireNonNull(appVersion, "appVersion is null");
    Objects.requireNonNull(backoff, "backoff is null");
    Objects.requireNonNull(clock, "clock is null");
    Objects.requireNonNull(observer, "observer is null");
    requireLimit("pageLimit", pageLimit);
    requireLimit("batchLimit", batchLimit);
  }

  /** Full pages and batches, the usual waiting times, the system clock. */
  public static ClientSettings usual(String platform, String appVersion) {
    return new ClientSettings(
        platform,
        appVersion,
        LARGEST_LIMIT,
        LARGEST_LIMIT,
        BackoffPolicy.USUAL,
        Clock.systemUTC(),
        StepObserver.NONE);
  }

  /** The same with other page and batch limits. */
  public ClientSettings withLimits(int page, int batch) {
    return new ClientSettings(platform, appVersion, page, batch, backoff, clock, observer);
  }

  /** The same with other waiting times. */
  public ClientSettings withBackoff(BackoffPolicy other) {
    return new ClientSettings(platform, appVersion, pageLimit, batchLimit, other, clock, observer);
  }

  /** The same with an observer of every local commit. */
  public ClientSettings withObserver(StepObserver other) {
    return new ClientSettings(platform, appVersion, pageLimit, batchLimit, backoff, clock, other);
  }

  /** The same with another clock. */
  public ClientSettings withClock(Clock other) {
    return new ClientSettings(
        platform, appVersion, pageLimit, batchLimit, backoff, other, observer);
  }

  private static void requireLimit(String name, int value) {
    if (value < 1 || value > LARGEST_LIMIT) {
      throw new IllegalArgumentException(name + " must be 1..1000, found " + value);
    }
  }
}
