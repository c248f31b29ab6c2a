package dev.synchro.worker.conformance;

import dev.synchro.core.vectors.VectorFolder;
import dev.synchro.core.vectors.VectorGenerator;
import dev.synchro.core.vectors.VectorReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Runs the vector files of a folder against this implementation, or writes new ones for other
 * implementations. One line per file with its counts, the first differences below it; the exit code
 * is 1 when anything differs.
 */
@Command(
    name = "conformance",
    mixinStandardHelpOptions = true,
    description = {
      "Checks the canonical core against the vector files (*.json) of a folder.",
      "Exit code 0: all pass; 1: something differs; 2: wrong usage or unreadable folder."
    })
public final class ConformanceCommand implements Callable<Integer> {
  private static final int SHOWN_DIFFERENCES = 10;
  private static final int DIFFERENT = 1;
  private static final String VECTOR_SUFFIX = ".json";

  @Parameters(paramLabel = "FOLDER", description = "Folder to read, or with --generate to write.")
  private Path folder;

  @Option(
      names = "--generate",
      description = "Write new valid files in the same formats instead of checking.")
  private boolean generate;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What to generate; the same seed gives the same octets (default: 1).")
  private long seed;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    try {
      return generate ? write() : check();
    } catch (IOException unreadable) {
      throw new ParameterException(
          spec.commandLine(), "cannot use the folder: " + unreadable, unreadable);
    }
  }

  private int write() throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, byte[]> file : new VectorGenerator(seed).generate().entrySet()) {
      Files.write(folder.resolve(file.getKey()), file.getValue());
      out().println("wrote " + file.getKey());
    }
    return 0;
  }

  private int check() throws IOException {
    VectorFolder vectors = new VectorFolder();
    List<Path> files = vectorFiles();
    if (files.isEmpty()) {
      out().println("no vector files (*.json) in the folder");
      return DIFFERENT;
    }
    for (Path file : files) {
      vectors.add(file.getFileName().toString(), Files.readAllBytes(file));
    }
    boolean passed = true;
    for (VectorReport report : vectors.check()) {
      print(report);
      passed &= report.passed();
    }
    return passed ? 0 : DIFFERENT;
  }

  private List<Path> vectorFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(VECTOR_SUFFIX))
          .filter(Files::isRegularFile)
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private void print(VectorReport report) {
    List<String> differences = report.differences();
    out()
        .printf(
            "%s %s: %d reproduced, %d refused, %d different%n",
            report.passed() ? "ok  " : "FAIL",
            report.file(),
            report.reproduced(),
            report.refused().size(),
            differences.size());
    int shown = Math.min(SHOWN_DIFFERENCES, differences.size());
    for (String difference : differences.subList(0, shown)) {
      out().println("       " + difference);
    }
    if (differences.size() > shown) {
      out().println("       and " + (differences.size() - shown) + " more");
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
