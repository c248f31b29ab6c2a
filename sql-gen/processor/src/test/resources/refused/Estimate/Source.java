package demo;

import dev.synchro.sqlgen.*;

public final class Source {

  /** Tells the price. */
  @SqlFunction(name = "price", cost = -1, rows = 10)
  public static long price(long item) {
    return 1;
  }
}

@SqlRoutine(
    name = "prices",
    comment = "Prices",
    returns = "bigint",
    setOf = true,
    language = Language.SQL,
    body = "SELECT 1",
    rows = -1)
final class Prices {}
