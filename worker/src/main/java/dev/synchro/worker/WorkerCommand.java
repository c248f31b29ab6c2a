package dev.synchro.worker;

import dev.synchro.worker.config.WorkerConfig;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the capture worker until it is told to stop. */
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    description = "Capture committed changes and file them for sync.")
final class WorkerCommand implements Callable<Integer> {
  @Mixin private ConfigOptions options;

  @Override
  public Integer call() {
    WorkerConfig config = options.read();
    return new Worker(config).run();
  }
}
