package dev.synchro.embedded.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * PostgreSQL's headers out of Debian's packages for developers. Debian 12 carries an older
 * PostgreSQL, so the packages come from a newer suite of the machine's own sources. They are
 * unpacked into the cache and not installed, which needs no root and changes nothing on the
 * machine.
 */
final class AptHeaders {

  private static final List<String> PACKAGES = List.of("postgresql-server-dev-18", "libpq-dev");
  private static final List<String> NEWER_SUITES = List.of("forky", "sid");
  private static final List<String> RELEASE_ALIASES =
      List.of("stable", "oldstable", "testing", "unstable");
  private static final Duration UPDATE_DEADLINE = Duration.ofMinutes(5);
  private static final Duration DOWNLOAD_DEADLINE = Duration.ofMinutes(3);

  private final Path work;

  private AptHeaders(Path work) {
    this.work = work;
  }

  /** Fills {@code folder/include} with what lies in {@code /usr/include/postgresql} elsewhere. */
  static void fetchInto(Path folder) throws IOException {
    for (String program : List.of("apt-get", "dpkg-deb")) {
      if (!Command.exists(program)) {
        throw new StackFailure("there is no " + program);
      }
    }
    Path work = Files.createDirectory(folder.resolve("work"));
    try {
      new AptHeaders(work).fetchAnySuite(folder);
    } finally {
      Folders.delete(work);
    }
  }

  private void fetchAnySuite(Path folder) throws IOException {
    List<String> reasons = new ArrayList<>();
    for (String suite : NEWER_SUITES) {
      String reason = fetch(suite);
      if (reason.isEmpty()) {
        Files.move(work.resolve("root/usr/include/postgresql"), folder.resolve("include"));
        return;
      }
      reasons.add("suite " + suite + ": " + reason);
    }
    throw new StackFailure(String.join("; ", reasons));
  }

  /** Why the packages of a suite could not be had; empty when they are unpacked. */
  private String fetch(String suite) throws IOException {
    Path sources = work.resolve("sources");
    Folders.delete(sources);
    Files.createDirectories(sources);
    for (String folder : List.of("state/lists/partial", "cache/archives/partial", "packages")) {
      Files.createDirectories(work.resolve(folder));
    }
    if (!writeSources(sources, suite)) {
      return "no package source of this machine is for its own release";
    }
    // A source of somebody else may not know the suite and fail; what counts is the download.
    Command.Result update = apt(List.of("update")).run(UPDATE_DEADLINE);
    List<String> download = new ArrayList<>(List.of("download"));
    download.addAll(PACKAGES);
    Command.Result fetched = apt(download).in(work.resolve("packages")).run(DOWNLOAD_DEADLINE);
    if (!fetched.succeeded()) {
      return (update.lastLines(3) + "\n" + fetched.lastLines(3)).strip();
    }
    return unpack();
  }

  private String unpack() throws IOException {
    try (Stream<Path> packages = Files.list(work.resolve("packages"))) {
      for (Path archive : packages.filter(each -> each.toString().endsWith(".deb")).toList()) {
        Command.of("dpkg-deb", "-x", archive.toString(), work.resolve("root").toString())
            .run(DOWNLOAD_DEADLINE)
            .orFail("cannot unpack " + archive.getFileName());
      }
    }
    return "";
  }

  private Command apt(List<String> words) {
    List<String> command = new ArrayList<>(List.of("apt-get", "-q"));
    for (String option :
        List.of(
            "Dir::Etc::SourceList=/dev/null",
            "Dir::Etc::SourceParts=" + work.resolve("sources"),
            "Dir::State=" + work.resolve("state"),
            "Dir::State::Lists=" + work.resolve("state/lists"),
            "Dir::State::status=/var/lib/dpkg/status",
            "Dir::Cache=" + work.resolve("cache"),
            "Dir::Cache::archives=" + work.resolve("cache/archives"),
            "APT::Sandbox::User=",
            "Acquire::Languages=none",
            "Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled=false",
            // A package source kept as it was on some day says that it is out of date.
            "Acquire::Check-Valid-Until=false",
            "Acquire::Retries=1",
            "Acquire::http::Timeout=20",
            "Acquire::https::Timeout=20")) {
      command.add("-o");
      command.add(option);
    }
    command.addAll(words);
    return Command.of(command).with("LC_ALL", "C.UTF-8");
  }

  private static boolean writeSources(Path folder, String suite) throws IOException {
    Set<String> releases = releases();
    boolean any = false;
    for (Path file : sourceFiles()) {
      boolean stanzas = file.toString().endsWith(".sources");
      String text = Files.readString(file);
      String rewritten =
          stanzas
              ? AptSources.rewriteStanzas(text, releases, suite)
              : AptSources.rewriteLines(text, releases, suite);
      if (!rewritten.isBlank()) {
        String name = file.getFileName().toString();
        Files.writeString(folder.resolve(name), rewritten);
        any = true;
      }
    }
    return any;
  }

  private static List<Path> sourceFiles() throws IOException {
    List<Path> files = new ArrayList<>();
    Path single = Path.of("/etc/apt/sources.list");
    if (Files.isReadable(single)) {
      files.add(single);
    }
    try (Stream<Path> parts = Files.list(Path.of("/etc/apt/sources.list.d"))) {
      parts
          .filter(file -> file.toString().endsWith(".list") || file.toString().endsWith(".sources"))
          .filter(Files::isReadable)
          .sorted()
          .forEach(files::add);
    } catch (NoSuchFileException none) {
      return files;
    }
    return files;
  }

  /** How this machine's release may be called in its package sources. */
  private static Set<String> releases() throws IOException {
    Set<String> releases = new LinkedHashSet<>(RELEASE_ALIASES);
    Files.readString(Path.of("/etc/os-release"))
        .lines()
        .filter(line -> line.startsWith("VERSION_CODENAME="))
        .map(line -> line.substring("VERSION_CODENAME=".length()).replace("\"", "").strip())
        .filter(name -> !name.isEmpty())
        .forEach(releases::add);
    return releases;
  }
}
