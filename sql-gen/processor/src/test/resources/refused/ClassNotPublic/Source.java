package demo;

import dev.synchro.sqlgen.*;

final class Source {

  /** Tells the price. */
  @SqlFunction(name = "price")
  public static long price(long item) {
    return 1;
  }
}
