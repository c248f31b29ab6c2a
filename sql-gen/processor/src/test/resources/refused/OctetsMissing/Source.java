package demo;

import dev.synchro.sqlgen.*;

public final class Source {

  /** Tells the price. */
  @SqlFunction(name = "page", returns = "json")
  public static byte[] page(String user) {
    return null;
  }
}
