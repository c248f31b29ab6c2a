package dev.synchro.bench.adapter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Senders that each send one request after the other, all at the same time, for a while. */
final class Load {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  /** Sends one request and waits for its answer. */
  interface Sender {
    void send() throws Exception;
  }

  /**
   * What was measured.
   *
   * @param perSecond answers in a second, of all senders together
   * @param medianMillis half of the answers came within this time
   * @param p99Millis 99 of 100 answers came within this time
   */
  record Result(double perSecond, double medianMillis, double p99Millis) {
    String line(String what) {
      return String.format(
          "%-46s %8.0f requests/s  median %8.2f ms  p99 %8.2f ms",
          what, perSecond, medianMillis, p99Millis);
    }
  }

  private Load() {}

  static Result run(List<? extends Sender> senders, Duration time) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(senders.size());
    try {
      long end = System.nanoTime() + time.toNanos();
      List<Callable<long[]>> work = new ArrayList<>();
      for (Sender sender : senders) {
        work.add(() -> times(sender, end));
      }
      long start = System.nanoTime();
      List<Future<long[]>> measured = threads.invokeAll(work);
      long took = System.nanoTime() - start;
      return result(measured, took);
    } finally {
      threads.shutdownNow();
    }
  }

  private static long[] times(Sender sender, long end) throws Exception {
    long[] times = new long[1024];
    int count = 0;
    for (long before = System.nanoTime(); before - end < 0; ) {
      sender.send();
      long after = System.nanoTime();
      if (count == times.length) {
        times = Arrays.copyOf(times, count * 2);
      }
      times[count++] = after - before;
      before = after;
    }
    return Arrays.copyOf(times, count);
  }

  private static Result result(List<Future<long[]>> measured, long took) throws Exception {
    List<long[]> parts = new ArrayList<>();
    for (Future<long[]> part : measured) {
      parts.add(part.get());
    }
    long[] all = parts.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    return new Result(
        all.length * NANOS_PER_SECOND / took,
        all[all.length / 2] / NANOS_PER_MILLI,
        all[all.length - 1 - all.length / 100] / NANOS_PER_MILLI);
  }
}
