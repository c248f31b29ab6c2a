package demo;

import dev.synchro.sqlgen.*;

public final class Source {

  @SqlFunction(name = "price")
  public static long price(long item) {
    return 1;
  }
}
