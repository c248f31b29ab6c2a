package dev.synchro.adapter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.synchro.adapter.config.AdapterConfig.DatabaseConfig;
import dev.synchro.adapter.config.AdapterConfig.TokenConfig;
import dev.synchro.adapter.config.AdapterConfig.TrafficConfig;
import dev.synchro.worker.config.ConfigRefused;
import dev.synchro.worker.config.LogLevel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdapterConfigReaderTest {
  private static final long HEAP = 256L << 20;
  private static final Map<AdapterKey, String> LEAST =
      Map.of(
          AdapterKey.DATABASE_URL, "postgresql://localhost:5432/app",
          AdapterKey.ADAPTER_USER, "adapter",
          AdapterKey.TOKEN_KEYS_FILE, "/keys.json");

  private static AdapterConfig read(Map<AdapterKey, String> options) {
    return AdapterConfigReader.read(options, Map.of(), Optional.empty(), HEAP);
  }

  private static AdapterConfig with(AdapterKey key, String text) {
    Map<AdapterKey, String> options = new EnumMap<>(LEAST);
    options.put(key, text);
    return read(options);
  }

  @Test
  void defaults_hold_when_only_the_necessary_is_given() {
    assertThat(read(LEAST))
        .isEqualTo(
            new AdapterConfig(
                new DatabaseConfig(
                    "jdbc:postgresql://localhost:5432/app",
                    "adapter",
                    Optional.empty(),
                    16,
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(30)),
                new TokenConfig(
                    Optional.empty(),
                    Optional.of(Path.of("/keys.json")),
                    Optional.empty(),
                    Optional.empty(),
                    "sub",
                    Duration.ofSeconds(30)),
                new TrafficConfig(256, 4096, 64L << 20, Duration.ofSeconds(30)),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 9464),
                Duration.ofSeconds(20),
                LogLevel.INFO));
  }

  @Test
  void what_is_missing_is_reported_at_once() {
    ConfigRefused refused = catchThrowableOfType(ConfigRefused.class, () -> read(Map.of()));
    assertThat(refused.problems())
        .containsExactly(
            "database-url is missing: give --database-url, SYNCHRO_DATABASE_URL or a line of the"
                + " configuration file",
            "adapter-user is missing: give --adapter-user, SYNCHRO_ADAPTER_USER or a line of the"
                + " configuration file",
            "no token could be verified: give token-secret-file or token-keys-file");
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0:80, 0.0.0.0, 80",
    "[::1]:8080, 0:0:0:0:0:0:0:1, 8080",
    "127.0.0.1:0, 127.0.0.1, 0",
    "127.0.0.1:65535, 127.0.0.1, 65535"
  })
  void an_address_is_host_and_port(String text, String host, int port) {
    InetSocketAddress address = with(AdapterKey.LISTEN, text).listen();
    assertThat(address.getAddress().getHostAddress()).isEqualTo(host);
    assertThat(address.getPort()).isEqualTo(port);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8080",
        ":8080",
        "localhost",
        "127.0.0.1:65536",
        "127.0.0.1:-1",
        "a b:80",
        "::1:80"
      })
  void anything_else_is_no_address(String text) {
    assertThat(
            catchThrowableOfType(ConfigRefused.class, () -> with(AdapterKey.OPERATOR_LISTEN, text))
                .problems())
        .containsExactly("operator-listen must be host:port with a host this machine knows");
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECTIONS, 1, 1000",
    "MAX_REQUESTS, 1, 100000",
    "MAX_CLIENTS, 1, 1000000",
    "WAIT_MILLIS, 250, 60000",
    "STATEMENT_MILLIS, 100, 600000",
    "BODY_MILLIS, 100, 600000",
    "STOP_MILLIS, 0, 600000",
    "TOKEN_LEEWAY_SECONDS, 0, 300"
  })
  void numbers_are_accepted_at_their_bounds_and_refused_beyond(
      AdapterKey key, long least, long greatest) {
    with(key, String.valueOf(least));
    with(key, String.valueOf(greatest));
    for (String beyond : new String[] {String.valueOf(least - 1), String.valueOf(greatest + 1)}) {
      assertThat(catchThrowableOfType(ConfigRefused.class, () -> with(key, beyond)).problems())
          .containsExactly(
              key.key()
                  + " must be a whole number of at least "
                  + least
                  + " and at most "
                  + greatest);
    }
  }

  @Test
  void what_is_printed_names_files_and_holds_no_secret() {
    assertThat(
            AdapterConfigReader.print(
                LEAST, Map.of("SYNCHRO_ADAPTER_PASSWORD_FILE", "/secret"), Optional.empty()))
        .contains("adapter-password-file = /secret\n", "listen = 127.0.0.1:8080\n");
  }
}
