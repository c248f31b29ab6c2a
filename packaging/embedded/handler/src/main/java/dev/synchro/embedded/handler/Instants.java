package dev.synchro.embedded.handler;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * PostgreSQL's points in time: microseconds, or days, since the start of the year 2000. Infinity is
 * the largest or smallest number, a date in the year 294277 or -290278 in Java, and comes back as
 * infinity.
 */
final class Instants {
  private static final long EPOCH_SECONDS = 946_684_800L;
  private static final long EPOCH_DAYS = 10_957L;
  private static final long MICROS = 1_000_000L;

  private Instants() {}

  static OffsetDateTime dateTime(long micros) {
    return local(micros).atOffset(ZoneOffset.UTC);
  }

  static LocalDateTime local(long micros) {
    long second = Math.floorDiv(micros, MICROS) + EPOCH_SECONDS;
    int nano = (int) Math.floorMod(micros, MICROS) * 1000;
    return LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC);
  }

  static long micros(OffsetDateTime value) {
    return micros(value.toEpochSecond(), value.getNano());
  }

  static long micros(LocalDateTime value) {
    return micros(value.atOffset(ZoneOffset.UTC));
  }

  private static long micros(long second, int nano) {
    long whole = second - EPOCH_SECONDS;
    long part = nano / 1000;
    if (whole < 0) {
      // Toward zero first: the smallest number's full seconds alone would be below the range.
      whole++;
      part -= MICROS;
    }
    return Math.addExact(Math.multiplyExact(whole, MICROS), part);
  }

  static LocalDate date(long days) {
    return LocalDate.ofEpochDay(days + EPOCH_DAYS);
  }

  static long days(LocalDate value) {
    return value.toEpochDay() - EPOCH_DAYS;
  }
}
