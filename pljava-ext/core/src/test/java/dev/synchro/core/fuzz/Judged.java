package dev.synchro.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.error.Malformed;
import java.util.Optional;
import java.util.function.Supplier;

/** What a reader makes of an input. Any exception but its refusal is a finding. */
final class Judged {
  private static final int LONGEST_MESSAGE = 120;

  private Judged() {}

  /** What was read, or nothing when the input was refused by name. */
  static <T> Optional<T> read(Supplier<T> reader) {
    try {
      return Optional.of(reader.get());
    } catch (Malformed refusal) {
      assertThat(refusal.getMessage()).hasSizeBetween(1, LONGEST_MESSAGE);
      return Optional.empty();
    }
  }
}
