package dev.synchro.core.json;

import java.util.SplittableRandom;

/** Finite doubles, and texts of numbers, of every kind that has ever gone wrong. */
final class Doubles {
  private Doubles() {}

  static double any(SplittableRandom random) {
    double value =
        switch (random.nextInt(8)) {
          case 0 -> Double.longBitsToDouble(random.nextLong() >>> 12);
          case 1 -> near(Math.pow(10, random.nextInt(-323, 309)), random);
          case 2 -> near(Math.pow(2, random.nextInt(-1074, 1024)), random);
          case 3 -> (double) random.nextLong(1L << 53, 1L << 62);
          case 4 -> random.nextInt(10_000_000) / 100.0;
          case 5 -> random.nextInt(1000) * 1e-320;
          default -> Double.longBitsToDouble(random.nextLong());
        };
    if (!Double.isFinite(value)) {
      return 1.5;
    }
    return random.nextInt(4) == 0 ? -value : value;
  }

  private static double near(double value, SplittableRandom random) {
    return Double.longBitsToDouble(Double.doubleToRawLongBits(value) + random.nextInt(-3, 4));
  }

  /** Few digits, many digits, digits around halfway points, small and great exponents. */
  static String anyText(SplittableRandom random) {
    if (random.nextInt(4) == 0) {
      double value = Math.abs(any(random));
      return new java.math.BigDecimal(value)
          .add(new java.math.BigDecimal(Math.ulp(value) / 2))
          .toString()
          .replace("E", "e");
    }
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
    text.append(random.nextInt(1, 10));
    for (int digits = random.nextInt(25); digits > 0; digits--) {
      text.append(random.nextInt(10));
    }
    if (random.nextBoolean()) {
      text.append('.').append(random.nextInt(10)).append(random.nextLong(1L << 60));
    }
    return text.append('e').append(random.nextInt(-345, 312)).toString();
  }
}
