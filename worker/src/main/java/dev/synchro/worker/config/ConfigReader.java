package dev.synchro.worker.config;

import dev.synchro.worker.config.WorkerConfig.ConnectionConfig;
import dev.synchro.worker.config.WorkerConfig.LogLevel;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Options over environment over file over defaults; strict in each of them. */
public final class ConfigReader {
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");
  private static final long MEBIOCTET = 1L << 20;

  private final ConfigProblems problems = new ConfigProblems();
  private final Map<ConfigKey, String> texts = new EnumMap<>(ConfigKey.class);
  private final Map<String, String> environment;
  private final long heapOctets;

  private ConfigReader(Map<String, String> environment, long heapOctets) {
    this.environment = environment;
    this.heapOctets = heapOctets;
  }

  /**
   * Reads every source.
   *
   * @param heapOctets the largest heap of this process, from which memory defaults follow
   * @throws ConfigRefused naming every problem
   */
  public static WorkerConfig read(
      Map<ConfigKey, String> options,
      Map<String, String> environment,
      Optional<Path> file,
      long heapOctets) {
    ConfigReader reader = new ConfigReader(environment, heapOctets);
    reader.collect(options, file);
    WorkerConfig config = reader.build();
    reader.problems.finish();
    return config;
  }

  /** Every key with its value and origin, one a line, secrets masked by being file names only. */
  public static String print(
      Map<ConfigKey, String> options, Map<String, String> environment, Optional<Path> file) {
    ConfigReader reader = new ConfigReader(environment, 0);
    reader.collect(options, file);
    reader.problems.finish();
    StringBuilder lines = new StringBuilder();
    for (ConfigKey key : ConfigKey.values()) {
      lines.append(key.key()).append(" = ").append(reader.text(key).orElse("")).append('\n');
    }
    return lines.toString();
  }

  private void collect(Map<ConfigKey, String> options, Optional<Path> file) {
    for (ConfigKey key : ConfigKey.values()) {
      key.defaultText().ifPresent(text -> texts.put(key, text));
    }
    file.ifPresent(this::readFile);
    for (ConfigKey key : ConfigKey.values()) {
      String text = environment.get(key.variable());
      if (text != null && !text.isEmpty()) {
        texts.put(key, text);
      }
    }
    texts.putAll(options);
  }

  private void readFile(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      problems.add("configuration file cannot be read");
      return;
    }
    Map<ConfigKey, Integer> seen = new EnumMap<>(ConfigKey.class);
    for (int number = 1; number <= lines.size(); number++) {
      String line = lines.get(number - 1).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        readLine(line, number, seen);
      }
    }
  }

  private void readLine(String line, int number, Map<ConfigKey, Integer> seen) {
    int equals = line.indexOf('=');
    if (equals < 0) {
      problems.add("line " + number + " is not of the form key = value");
      return;
    }
    Optional<ConfigKey> key = ConfigKey.find(line.substring(0, equals).strip());
    if (key.isEmpty()) {
      problems.add("line " + number + " has an unknown key");
    } else if (seen.putIfAbsent(key.get(), number) != null) {
      problems.add("line " + number + " repeats key " + key.get().key());
    } else {
      texts.put(key.get(), line.substring(equals + 1).strip());
    }
  }

  private WorkerConfig build() {
    long heapShare = Math.max(heapOctets, 64 * MEBIOCTET);
    return new WorkerConfig(
        connection(),
        Duration.ofMillis(number(ConfigKey.HEARTBEAT_MILLIS, 100, 5000, 0)),
        (int) number(ConfigKey.FOLD_ROWS, 1, 1_000_000, 0),
        Duration.ofMillis(number(ConfigKey.FOLD_MILLIS, 1, 60_000, 0)),
        number(ConfigKey.CHUNK_OCTETS, 65_536, Long.MAX_VALUE, heapShare / 16),
        number(ConfigKey.DIGEST_CACHE_OCTETS, 1, Long.MAX_VALUE, heapShare / 4),
        logLevel());
  }

  private ConnectionConfig connection() {
    String url = url(ConfigKey.DATABASE_URL).orElse("");
    if (text(ConfigKey.DATABASE_URL).isEmpty()) {
      missing(ConfigKey.DATABASE_URL);
    }
    String user = text(ConfigKey.WORKER_USER).orElse("");
    if (user.isEmpty()) {
      missing(ConfigKey.WORKER_USER);
    }
    return new ConnectionConfig(url, url(ConfigKey.REPLICATION_URL), user, password());
  }

  private void missing(ConfigKey key) {
    problems.add(
        key.key()
            + " is missing: give --"
            + key.key()
            + ", "
            + key.variable()
            + " or a line of the configuration file");
  }

  /** A JDBC URL; credentials inside are refused, since a URL ends up in process lists and logs. */
  private Optional<String> url(ConfigKey key) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return text;
    }
    String plain = text.get().startsWith("jdbc:") ? text.get().substring(5) : text.get();
    try {
      URI uri = new URI(plain.replaceFirst("^postgres://", "postgresql://"));
      boolean credentials =
          uri.getRawUserInfo() != null
              || (uri.getRawQuery() != null
                  && uri.getRawQuery()
                      .toLowerCase(Locale.ROOT)
                      .matches("(.*&)?(user|password)=.*"));
      boolean shape =
          "postgresql".equals(uri.getScheme())
              && uri.getHost() != null
              && uri.getPath() != null
              && uri.getPath().length() > 1;
      if (shape && !credentials) {
        return Optional.of("jdbc:" + uri);
      }
    } catch (URISyntaxException e) {
      // Reported below like every other shape that is wrong.
    }
    problems.add(key.key() + " must be postgresql://host:port/database without user and password");
    return Optional.empty();
  }

  private Optional<Password> password() {
    Optional<String> name = text(ConfigKey.WORKER_PASSWORD_FILE);
    try {
      Optional<Path> path = name.map(Path::of).or(this::credentialsDirectory);
      if (path.isEmpty()) {
        return Optional.empty();
      }
      String text = Files.readString(path.get()).replaceFirst("\\r?\\n\\z", "");
      if (!text.isEmpty() && text.indexOf('\n') < 0) {
        return Optional.of(new Password(text));
      }
      problems.add("the file of worker-password-file must hold one line with the password");
    } catch (IOException | InvalidPathException e) {
      problems.add("the file of worker-password-file cannot be read");
    }
    return Optional.empty();
  }

  /** Where systemd puts the credential {@code worker-password}. */
  private Optional<Path> credentialsDirectory() {
    return Optional.ofNullable(environment.get("CREDENTIALS_DIRECTORY"))
        .map(directory -> Path.of(directory, "worker-password"))
        .filter(Files::isRegularFile);
  }

  private LogLevel logLevel() {
    String text = text(ConfigKey.LOG_LEVEL).orElse("info");
    for (LogLevel level : LogLevel.values()) {
      if (level.name().toLowerCase(Locale.ROOT).equals(text)) {
        return level;
      }
    }
    problems.add("log-level must be error, warn, info or debug");
    return LogLevel.INFO;
  }

  private long number(ConfigKey key, long least, long greatest, long fallback) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return fallback;
    }
    if (NUMBER.matcher(text.get()).matches()) {
      long value = Long.parseLong(text.get());
      if (value >= least && value <= greatest) {
        return value;
      }
    }
    problems.add(
        key.key()
            + " must be a whole number of at least "
            + least
            + (greatest == Long.MAX_VALUE ? "" : " and at most " + greatest));
    return least;
  }

  private Optional<String> text(ConfigKey key) {
    return Optional.ofNullable(texts.get(key)).filter(text -> !text.isEmpty());
  }
}
