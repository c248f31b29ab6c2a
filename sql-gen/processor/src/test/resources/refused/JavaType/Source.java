package demo;

import dev.synchro.sqlgen.*;

public final class Source {

  /** Tells the price. */
  @SqlFunction(name = "price")
  public static java.time.Instant price(
      long[] items,
      java.util.Iterator items2) {
    return null;
  }
}
