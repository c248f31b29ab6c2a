package dev.synchro.embedded.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The classes of handler and product in the form a virtual machine maps into memory when it starts.
 * Each backend starts one, so this is what a new connection waits for. The archive is written once,
 * by a session of a server that exists for nothing else and has run what sessions usually run.
 */
final class ClassArchive {

  private static final String FILE = "synchro.jsa";
  private static final String DATABASE = "warm_up";
  private static final long POLL_NANOSECONDS = 20_000_000;
  private static final Duration WRITING = Duration.ofMinutes(2);

  private ClassArchive() {}

  /**
   * The archive for a language, written now when it is not in the cache; empty when it cannot be
   * written, which costs time in each connection and nothing else.
   */
  static Optional<Path> obtain(
      JavaLanguage language, Cache cache, StackOptions options, Optional<ProductFiles> product) {
    String name = "classes-" + language.identity();
    Optional<Path> existing = cache.existing(name);
    if (existing.isPresent()) {
      return existing.map(folder -> folder.resolve(FILE));
    }
    StackOptions plain =
        new StackOptions(
            true,
            Optional.of(language.home().path()),
            Optional.empty(),
            Map.of(),
            options.jvmOptions(),
            product,
            options.cache());
    try (Ending ending = Ending.withThisProcess()) {
      OwnServer server = OwnServer.startWithoutArchive(plain, ending);
      Path written = write(server, ending, product);
      Path folder = cache.entry(name, into -> Files.copy(written, into.resolve(FILE)));
      return Optional.of(folder.resolve(FILE));
    } catch (SQLException | IOException | StackFailure failed) {
      System.getLogger(ClassArchive.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "connections of the embedded stack will start slowly, no class archive was written: "
                  + failed.getMessage());
      return Optional.empty();
    }
  }

  private static Path write(OwnServer server, Ending ending, Optional<ProductFiles> product)
      throws SQLException, IOException {
    EmbeddedStack stack = EmbeddedStack.over(server, ending);
    stack.provision(DATABASE);
    Path output = server.writableFolder("archive").resolve(FILE);
    long backend;
    String url =
        stack.superuserUrl(DATABASE) + "&options=-c%20synchro_java.archive_output=" + output;
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      backend = warmUp(statement, product);
    }
    awaitEnd(backend);
    if (!Files.isRegularFile(output)) {
      throw new IOException("the virtual machine wrote none");
    }
    return output;
  }

  private static long warmUp(Statement statement, Optional<ProductFiles> product)
      throws SQLException {
    statement.execute(
        "CREATE FUNCTION pg_temp.warm_up(text) RETURNS text LANGUAGE java AS"
            + " 'java.lang.String=java.lang.System.getProperty(java.lang.String)'");
    statement.execute("SELECT pg_temp.warm_up('java.version')");
    if (product.isPresent()) {
      for (String sql : product.get().warmUp()) {
        attempt(statement, sql);
      }
    }
    try (ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Refused or not, the statement has made the session load classes. */
  private static void attempt(Statement statement, String sql) {
    try {
      statement.execute(sql);
    } catch (SQLException refused) {
      System.getLogger(ClassArchive.class.getName())
          .log(System.Logger.Level.DEBUG, "a warm-up statement was refused", refused);
    }
  }

  /** The archive is written at the very end of the process, when the server has forgotten it. */
  private static void awaitEnd(long backend) {
    Optional<ProcessHandle> process = ProcessHandle.of(backend);
    long end = System.nanoTime() + WRITING.toNanos();
    while (process.filter(ProcessHandle::isAlive).isPresent()) {
      if (System.nanoTime() - end > 0) {
        throw new StackFailure("the session that writes the class archive did not end");
      }
      LockSupport.parkNanos(POLL_NANOSECONDS);
    }
  }
}
