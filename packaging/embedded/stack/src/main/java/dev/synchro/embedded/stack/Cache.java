package dev.synchro.embedded.stack;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The folder in which things that are made once are kept for every later start: the unpacked
 * server, headers, the built handler, class archives. An entry appears whole or not at all, under a
 * name that says exactly what it was made from, and is never changed afterwards, so that any number
 * of stacks may use it at once.
 */
final class Cache {

  /** Writes the contents of an entry into an empty folder. */
  interface Contents {
    void writeInto(Path folder) throws IOException;
  }

  /** Names another folder than the usual one. */
  static final String VARIABLE = "SYNCHRO_EMBEDDED_CACHE";

  /** A file lock excludes other processes only; this one excludes the threads of this process. */
  private static final ReentrantLock THIS_PROCESS = new ReentrantLock();

  private static final Duration KEPT_UNUSED = Duration.ofDays(30);

  private final Path root;

  private Cache(Path root) {
    this.root = root;
  }

  /**
   * The cache of this user. Root's lies where the unprivileged server can read it, never below a
   * private home folder.
   */
  static Cache open(Optional<Path> chosen, ServerAccount account) {
    Path root = chosen.orElseGet(() -> usual(account)).toAbsolutePath().normalize();
    try {
      Files.createDirectories(root);
      if (account == ServerAccount.OVERFLOW) {
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    } catch (IOException failed) {
      throw new StackFailure(
          "cannot create the folder of the embedded stack at "
              + root
              + ": name another in "
              + VARIABLE,
          failed);
    }
    account.requireReadable(root, "the folder of the embedded stack");
    return new Cache(root);
  }

  private static Path usual(ServerAccount account) {
    String named = System.getenv(VARIABLE);
    if (named != null && !named.isBlank()) {
      return Path.of(named);
    }
    if (account == ServerAccount.OVERFLOW) {
      return Path.of("/var/cache/synchro-embedded");
    }
    String userCache = System.getenv("XDG_CACHE_HOME");
    Path parent =
        userCache != null && userCache.startsWith("/")
            ? Path.of(userCache)
            : Path.of(System.getProperty("user.home"), ".cache");
    return parent.resolve("synchro-embedded");
  }

  Path root() {
    return root;
  }

  /** The entry of this name, if a start before this one has made it. */
  Optional<Path> existing(String name) {
    Path entry = root.resolve(name);
    if (!Files.isDirectory(entry)) {
      return Optional.empty();
    }
    try {
      Files.setLastModifiedTime(entry, FileTime.from(Instant.now()));
      return Optional.of(entry);
    } catch (IOException failed) {
      throw new StackFailure("cannot use " + entry + " of the embedded stack's folder", failed);
    }
  }

  /** The entry of this name, made now when no start before this one has made it. */
  Path entry(String name, Contents contents) {
    return existing(name)
        .orElseGet(
            () ->
                locked(
                    () -> {
                      Path entry = root.resolve(name);
                      if (!Files.isDirectory(entry)) {
                        make(entry, contents);
                        removeUnused();
                      }
                      return entry;
                    }));
  }

  /**
   * Each change of the product's code makes new entries; nobody will ask for the old ones again.
   */
  private void removeUnused() throws IOException {
    FileTime oldest = FileTime.from(Instant.now().minus(KEPT_UNUSED));
    try (Stream<Path> entries = Files.list(root)) {
      for (Path entry : entries.filter(path -> !path.endsWith("run")).toList()) {
        if (Files.isDirectory(entry) && Files.getLastModifiedTime(entry).compareTo(oldest) < 0) {
          Folders.delete(entry);
        }
      }
    }
  }

  private void make(Path entry, Contents contents) throws IOException {
    Path unfinished = root.resolve(entry.getFileName() + ".unfinished");
    Folders.delete(unfinished);
    Files.createDirectories(unfinished);
    try {
      contents.writeInto(unfinished);
      openToReaders(unfinished);
      Files.move(unfinished, entry, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Folders.delete(unfinished);
    }
  }

  /** Work that reads and changes the cache, one at a time among all processes of this user. */
  <T> T locked(CacheWork<T> work) {
    THIS_PROCESS.lock();
    try (FileChannel channel =
            FileChannel.open(
                root.resolve("build.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (!lock.isValid()) {
        throw new StackFailure("the lock of the embedded stack's folder was lost: " + root);
      }
      return work.run();
    } catch (IOException failed) {
      throw new StackFailure(
          "cannot write to the folder of the embedded stack at " + root + ": " + failed, failed);
    } finally {
      THIS_PROCESS.unlock();
    }
  }

  /** What runs under the cache's lock. */
  interface CacheWork<T> {
    T run() throws IOException;
  }

  /** The umask of whoever builds must not hide an entry from the account that runs the server. */
  private static void openToReaders(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        if (!Files.isSymbolicLink(path)) {
          Files.setPosixFilePermissions(path, openedToReaders(path));
        }
      }
    }
  }

  private static Set<PosixFilePermission> openedToReaders(Path path) throws IOException {
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    permissions.addAll(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    permissions.add(PosixFilePermission.GROUP_READ);
    permissions.add(PosixFilePermission.OTHERS_READ);
    if (permissions.contains(PosixFilePermission.OWNER_EXECUTE)) {
      permissions.add(PosixFilePermission.GROUP_EXECUTE);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
    }
    return permissions;
  }
}
