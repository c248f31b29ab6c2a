package dev.synchro.embedded.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A server this process made: its files, its settings, its life. */
final class OwnServer implements Companion {

  private static final String SUPERUSER = "postgres";
  private static final String HOST = "127.0.0.1";
  private static final int START_ATTEMPTS = 5;

  private final ServerFiles files;
  private final ServerAccount account;
  private final RunFolder folder;
  private final String password;
  private int port;
  private Optional<Postmaster> postmaster = Optional.empty();
  private boolean closed;

  private OwnServer(ServerFiles files, ServerAccount account, RunFolder folder, String password) {
    this.files = files;
    this.account = account;
    this.folder = folder;
    this.password = password;
  }

  /**
   * A server as the options say, with prepared classes when it has language {@code java}; closed by
   * {@code ending}.
   */
  static OwnServer start(StackOptions options, Ending ending) {
    return start(options, ending, true);
  }

  /** The same without prepared classes: the server they are made with. */
  static OwnServer startWithoutArchive(StackOptions options, Ending ending) {
    return start(options, ending, false);
  }

  private static OwnServer start(StackOptions options, Ending ending, boolean withArchive) {
    ServerAccount account = ServerAccount.ofThisProcess();
    options.port().ifPresent(OwnServer::requireFree);
    Cache cache = Cache.open(options.cache(), account);
    RunFolder.sweep(cache);
    Optional<ProductFiles> product = options.product().or(ProductFiles::onClassPath);
    Optional<InstalledProduct> installed =
        product.map(found -> InstalledProduct.install(found, cache));
    Optional<JavaLanguage> language =
        options.java()
            ? Optional.of(JavaLanguage.prepare(options, cache, account, installed))
            : Optional.empty();
    ServerFiles files = ServerFiles.unpacked(cache);
    Optional<Path> archive =
        language
            .filter(made -> withArchive)
            .flatMap(made -> ClassArchive.obtain(made, cache, options, product));
    OwnServer server =
        new OwnServer(files, account, RunFolder.create(cache, account), Passwords.random());
    ending.add(server);
    server.begin(options, installed, language, archive);
    return server;
  }

  /** Holds off {@link #close}, so that a signal ends a server that is starting once it can be. */
  private synchronized void begin(
      StackOptions options,
      Optional<InstalledProduct> product,
      Optional<JavaLanguage> language,
      Optional<Path> archive) {
    if (closed) {
      throw new StackFailure("the embedded server has ended");
    }
    boolean running = false;
    try {
      initialize();
      Map<String, String> settings = new TreeMap<>();
      List<String> controls = new ArrayList<>();
      product.ifPresent(found -> controls.add(found.share().toString()));
      if (language.isPresent()) {
        controls.add(language.get().share().toString());
        settings.putAll(language.get().settings(writableFolder("reports")));
      }
      archive.ifPresent(file -> settings.put("synchro_java.shared_archive", file.toString()));
      controls.add("$system");
      settings.put("extension_control_path", String.join(":", controls));
      startOnFreePort(options, settings);
      if (language.isPresent()) {
        createLanguage();
      }
      running = true;
    } catch (IOException failed) {
      throw new StackFailure("cannot write below " + folder.path(), failed);
    } finally {
      if (!running) {
        close();
      }
    }
  }

  /** In the template, so that every database made later has it. */
  private void createLanguage() {
    for (String database : List.of("template1", "postgres")) {
      EmbeddedStack.runInDatabase(address(), database, "CREATE EXTENSION synchro_java");
    }
  }

  /** A folder that goes with the server and that the server may write to. */
  Path writableFolder(String name) throws IOException {
    Path made = Files.createDirectory(folder.path().resolve(name));
    account.own(made);
    return made;
  }

  CompanionFolders companions() {
    return folder.companions();
  }

  /** The server stays when this process ends. */
  void keep() {
    PassFile.in(folder.path()).write(address());
    try {
      folder.keep();
    } catch (IOException failed) {
      throw new StackFailure("cannot write below " + folder.path(), failed);
    }
  }

  ServerAddress address() {
    return new ServerAddress(HOST, port, SUPERUSER, password);
  }

  private void initialize() throws IOException {
    Path data = Files.createDirectory(folder.dataFolder());
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    Path secret =
        Files.createFile(
            folder.path().resolve("superuser.secret"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(secret, password);
    account.own(data);
    account.own(secret);
    try {
      Command command =
          Command.of(
                  account.running(
                      List.of(
                          files.program("initdb").toString(),
                          "--pgdata=" + data,
                          "--username=" + SUPERUSER,
                          "--pwfile=" + secret,
                          "--auth=scram-sha-256",
                          "--encoding=UTF8",
                          "--locale-provider=builtin",
                          "--builtin-locale=C.UTF-8",
                          "--locale=C",
                          "--no-sync",
                          "--no-instructions")))
              .in(data)
              .withEnvironmentOfServer();
      command.run(Duration.ofMinutes(3)).orFail("cannot create the server's data folder");
    } finally {
      Files.delete(secret);
    }
    Files.writeString(data.resolve("pg_hba.conf"), ServerConfiguration.authentication(""));
  }

  /** Between the choice of a free port and the server's bind another program can take it. */
  private void startOnFreePort(StackOptions options, Map<String, String> languageSettings)
      throws IOException {
    for (int attempt = 1; postmaster.isEmpty(); attempt++) {
      port = options.port().isPresent() ? options.port().get() : freePort();
      Map<String, String> ofTheStart = new TreeMap<>(languageSettings);
      ofTheStart.put("port", String.valueOf(port));
      Files.writeString(
          folder.dataFolder().resolve("postgresql.conf"),
          ServerConfiguration.settings(options.settings(), ofTheStart));
      try {
        startPostmaster();
      } catch (StackFailure failure) {
        boolean taken = failure.getMessage().contains("could not bind");
        if (!taken || options.port().isPresent() || attempt == START_ATTEMPTS) {
          throw failure;
        }
      }
    }
  }

  private void startPostmaster() {
    postmaster =
        Optional.of(Postmaster.start(files, account, folder.dataFolder(), folder.logFile()));
  }

  synchronized void restart() {
    postmaster.ifPresent(Postmaster::end);
    startPostmaster();
  }

  synchronized void crashAndRestart() {
    postmaster.ifPresent(Postmaster::crash);
    startPostmaster();
  }

  /** Rules are read from the top: the one database, then nothing else for this login. */
  void restrictLogin(String quotedLogin, String quotedDatabase) {
    Path rules = folder.dataFolder().resolve("pg_hba.conf");
    try {
      String before = Files.readString(rules);
      Files.writeString(
          rules,
          "host "
              + quotedDatabase
              + " "
              + quotedLogin
              + " 127.0.0.1/32 scram-sha-256\n"
              + "host all "
              + quotedLogin
              + " all reject\n"
              + "host replication "
              + quotedLogin
              + " all reject\n"
              + before);
    } catch (IOException failed) {
      throw new StackFailure("cannot change " + rules, failed);
    }
  }

  String logTail(int lines) {
    try {
      List<String> all = Files.readAllLines(folder.logFile(), StandardCharsets.UTF_8);
      return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    } catch (IOException failed) {
      throw new StackFailure("cannot read the server's log", failed);
    }
  }

  String psqlCommand(String database) {
    PassFile file = PassFile.in(folder.path());
    file.write(address());
    return file.psqlCommand(database);
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      postmaster.ifPresent(Postmaster::end);
      folder.close();
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException failed) {
      throw new StackFailure("no port is free on " + HOST, failed);
    }
  }

  private static void requireFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
    } catch (IOException occupied) {
      throw new StackFailure(
          "port " + port + " of " + HOST + " must be free, another program listens there",
          occupied);
    }
  }
}
