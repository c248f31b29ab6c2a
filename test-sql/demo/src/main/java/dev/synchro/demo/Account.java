package dev.synchro.demo;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * The readable account: one line a step with what it came to and how long it took. Nothing is told
 * any more once the program ends, for then everything fails because of that.
 */
final class Account {

  private static final double NANOS_PER_SECOND = 1e9;

  private final PrintStream out;
  private final long begun = System.nanoTime();
  private int checks;

  Account(PrintStream out) {
    this.out = out;
  }

  /** Runs a step and prints its line when it has ended. */
  void step(String label, Supplier<String> work) {
    long start = System.nanoTime();
    String result = work.get();
    say(String.format(Locale.ROOT, "  %-11s %-78s %6.2f s", label, result, secondsSince(start)));
  }

  void say(String text) {
    if (!ProgramEnd.hasBegun()) {
      out.println(text);
    }
  }

  /** Counts a promise that was kept, or ends the demo. */
  void check(String what, boolean holds) {
    if (!holds) {
      throw new CheckFailed(what);
    }
    checks++;
  }

  /** Counts an equality that was kept, or ends the demo with the two counts or codes. */
  void checkEqual(String what, Object expected, Object found) {
    check(what + ": expected " + expected + ", found " + found, expected.equals(found));
  }

  int checks() {
    return checks;
  }

  double secondsSinceBegin() {
    return secondsSince(begun);
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / NANOS_PER_SECOND;
  }
}
