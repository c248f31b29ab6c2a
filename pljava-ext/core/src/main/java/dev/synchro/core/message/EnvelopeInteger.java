package dev.synchro.core.message;

import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.limit.Limits;
import java.util.OptionalLong;

/** Integers of the envelope: one spelling each, within the range every JSON reader can hold. */
final class EnvelopeInteger {
  private static final int MAX_TEXT = 17;

  private EnvelopeInteger() {}

  /** The value of {@code 0} or {@code -?[1-9][0-9]*} within plus and minus 2^53-1. Contract 5.2. */
  static OptionalLong of(JsonNumber number) {
    if (!number.isPlainInteger() || number.text().length() > MAX_TEXT) {
      return OptionalLong.empty();
    }
    long value = Long.parseLong(number.text());
    return Math.abs(value) <= Limits.MAX_COUNTER ? OptionalLong.of(value) : OptionalLong.empty();
  }
}
