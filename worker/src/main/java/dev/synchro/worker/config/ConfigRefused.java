package dev.synchro.worker.config;

import java.util.List;

/** The configuration cannot be used; every problem is in {@link #problems()}. */
public final class ConfigRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String[] problems;

  ConfigRefused(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = problems.toArray(String[]::new);
  }

  public List<String> problems() {
    return List.of(problems);
  }
}
