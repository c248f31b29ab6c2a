package dev.synchro.bench.sync;

import java.util.Arrays;

/** Times of one thing, in nanoseconds. */
final class Samples {
  private Samples() {}

  /** Something that can be measured. */
  interface Work {
    void run() throws Exception;
  }

  /** The median of a number of runs, after as many that do not count. */
  static long median(int runs, Work work) throws Exception {
    for (int i = 0; i < runs; i++) {
      work.run();
    }
    long[] times = new long[runs];
    for (int i = 0; i < runs; i++) {
      long start = System.nanoTime();
      work.run();
      times[i] = System.nanoTime() - start;
    }
    Arrays.sort(times);
    return times[runs / 2];
  }
}
