package dev.synchro.worker;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the configuration in force; the password itself is never part of it. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    description = "Print the configuration in force.")
final class ConfigCommand implements Runnable {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(options.print());
    out.flush();
  }
}
