package demo;

import dev.synchro.sqlgen.*;

public final class Source {

  /** Tells the price. */
  @SqlFunction(name = "a")
  static long a(long item) {
    return 1;
  }

  /** Tells the price. */
  @SqlFunction(name = "b")
  public long b(long item) {
    return 1;
  }

  /** Tells the price. */
  @SqlFunction(name = "c")
  public static <T> long c(long item) {
    return 1;
  }

  /** Tells the price. */
  @SqlFunction(name = "d")
  public static long d(String... items) {
    return 1;
  }
}
