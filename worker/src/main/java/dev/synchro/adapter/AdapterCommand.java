package dev.synchro.adapter;

import dev.synchro.adapter.config.AdapterConfig;
import dev.synchro.adapter.config.AdapterConfigReader;
import dev.synchro.adapter.config.AdapterKey;
import dev.synchro.worker.Logging;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves devices over HTTP until it is told to stop. */
@Command(
    name = "adapter",
    mixinStandardHelpOptions = true,
    description = "Serve the four calls to devices over HTTP.",
    modelTransformer = AdapterCommand.Keys.class)
public final class AdapterCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--config", paramLabel = "<file>", description = "file of key = value lines")
  private Path file;

  @Option(names = "--print-config", description = "print the configuration in force and end")
  private boolean print;

  private final Map<AdapterKey, String> options = new EnumMap<>(AdapterKey.class);

  /** Gives every key its option. */
  static final class Keys implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      AdapterCommand adapter = (AdapterCommand) command.userObject();
      for (AdapterKey key : AdapterKey.values()) {
        command.addOption(option(adapter, key));
      }
      return command;
    }

    private static OptionSpec option(AdapterCommand adapter, AdapterKey key) {
      String shown = key.defaultText().map(text -> " (default: " + text + ")").orElse("");
      return OptionSpec.builder("--" + key.key())
          .type(String.class)
          .paramLabel("<text>")
          .description(key.help() + shown)
          .setter(
              new picocli.CommandLine.Model.ISetter() {
                @Override
                @SuppressWarnings("TypeParameterUnusedInFormals")
                public <T> T set(T value) {
                  if (value != null) {
                    adapter.options.put(key, (String) value);
                  }
                  return null;
                }
              })
          .build();
    }
  }

  @Override
  public Integer call() {
    if (print) {
      PrintWriter out = spec.commandLine().getOut();
      out.print(AdapterConfigReader.print(options, System.getenv(), configFile()));
      out.flush();
      return 0;
    }
    AdapterConfig config =
        AdapterConfigReader.read(
            options, System.getenv(), configFile(), Runtime.getRuntime().maxMemory());
    Logging.level(config.logLevel());
    return new Adapter(config).run();
  }

  private Optional<Path> configFile() {
    String variable = System.getenv("SYNCHRO_ADAPTER_CONFIG");
    return Optional.ofNullable(file)
        .or(() -> Optional.ofNullable(variable).filter(name -> !name.isEmpty()).map(Path::of));
  }
}
