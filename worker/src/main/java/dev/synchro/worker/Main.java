package dev.synchro.worker;

import dev.synchro.adapter.AdapterCommand;
import dev.synchro.worker.conformance.ConformanceCommand;
import dev.synchro.worker.fault.FaultKind;
import java.util.TimeZone;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code synchro} program. */
@Command(
    name = "synchro",
    mixinStandardHelpOptions = true,
    version = "synchro 0.3.1",
    description = "Offline-first sync that lives inside PostgreSQL 18.",
    subcommands = {
      WorkerCommand.class,
      AdapterCommand.class,
      CheckCommand.class,
      ConfigCommand.class,
      ConformanceCommand.class
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  private Main() {}

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getErr());
    throw new CommandLine.ParameterException(spec.commandLine(), "no verb given");
  }

  public static void main(String... arguments) {
    // The driver announces the JVM's zone to the server; every conversion is in UTC (contract 2.6).
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    System.exit(execute(arguments));
  }

  /** Runs the program up to its end and answers the exit status. */
  public static int execute(String... arguments) {
    return new CommandLine(new Main())
        .setParameterExceptionHandler(Main::refuseUsage)
        .setExecutionExceptionHandler((exception, line, result) -> Exits.report(exception))
        .execute(arguments);
  }

  private static int refuseUsage(CommandLine.ParameterException exception, String[] arguments) {
    exception.getCommandLine().getErr().println("synchro: " + exception.getMessage());
    return FaultKind.USAGE.exitCode();
  }
}
