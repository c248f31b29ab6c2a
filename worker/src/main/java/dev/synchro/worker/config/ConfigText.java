package dev.synchro.worker.config;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The texts of one verb's keys: options over environment over file over defaults; strict in each of
 * them. Whatever is wrong is collected, so that it is reported in one go.
 */
public final class ConfigText<K extends Enum<K> & ConfigKey> {
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

  private final ConfigProblems problems = new ConfigProblems();
  private final Class<K> keys;
  private final Map<K, String> texts;
  private final Map<String, String> environment;

  private ConfigText(Class<K> keys, Map<String, String> environment) {
    this.keys = keys;
    this.texts = new EnumMap<>(keys);
    this.environment = environment;
  }

  /** Reads every source. */
  public static <K extends Enum<K> & ConfigKey> ConfigText<K> collect(
      Class<K> keys, Map<K, String> options, Map<String, String> environment, Optional<Path> file) {
    ConfigText<K> text = new ConfigText<>(keys, environment);
    text.collect(options, file);
    return text;
  }

  /** Every key with its value, one a line, secrets masked by being file names only. */
  public String print() {
    StringBuilder lines = new StringBuilder();
    for (K key : keys.getEnumConstants()) {
      lines.append(key.key()).append(" = ").append(text(key).orElse("")).append('\n');
    }
    return lines.toString();
  }

  /** Adds what is wrong to what is reported at the end. */
  public void problem(String problem) {
    problems.add(problem);
  }

  /**
   * Ends the reading.
   *
   * @throws ConfigRefused naming every problem
   */
  public void finish() {
    problems.finish();
  }

  private void collect(Map<K, String> options, Optional<Path> file) {
    for (K key : keys.getEnumConstants()) {
      key.defaultText().ifPresent(text -> texts.put(key, text));
    }
    file.ifPresent(this::readFile);
    for (K key : keys.getEnumConstants()) {
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
    Map<K, Integer> seen = new EnumMap<>(keys);
    for (int number = 1; number <= lines.size(); number++) {
      String line = lines.get(number - 1).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        readLine(line, number, seen);
      }
    }
  }

  private void readLine(String line, int number, Map<K, Integer> seen) {
    int equals = line.indexOf('=');
    if (equals < 0) {
      problems.add("line " + number + " is not of the form key = value");
      return;
    }
    Optional<K> key = find(line.substring(0, equals).strip());
    if (key.isEmpty()) {
      problems.add("line " + number + " has an unknown key");
    } else if (seen.putIfAbsent(key.get(), number) != null) {
      problems.add("line " + number + " repeats key " + key.get().key());
    } else {
      texts.put(key.get(), line.substring(equals + 1).strip());
    }
  }

  private Optional<K> find(String name) {
    for (K candidate : keys.getEnumConstants()) {
      if (candidate.key().equals(name)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /** The text of a key; an empty one counts as none. */
  public Optional<String> text(K key) {
    return Optional.ofNullable(texts.get(key)).filter(text -> !text.isEmpty());
  }

  /** The text of a key that must be given. */
  public String required(K key) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      missing(key);
    }
    return text.orElse("");
  }

  /** The JDBC URL of a key that must be given; see {@link #url}. */
  public String requiredUrl(K key) {
    String url = url(key).orElse("");
    if (text(key).isEmpty()) {
      missing(key);
    }
    return url;
  }

  private void missing(K key) {
    problems.add(
        key.key()
            + " is missing: give --"
            + key.key()
            + ", "
            + key.variable()
            + " or a line of the configuration file");
  }

  /** A JDBC URL; credentials inside are refused, since a URL ends up in process lists and logs. */
  public Optional<String> url(K key) {
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

  /**
   * The password in the file a key names, else in the one systemd hands over as a credential.
   *
   * @param credential name of the credential
   */
  public Optional<Password> password(K key, String credential) {
    Optional<String> name = text(key);
    try {
      Optional<Path> path = name.map(Path::of).or(() -> credentialFile(credential));
      if (path.isEmpty()) {
        return Optional.empty();
      }
      String text = Files.readString(path.get()).replaceFirst("\\r?\\n\\z", "");
      if (!text.isEmpty() && text.indexOf('\n') < 0) {
        return Optional.of(new Password(text));
      }
      problems.add("the file of " + key.key() + " must hold one line with the password");
    } catch (IOException | InvalidPathException e) {
      problems.add("the file of " + key.key() + " cannot be read");
    }
    return Optional.empty();
  }

  /** Where systemd puts a credential, when it did. */
  public Optional<Path> credentialFile(String credential) {
    return Optional.ofNullable(environment.get("CREDENTIALS_DIRECTORY"))
        .map(directory -> Path.of(directory, credential))
        .filter(Files::isRegularFile);
  }

  /** A key that holds a level; {@code info} when it holds nothing. */
  public LogLevel logLevel(K key) {
    String text = text(key).orElse("info");
    for (LogLevel level : LogLevel.values()) {
      if (level.name().toLowerCase(Locale.ROOT).equals(text)) {
        return level;
      }
    }
    problems.add(key.key() + " must be error, warn, info or debug");
    return LogLevel.INFO;
  }

  /**
   * A key that holds a whole number.
   *
   * @param fallback what holds when the key has no text
   */
  public long number(K key, long least, long greatest, long fallback) {
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
}
