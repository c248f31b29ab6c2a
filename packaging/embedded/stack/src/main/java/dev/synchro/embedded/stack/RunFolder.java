package dev.synchro.embedded.stack;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Everything one running server writes lies in a folder of its own. The process that started it
 * holds a lock in the folder: once the lock is free and the folder is not marked as kept, nobody
 * will ever close that server, and the next start of any stack ends and removes it.
 */
final class RunFolder implements AutoCloseable {

  private static final String OWNER = "owner.lock";
  private static final String KEPT = "kept";

  private final Path path;
  private final FileChannel channel;

  private RunFolder(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static RunFolder create(Cache cache, ServerAccount account) {
    return cache.locked(
        () -> {
          Path runs = Files.createDirectories(cache.root().resolve("run"));
          Path path = runs.resolve(ownPrefix() + randomPart());
          Files.createDirectory(path);
          FileChannel channel =
              FileChannel.open(
                  path.resolve(OWNER), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          if (channel.tryLock() == null) {
            throw new StackFailure("cannot lock " + path.resolve(OWNER));
          }
          if (account == ServerAccount.OVERFLOW) {
            Files.setPosixFilePermissions(runs, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
          }
          return new RunFolder(path, channel);
        });
  }

  Path path() {
    return path;
  }

  Path dataFolder() {
    return path.resolve("data");
  }

  Path logFile() {
    return path.resolve("server.log");
  }

  /** From now on the folder stays although no process holds its lock. */
  void keep() throws IOException {
    Files.createFile(path.resolve(KEPT));
  }

  CompanionFolders companions() {
    return CompanionFolders.of(path);
  }

  /** Gives up the lock and removes the folder; the server must have ended. */
  @Override
  public void close() {
    try {
      // Under the lock, so that no other process sweeps the same folder at the same time.
      Folders.delete(path);
      channel.close();
    } catch (IOException failed) {
      throw new StackFailure("cannot remove " + path, failed);
    }
  }

  /** Ends and removes what processes that no longer live have left behind. */
  static void sweep(Cache cache) {
    cache.locked(
        () -> {
          for (Path folder : all(cache)) {
            if (isAbandoned(folder)) {
              endEverything(folder);
            }
          }
          return Boolean.TRUE;
        });
  }

  /** Ends the programs that work with a server and the server, and removes what they wrote. */
  static void endEverything(Path folder) throws IOException {
    CompanionFolders.of(folder).endProcesses();
    Postmaster.endStray(folder.resolve("data"));
    Folders.delete(folder);
  }

  /** The folders of servers that were told to outlive their starter. */
  static List<Path> kept(Cache cache) throws IOException {
    return all(cache).stream().filter(folder -> Files.exists(folder.resolve(KEPT))).toList();
  }

  private static List<Path> all(Cache cache) throws IOException {
    Path runs = cache.root().resolve("run");
    try (Stream<Path> folders = Files.list(runs)) {
      return folders.sorted().toList();
    } catch (NoSuchFileException none) {
      return List.of();
    }
  }

  /**
   * Folders of this very process are passed over: closing a second channel on a lock file would
   * give up the first one's lock.
   */
  private static boolean isAbandoned(Path folder) throws IOException {
    if (folder.getFileName().toString().startsWith(ownPrefix())
        || Files.exists(folder.resolve(KEPT))) {
      return false;
    }
    try (FileChannel channel =
            FileChannel.open(
                folder.resolve(OWNER), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock != null;
    } catch (OverlappingFileLockException held) {
      return false;
    }
  }

  private static String ownPrefix() {
    return ProcessHandle.current().pid() + "-";
  }

  private static String randomPart() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
  }
}
