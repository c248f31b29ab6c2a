package dev.synchro.core.value;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;

/**
 * Dates and times as fixed-width ASCII text: proleptic Gregorian, years 0001 to 9999, microseconds,
 * no leap second. ADR 005.
 */
public final class DateTimes {
  /** {@code YYYY-MM-DD}. */
  public static final int DATE_LENGTH = 10;

  /** {@code HH:MM:SS.ffffff}. */
  public static final int TIME_LENGTH = 15;

  /** {@code YYYY-MM-DDTHH:MM:SS.ffffffZ}. */
  public static final int DATETIME_LENGTH = DATE_LENGTH + 1 + TIME_LENGTH + 1;

  private DateTimes() {}

  /**
   * Accepts canonical datetimes only.
   *
   * @throws Malformed unless the octets are a canonical datetime
   */
  public static void checkDateTime(byte[] text, int from, int to) {
    boolean fits =
        to - from == DATETIME_LENGTH
            && text[from + DATE_LENGTH] == 'T'
            && text[to - 1] == 'Z'
            && isDateForm(text, from)
            && isTimeForm(text, from + DATE_LENGTH + 1);
    if (!fits) {
      throw new Malformed(Rule.NOT_A_DATETIME);
    }
    checkDateFields(text, from);
    checkTimeFields(text, from + DATE_LENGTH + 1);
  }

  /**
   * Accepts canonical dates only.
   *
   * @throws Malformed unless the octets are a canonical date
   */
  public static void checkDate(byte[] text, int from, int to) {
    if (to - from != DATE_LENGTH || !isDateForm(text, from)) {
      throw new Malformed(Rule.NOT_A_DATE);
    }
    checkDateFields(text, from);
  }

  /**
   * Accepts canonical times only.
   *
   * @throws Malformed unless the octets are a canonical time
   */
  public static void checkTime(byte[] text, int from, int to) {
    if (to - from != TIME_LENGTH || !isTimeForm(text, from)) {
      throw new Malformed(Rule.NOT_A_TIME);
    }
    checkTimeFields(text, from);
  }

  /** Whether the text is a canonical datetime; for members of documents. */
  public static boolean isDateTime(String text) {
    if (text.length() != DATETIME_LENGTH) {
      return false;
    }
    byte[] ascii = new byte[DATETIME_LENGTH];
    for (int i = 0; i < DATETIME_LENGTH; i++) {
      ascii[i] = text.charAt(i) < 0x80 ? (byte) text.charAt(i) : 0;
    }
    try {
      checkDateTime(ascii, 0, DATETIME_LENGTH);
      return true;
    } catch (Malformed refused) {
      return false;
    }
  }

  private static boolean isDateForm(byte[] text, int at) {
    return digits(text, at, 4)
        && text[at + 4] == '-'
        && digits(text, at + 5, 2)
        && text[at + 7] == '-'
        && digits(text, at + 8, 2);
  }

  private static boolean isTimeForm(byte[] text, int at) {
    return digits(text, at, 2)
        && text[at + 2] == ':'
        && digits(text, at + 3, 2)
        && text[at + 5] == ':'
        && digits(text, at + 6, 2)
        && text[at + 8] == '.'
        && digits(text, at + 9, 6);
  }

  private static void checkDateFields(byte[] text, int at) {
    int year = number(text, at, 4);
    int month = number(text, at + 5, 2);
    int day = number(text, at + 8, 2);
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) {
      throw new Malformed(Rule.NO_SUCH_DATE);
    }
  }

  private static void checkTimeFields(byte[] text, int at) {
    if (number(text, at, 2) > 23 || number(text, at + 3, 2) > 59 || number(text, at + 6, 2) > 59) {
      throw new Malformed(Rule.NO_SUCH_TIME);
    }
  }

  /** Days of a month of the proleptic Gregorian calendar. */
  private static int daysOf(int year, int month) {
    if (month == 2) {
      boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
      return leap ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  private static boolean digits(byte[] text, int at, int count) {
    for (int i = at; i < at + count; i++) {
      if (text[i] < '0' || text[i] > '9') {
        return false;
      }
    }
    return true;
  }

  private static int number(byte[] text, int at, int count) {
    int number = 0;
    for (int i = at; i < at + count; i++) {
      number = number * 10 + text[i] - '0';
    }
    return number;
  }
}
