package dev.synchro.embedded.stack;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where the headers of PostgreSQL 18 are.
 *
 * @param server the folder that holds {@code postgres.h}
 * @param further folders for what the server's headers include
 */
record Headers(Path server, List<Path> further) {

  static final String PG_CONFIG = "SYNCHRO_PG_CONFIG";

  private static final String MAJOR = "18";
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  Headers {
    further = List.copyOf(further);
  }

  /** Those of an installed PostgreSQL 18, else those of Debian's packages. */
  static Headers find(Cache cache) {
    return find(cache, candidates(), AptHeaders::fetchInto);
  }

  static Headers find(Cache cache, Set<String> programs, Cache.Contents packages) {
    List<String> reasons = new ArrayList<>();
    for (String program : programs) {
      Optional<Headers> installed = installed(program, reasons);
      if (installed.isPresent()) {
        return installed.get();
      }
    }
    try {
      Path include = cache.entry("headers-" + MAJOR, packages).resolve("include");
      return new Headers(include.resolve(MAJOR).resolve("server"), List.of(include));
    } catch (StackFailure failure) {
      reasons.add("Debian's packages: " + failure.getMessage());
      throw new StackFailure(
          "the headers of PostgreSQL 18 were not found: install postgresql-server-dev-18, or name"
              + " its pg_config in "
              + PG_CONFIG
              + ", or make Debian's package sources reachable ("
              + String.join("; ", reasons)
              + ")",
          failure);
    }
  }

  private static Set<String> candidates() {
    Set<String> programs = new LinkedHashSet<>();
    String named = System.getenv(PG_CONFIG);
    if (named != null && !named.isBlank()) {
      programs.add(named);
    }
    programs.add("/usr/lib/postgresql/" + MAJOR + "/bin/pg_config");
    programs.add("/usr/pgsql-" + MAJOR + "/bin/pg_config");
    programs.add("pg_config");
    return programs;
  }

  private static Optional<Headers> installed(String program, List<String> reasons) {
    if (!Command.exists(program)) {
      return Optional.empty();
    }
    String version = printed(program, "--version");
    if (!version.startsWith("PostgreSQL " + MAJOR)) {
      reasons.add(program + " is of " + version);
      return Optional.empty();
    }
    Path server = Path.of(printed(program, "--includedir-server"));
    Path include = Path.of(printed(program, "--includedir"));
    if (!Files.exists(server.resolve("postgres.h"))) {
      reasons.add(program + " names a folder without postgres.h");
      return Optional.empty();
    }
    if (!Files.exists(include.resolve("postgres_ext.h"))
        && !Files.exists(server.resolve("postgres_ext.h"))) {
      reasons.add(program + " names a folder without postgres_ext.h, which is in libpq-dev");
      return Optional.empty();
    }
    return Optional.of(new Headers(server, List.of(include)));
  }

  private static String printed(String program, String option) {
    return Command.of(program, option).run(DEADLINE).output().strip();
  }
}
