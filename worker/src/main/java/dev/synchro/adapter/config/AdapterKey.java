package dev.synchro.adapter.config;

import dev.synchro.worker.config.ConfigKey;
import java.util.Optional;

/** The configuration keys of the adapter. */
public enum AdapterKey implements ConfigKey {
  DATABASE_URL("database-url", "", "postgresql://host:port/database, without user and password"),
  ADAPTER_USER("adapter-user", "", "login of the adapter"),
  ADAPTER_PASSWORD_FILE(
      "adapter-password-file", "", "file holding the adapter's password, one line"),
  LISTEN("listen", "127.0.0.1:8080", "host:port for devices; port 0 takes a free one"),
  OPERATOR_LISTEN(
      "operator-listen",
      "127.0.0.1:9464",
      "host:port for metrics, liveness, readiness, schema and tables; never for devices"),
  TOKEN_SECRET_FILE(
      "token-secret-file", "", "file holding the HS256 secret, at least 32 octets, one line"),
  TOKEN_KEYS_FILE(
      "token-keys-file", "", "JSON Web Key Set with the public RS256 and ES256 keys; reread"),
  TOKEN_ISSUER("token-issuer", "", "what a token's iss must be; not checked when absent"),
  TOKEN_AUDIENCE("token-audience", "", "what a token's aud must hold; not checked when absent"),
  TOKEN_USER_CLAIM("token-user-claim", "sub", "claim that holds the user id"),
  TOKEN_LEEWAY_SECONDS(
      "token-leeway-seconds", "30", "how far clocks may differ for exp and nbf, 0 to 300"),
  CONNECTIONS("connections", "16", "calls made at the same time, 1 to 1000"),
  MAX_REQUESTS("max-requests", "256", "requests held at the same time, 1 to 100000"),
  MAX_CLIENTS("max-clients", "4096", "HTTP connections open at the same time, 1 to 1000000"),
  BODY_OCTETS("body-octets", "", "memory for request bodies; default a quarter of the heap"),
  WAIT_MILLIS("wait-millis", "2000", "how long a request may wait for its call, 250 to 60000"),
  STATEMENT_MILLIS("statement-millis", "30000", "longest call, 100 to 600000"),
  BODY_MILLIS("body-millis", "30000", "longest time for sending a body, 100 to 600000"),
  STOP_MILLIS("stop-millis", "20000", "how long a stop waits for requests, 0 to 600000"),
  LOG_LEVEL("log-level", "info", "error, warn, info or debug");

  private final String key;
  private final String defaultText;
  private final String help;

  AdapterKey(String key, String defaultText, String help) {
    this.key = key;
    this.defaultText = defaultText;
    this.help = help;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public Optional<String> defaultText() {
    return defaultText.isEmpty() ? Optional.empty() : Optional.of(defaultText);
  }

  @Override
  public String help() {
    return help;
  }
}
