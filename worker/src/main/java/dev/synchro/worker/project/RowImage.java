package dev.synchro.worker.project;

import dev.synchro.core.error.NotPortable;
import dev.synchro.core.value.PortableValue;
import java.util.Arrays;

/**
 * The captured columns of one row as decoded: each is text, a portable value, SQL null, or
 * unchanged and still to be found in an earlier image. Conversion waits until a row's last image is
 * known.
 */
final class RowImage {
  private static final Object UNCHANGED = new Object();

  private final RelationPlan relation;
  private final Object[] values;

  RowImage(RelationPlan relation) {
    this.relation = relation;
    this.values = new Object[relation.columns()];
  }

  void text(int column, byte[] text) {
    values[column] = text;
  }

  void unchanged(int column) {
    values[column] = UNCHANGED;
  }

  boolean isComplete() {
    for (Object value : values) {
      if (value == UNCHANGED) {
        return false;
      }
    }
    return true;
  }

  /** Takes over what is unchanged from an earlier image of the same row. */
  void completeFrom(RowImage earlier) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == UNCHANGED) {
        values[i] = earlier.values[i];
      }
    }
  }

  /** Takes over what is unchanged from the stored row. */
  void completeFrom(PortableValue[] stored) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == UNCHANGED) {
        values[i] = stored[i];
      }
    }
  }

  /**
   * Every value in portable form; the image must be complete.
   *
   * @throws NotPortable when one has none
   */
  PortableValue[] portable() {
    PortableValue[] portable = new PortableValue[values.length];
    for (int i = 0; i < values.length; i++) {
      portable[i] = portable(i);
    }
    return portable;
  }

  private PortableValue portable(int column) {
    Object value = values[column];
    if (value instanceof PortableValue known) {
      return known;
    }
    if (value == UNCHANGED) {
      throw new IllegalStateException("image is incomplete");
    }
    return relation.portable(column, (byte[]) value);
  }

  /** Whether what is known of the image has a portable form; unchanged values have one. */
  boolean isPortable() {
    try {
      for (int i = 0; i < values.length; i++) {
        if (values[i] != UNCHANGED) {
          portable(i);
        }
      }
      return true;
    } catch (NotPortable e) {
      return false;
    }
  }

  /** Octets held, for the memory bound. */
  long octets() {
    return 64 + Arrays.stream(values).mapToLong(RowImage::octets).sum();
  }

  private static long octets(Object value) {
    return value instanceof byte[] text ? 24 + text.length : 8;
  }
}
