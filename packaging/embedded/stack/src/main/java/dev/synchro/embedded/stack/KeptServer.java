package dev.synchro.embedded.stack;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A server that outlived the process that started it. */
record KeptServer(Path folder) {

  static List<KeptServer> all(Cache cache) {
    return cache.locked(() -> RunFolder.kept(cache).stream().map(KeptServer::new).toList());
  }

  /** How to connect with psql; the pass file keeps the secret out of the argument list. */
  String psqlCommand(String database) {
    return PassFile.in(folder).psqlCommand(database);
  }

  /** Ends the server and what works with it, and removes everything they wrote. */
  void stop(Cache cache) {
    cache.locked(
        () -> {
          RunFolder.endEverything(folder);
          return Files.notExists(folder);
        });
  }

  boolean isRunning() {
    return Postmaster.isRunningOver(folder.resolve("data"));
  }
}
