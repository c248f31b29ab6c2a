package demo;

import dev.synchro.sqlgen.*;

public final class Source {

  /** Tells the price. */
  @SqlFunction(name = "page", octets = "page_octets")
  public static byte[] page(String user) {
    return null;
  }
}
