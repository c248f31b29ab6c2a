package dev.synchro.embedded.stack;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The programs and libraries of a PostgreSQL 18 server, unpacked from the jar on the class path.
 */
record ServerFiles(Path root, String version) {

  private static final int REQUIRED_MAJOR = 18;

  static ServerFiles unpacked(Cache cache) {
    String archive = archiveName();
    String digest = Digests.ofResource(archive);
    Path root =
        cache.entry("server-" + digest.substring(0, 16), folder -> Archive.unpack(archive, folder));
    return new ServerFiles(root, version(root));
  }

  Path program(String name) {
    return root.resolve("bin").resolve(name);
  }

  private static String archiveName() {
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return switch (machine) {
      case "amd64", "x86_64" -> "/postgres-linux-x86_64.txz";
      case "aarch64", "arm64" -> "/postgres-linux-arm_64.txz";
      default ->
          throw new StackFailure(
              "the embedded stack runs on amd64 and arm64 Linux, this machine is " + machine);
    };
  }

  private static String version(Path root) {
    String printed =
        Command.of(root.resolve("bin/postgres").toString(), "--version")
            .run(Duration.ofSeconds(30))
            .orFail("cannot run the unpacked server")
            .output()
            .strip();
    String version = printed.replaceAll("^.*\\) ", "").replaceAll(" .*$", "");
    if (!version.startsWith(REQUIRED_MAJOR + ".")) {
      throw new StackFailure(
          "the server on the class path must be PostgreSQL "
              + REQUIRED_MAJOR
              + ", found "
              + version);
    }
    return version;
  }

  /** Reading of the compressed archive the server comes in. */
  private static final class Archive {

    private static final int OWNER_EXECUTE_BIT = 0100;

    private Archive() {}

    static void unpack(String resource, Path folder) throws IOException {
      try (InputStream raw = ServerFiles.class.getResourceAsStream(resource);
          TarArchiveInputStream entries =
              new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(raw)))) {
        for (TarArchiveEntry entry = entries.getNextEntry();
            entry != null;
            entry = entries.getNextEntry()) {
          write(entry, entries, folder);
        }
      }
    }

    private static void write(TarArchiveEntry entry, InputStream content, Path folder)
        throws IOException {
      Path target = folder.resolve(entry.getName()).normalize();
      if (!target.startsWith(folder)) {
        throw new StackFailure("the server's archive names a file outside its own folder");
      }
      if (entry.isDirectory()) {
        Files.createDirectories(target);
        return;
      }
      Files.createDirectories(target.getParent());
      if (entry.isSymbolicLink()) {
        Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        return;
      }
      Files.copy(content, target);
      if ((entry.getMode() & OWNER_EXECUTE_BIT) != 0) {
        Set<PosixFilePermission> permissions =
            EnumSet.copyOf(PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(target, permissions);
      }
    }
  }
}
