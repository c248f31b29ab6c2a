package dev.synchro.backend.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.message.RequestRefused;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps 1, 4, 6 and 8 of the precedence of contract 5.2, in their order. */
final class GateTest {
  /** The checks of push, pull and rebuild in the order in which the calls make them. */
  private static String passed(
      Optional<ClientFacts> client, Optional<StreamFacts> stream, long generation, long schema) {
    try {
      Gate.requireKnown(client);
      Gate.requireNotRetired(client.orElseThrow());
      StreamFacts published = Gate.requirePublished(stream);
      Gate.requireCurrent(client.get(), published, generation, TestTokens.reference(schema));
      Gate.requireCaptured(client.get(), published);
      return "passed";
    } catch (RequestRefused refused) {
      return new String(refused.envelope().write(), StandardCharsets.UTF_8)
              .replaceAll(".*\"code\":\"([a-z_]*)\".*", "$1")
          + extra(refused);
    }
  }

  private static String extra(RequestRefused refused) {
    String names =
        String.join(" ", new java.util.TreeSet<>(refused.envelope().extra().members().keySet()));
    return names.isEmpty() ? "" : " + " + names;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // known | retired | expired | published | blocked | materialized | generation | schema
        "true  | false | false | true  | false | 6 | 2 | 5 | passed",
        "false | false | false | true  | true  | 5 | 1 | 4 | auth_required",
        "true  | true  | true  | false | true  | 5 | 1 | 4 | client_retired",
        "true  | false | true  | false | true  | 5 | 1 | 4 | temporary_unavailable",
        "true  | false | true  | true  | true  | 5 | 1 | 4"
            + " | client_generation_expired + current_client_generation",
        "true  | false | true  | true  | false | 6 | 2 | 5"
            + " | client_generation_expired + current_client_generation",
        "true  | false | false | true  | true  | 5 | 1 | 4"
            + " | client_generation_expired + current_client_generation",
        "true  | false | false | true  | true  | 5 | 3 | 4"
            + " | client_generation_expired + current_client_generation",
        "true  | false | false | true  | true  | 5 | 2 | 4"
            + " | schema_mismatch + current_schema received_schema",
        "true  | false | false | true  | true  | 5 | 2 | 5 | temporary_unavailable + reason",
        "true  | false | false | true  | true  | 6 | 2 | 5 | temporary_unavailable + reason",
        "true  | false | false | true  | false | 5 | 2 | 5 | capture_pending",
        "true  | false | false | true  | false | 7 | 2 | 5 | capture_pending"
      })
  void the_first_failure_is_the_answer(
      boolean known,
      boolean retired,
      boolean expired,
      boolean published,
      boolean blocked,
      long materialized,
      long generation,
      long schema,
      String answer) {
    ClientFacts client = new ClientFacts(1, 2, expired, 4, 6, materialized, retired);
    StreamFacts stream =
        new StreamFacts(3, 7, TestTokens.end(50), TestTokens.reference(5), blocked);
    assertThat(
            passed(
                known ? Optional.of(client) : Optional.empty(),
                published ? Optional.of(stream) : Optional.empty(),
                generation,
                schema))
        .isEqualTo(answer);
  }
}
