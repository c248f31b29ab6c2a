package dev.synchro.worker.config;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong, so that it is reported in one go. */
final class ConfigProblems {
  private final List<String> problems = new ArrayList<>();

  void add(String problem) {
    problems.add(problem);
  }

  List<String> all() {
    return List.copyOf(problems);
  }

  /** Throws when anything was added. */
  void finish() {
    if (!problems.isEmpty()) {
      throw new ConfigRefused(problems);
    }
  }
}
