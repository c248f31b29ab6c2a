package dev.synchro.adapter.config;

import dev.synchro.adapter.config.AdapterConfig.DatabaseConfig;
import dev.synchro.adapter.config.AdapterConfig.TokenConfig;
import dev.synchro.adapter.config.AdapterConfig.TrafficConfig;
import dev.synchro.worker.config.ConfigRefused;
import dev.synchro.worker.config.ConfigText;
import java.net.InetSocketAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the adapter's configuration of what is given. */
public final class AdapterConfigReader {
  private static final Pattern ADDRESS =
      Pattern.compile("(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]/\\s]+):(0|[1-9][0-9]{0,4})");
  private static final int GREATEST_PORT = 65_535;

  /** One push body and one of the others always fit. */
  private static final long LEAST_BODY_OCTETS = 16L << 20;

  private final ConfigText<AdapterKey> text;
  private final long heapOctets;

  private AdapterConfigReader(ConfigText<AdapterKey> text, long heapOctets) {
    this.text = text;
    this.heapOctets = heapOctets;
  }

  /**
   * Reads every source.
   *
   * @param heapOctets the largest heap of this process, from which memory defaults follow
   * @throws ConfigRefused naming every problem
   */
  public static AdapterConfig read(
      Map<AdapterKey, String> options,
      Map<String, String> environment,
      Optional<Path> file,
      long heapOctets) {
    ConfigText<AdapterKey> text = ConfigText.collect(AdapterKey.class, options, environment, file);
    AdapterConfig config = new AdapterConfigReader(text, heapOctets).build();
    text.finish();
    return config;
  }

  /** Every key with its value, one a line; secrets are in files and only those are named. */
  public static String print(
      Map<AdapterKey, String> options, Map<String, String> environment, Optional<Path> file) {
    ConfigText<AdapterKey> text = ConfigText.collect(AdapterKey.class, options, environment, file);
    text.finish();
    return text.print();
  }

  private AdapterConfig build() {
    return new AdapterConfig(
        database(),
        token(),
        traffic(),
        address(AdapterKey.LISTEN),
        address(AdapterKey.OPERATOR_LISTEN),
        millis(AdapterKey.STOP_MILLIS, 0, 600_000),
        text.logLevel(AdapterKey.LOG_LEVEL));
  }

  private DatabaseConfig database() {
    return new DatabaseConfig(
        text.requiredUrl(AdapterKey.DATABASE_URL),
        text.required(AdapterKey.ADAPTER_USER),
        text.password(AdapterKey.ADAPTER_PASSWORD_FILE, "adapter-password"),
        (int) text.number(AdapterKey.CONNECTIONS, 1, 1000, 0),
        millis(AdapterKey.WAIT_MILLIS, 250, 60_000),
        millis(AdapterKey.STATEMENT_MILLIS, 100, 600_000));
  }

  private TokenConfig token() {
    Optional<Path> secret = path(AdapterKey.TOKEN_SECRET_FILE, "token-secret");
    Optional<Path> keys = path(AdapterKey.TOKEN_KEYS_FILE, "token-keys");
    if (secret.isEmpty() && keys.isEmpty()) {
      text.problem("no token could be verified: give token-secret-file or token-keys-file");
    }
    return new TokenConfig(
        secret,
        keys,
        text.text(AdapterKey.TOKEN_ISSUER),
        text.text(AdapterKey.TOKEN_AUDIENCE),
        text.required(AdapterKey.TOKEN_USER_CLAIM),
        Duration.ofSeconds(text.number(AdapterKey.TOKEN_LEEWAY_SECONDS, 0, 300, 0)));
  }

  private TrafficConfig traffic() {
    long quarter = Math.max(heapOctets / 4, LEAST_BODY_OCTETS);
    return new TrafficConfig(
        (int) text.number(AdapterKey.MAX_REQUESTS, 1, 100_000, 0),
        (int) text.number(AdapterKey.MAX_CLIENTS, 1, 1_000_000, 0),
        text.number(AdapterKey.BODY_OCTETS, LEAST_BODY_OCTETS, Long.MAX_VALUE, quarter),
        millis(AdapterKey.BODY_MILLIS, 100, 600_000));
  }

  private Duration millis(AdapterKey key, long least, long greatest) {
    return Duration.ofMillis(text.number(key, least, greatest, 0));
  }

  private Optional<Path> path(AdapterKey key, String credential) {
    try {
      return text.text(key).map(Path::of).or(() -> text.credentialFile(credential));
    } catch (InvalidPathException e) {
      text.problem(key.key() + " is no file name");
      return Optional.empty();
    }
  }

  private InetSocketAddress address(AdapterKey key) {
    Matcher shape = ADDRESS.matcher(text.required(key));
    if (shape.matches()) {
      int port = Integer.parseInt(shape.group(2));
      String host = shape.group(1).replaceAll("[\\[\\]]", "");
      if (port <= GREATEST_PORT) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (!address.isUnresolved()) {
          return address;
        }
      }
    }
    text.problem(key.key() + " must be host:port with a host this machine knows");
    return new InetSocketAddress(0);
  }
}
