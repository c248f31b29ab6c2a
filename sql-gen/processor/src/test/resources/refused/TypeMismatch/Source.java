package demo;

import dev.synchro.sqlgen.*;

public final class Source {

  /** Tells the price. */
  @SqlFunction(name = "price", returns = "integer")
  public static long price(@Parameter(type = "bigint") int item) {
    return 1;
  }
}
