package demo;

import dev.synchro.sqlgen.*;

public final class Source {

  /** Tells the price. */
  @SqlFunction(name = "price")
  public static long price(@Parameter(nullable = true) long item) {
    return 1;
  }
}
