package demo;

import dev.synchro.sqlgen.*;

public final class Source {

  /** Tells the price. */
  @SqlFunction(name = "price")
  public static long price(
      @Parameter(defaultValue = "1") long item,
      long count) {
    return 1;
  }
}
