package dev.synchro.sqlgen.processor.order;

import java.util.List;

/** Some keys require each other, so that none of them can come first. */
public final class Cycle extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<?> keys;

  Cycle(List<?> keys) {
    super("keys require each other: " + keys);
    this.keys = List.copyOf(keys);
  }

  /** The keys of one cycle, each requiring the next; the last is the first again. */
  public List<?> keys() {
    return keys;
  }
}
