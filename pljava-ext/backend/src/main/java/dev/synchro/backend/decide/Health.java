package dev.synchro.backend.decide;

import dev.synchro.backend.decide.Readiness.Check;
import dev.synchro.backend.decide.Readiness.Finding;
import dev.synchro.backend.decide.Readiness.State;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonNull;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** The result of the readiness checks, in detail and in one word. Contract 10.2. */
public record Health(
    Map<Check, Finding> findings,
    OptionalLong heartbeatAgeSeconds,
    OptionalLong walLagBytes,
    OptionalLong walLagSeconds) {

  /** Whether every check is ok. */
  public boolean ready() {
    for (Finding finding : findings.values()) {
      if (finding.state() != State.OK) {
        return false;
      }
    }
    return true;
  }

  /** The document that says no more than whether everything is ok. */
  public String summary() {
    return text(JsonObject.builder().put("ready", ready()).build());
  }

  /** The document with every check and what was observed. */
  public String detail() {
    JsonObject.Builder checks = JsonObject.builder();
    for (Map.Entry<Check, Finding> entry : findings.entrySet()) {
      Finding finding = entry.getValue();
      JsonValue reason =
          finding.reason().isEmpty() ? JsonNull.INSTANCE : new JsonString(finding.reason());
      checks.put(
          entry.getKey().name().toLowerCase(Locale.ROOT),
          JsonObject.builder().put("state", finding.state().text()).put("reason", reason).build());
    }
    JsonObject observations =
        JsonObject.builder()
            .put("heartbeat_age_seconds", number(heartbeatAgeSeconds))
            .put("wal_lag_bytes", number(walLagBytes))
            .put("wal_lag_seconds", number(walLagSeconds))
            .build();
    return text(
        JsonObject.builder()
            .put("ready", ready())
            .put("checks", checks.build())
            .put("observations", observations)
            .build());
  }

  private static JsonValue number(OptionalLong value) {
    return value.isPresent() ? JsonNumber.of(value.getAsLong()) : JsonNull.INSTANCE;
  }

  private static String text(JsonObject document) {
    return new String(CanonicalJson.write(document), StandardCharsets.UTF_8);
  }
}
