package demo;

import dev.synchro.sqlgen.*;
import java.util.Iterator;

public final class Source {

  /** Lists names. */
  @SqlFunction(name = "names", savepoints = true)
  public static Iterator<String> names() {
    return null;
  }
}
