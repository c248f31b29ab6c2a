package dev.synchro.worker;

import dev.synchro.worker.config.WorkerConfig;
import dev.synchro.worker.health.Preflight;
import dev.synchro.worker.health.Preflight.Finding;
import dev.synchro.worker.stream.WorkerConnections;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Looks at everything the worker needs and changes nothing. Exit code 1 when something is wrong.
 */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = "Check server, login, publication and slot without changing anything.")
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;

  @Override
  public Integer call() {
    WorkerConfig config = options.read();
    List<Finding> findings = Preflight.run(new WorkerConnections(config.connection()));
    PrintWriter out = spec.commandLine().getOut();
    for (Finding finding : findings) {
      out.println(finding.line());
    }
    out.flush();
    return findings.stream().allMatch(Finding::good) ? 0 : 1;
  }
}
