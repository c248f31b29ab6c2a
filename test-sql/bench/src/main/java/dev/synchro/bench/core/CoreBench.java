package dev.synchro.bench.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures the core and prints each cost beside its unavoidable baseline, taken in the same run,
 * and the target of that ratio. The least disturbed iteration of each counts, so that a busy
 * machine spoils little.
 */
public final class CoreBench {
  private static final int FIELDS = 12;

  private final Collection<RunResult> results;

  private CoreBench(Collection<RunResult> results) {
    this.results = results;
  }

  /**
   * Runs everything.
   *
   * @param arguments {@code --quick} for a first impression
   */
  public static void main(String[] arguments) throws RunnerException {
    boolean quick = List.of(arguments).contains("--quick");
    OptionsBuilder options = new OptionsBuilder();
    options
        .include("dev\\.synchro\\.bench\\.core\\..*Benchmark.*")
        .addProfiler(GCProfiler.class)
        .verbosity(VerboseMode.SILENT)
        .forks(1)
        .warmupIterations(quick ? 3 : 5)
        .warmupTime(TimeValue.seconds(1))
        .measurementIterations(quick ? 4 : 10)
        .measurementTime(TimeValue.milliseconds(quick ? 500 : 1000))
        .timeout(TimeValue.minutes(5));
    new CoreBench(new Runner(options.build()).run()).print();
  }

  private void print() {
    line("row digest, short row, over SHA-256", "8", "encodeAndDigest", "shaOfDigestInput", 4);
    line("row digest, 1 KiB row, over SHA-256", "850", "encodeAndDigest", "shaOfDigestInput", 2);
    line("whole short row over SHA-256", "8", "encodeEverything", "shaOfVersionAndDigestInput", 4);
    line(
        "whole 1 KiB row over SHA-256", "850", "encodeEverything", "shaOfVersionAndDigestInput", 2);
    line(
        "scope digest, packed, over SHA-256",
        "",
        "scopeDigestOfPackedEntries",
        "shaOfScopeInput",
        1.15);
    line("scope digest, arrays, over SHA-256", "", "scopeDigest", "shaOfScopeInput", 1.15);
    line("canonical JSON over Jackson streams", "", "canonicalize", "jacksonStream", 1 / 0.8);
    line("canonical JSON over Jackson trees", "", "canonicalize", "jacksonTree", 1 / 0.8);
    perSecond("PostgreSQL text to short rows", "8");
    perSecond("PostgreSQL text to 1 KiB rows", "850");
    System.out.println("allocation in octets per operation:");
    for (RunResult result : results) {
      double octets = result.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
      System.out.printf(Locale.ROOT, "  %-40s %10.0f%n", name(result), octets);
    }
  }

  private void line(String what, String parameter, String operation, String baseline, double most) {
    double cost = best(operation, parameter);
    double base = best(baseline, parameter);
    System.out.printf(
        Locale.ROOT,
        "%-38s %12.3f us %12.3f us  ratio %.2f (at most %.2f)%n",
        what,
        cost,
        base,
        cost / base,
        most);
  }

  private void perSecond(String what, String parameter) {
    double fields = FIELDS / best("postgresTextToRow", parameter) * 1e6;
    System.out.printf(
        Locale.ROOT, "%-38s %12.0f fields per second (at least 1000000)%n", what, fields);
  }

  /** Least time of one iteration in microseconds per operation. */
  private double best(String operation, String parameter) {
    for (RunResult result : results) {
      boolean same = result.getParams().getBenchmark().endsWith("." + operation);
      String given = result.getParams().getParam("textCharacters");
      if (same && (given == null ? "" : given).equals(parameter)) {
        List<Double> scores = new ArrayList<>();
        for (IterationResult iteration : result.getAggregatedResult().getIterationResults()) {
          scores.add(iteration.getPrimaryResult().getScore());
        }
        double least = scores.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        boolean nanoseconds = result.getParams().getTimeUnit() == TimeUnit.NANOSECONDS;
        return nanoseconds ? least / 1000 : least;
      }
    }
    throw new IllegalStateException("not measured: " + operation);
  }

  private static String name(RunResult result) {
    String benchmark = result.getParams().getBenchmark();
    String parameter = result.getParams().getParam("textCharacters");
    String method = benchmark.substring(benchmark.lastIndexOf('.') + 1);
    return parameter == null ? method : method + " " + parameter;
  }
}
