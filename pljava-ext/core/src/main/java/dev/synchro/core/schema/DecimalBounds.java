package dev.synchro.core.schema;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;

/**
 * Declared size of a decimal field. Contract 2.5 and 8.4.
 *
 * @param precision digits in all, 1 or more
 * @param scale digits behind the point, 0 to {@code precision}
 */
public record DecimalBounds(int precision, int scale) {
  public DecimalBounds {
    if (precision < 1 || scale < 0 || scale > precision) {
      throw new Malformed(Rule.PRECISION_RANGE);
    }
  }
}
