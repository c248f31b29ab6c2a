package dev.synchro.backend.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.message.ConnectRequest;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a client and of each of its scopes at a connect. Contract 5.2 and 5.3. */
final class ConnectPlanTest {
  private static final String SENTINEL = "sentinel";

  private static ConnectRequest request(
      OptionalLong generation,
      boolean reset,
      Optional<SchemaReference> schema,
      long scopeSetVersion,
      Map<String, Optional<String>> known,
      Map<String, String> receipts) {
    return new ConnectRequest(
        "c",
        "test",
        generation,
        "1.0.0",
        reset,
        schema,
        scopeSetVersion,
        new TreeMap<>(known),
        new TreeMap<>(receipts));
  }

  private static ConnectPlan plan(
      ConnectRequest request, Optional<ClientFacts> client, List<ConnectScope> scopes) {
    return ConnectPlan.decide(
        request,
        client,
        TestTokens.HISTORY,
        scopes,
        new CursorCheck(TestTokens.KEYS, TestTokens.STREAM, TestTokens.BINDING),
        new ReceiptCheck(TestTokens.KEYS, TestTokens.STREAM));
  }

  private static String lsn(Optional<Position> position) {
    return position.map(at -> Long.toString(at.lsn().orElseThrow().bits())).orElse("null");
  }

  /** What the answer says of a scope. */
  private static String place(ConnectPlan plan, String scopeId) {
    List<String> places = new ArrayList<>();
    SortedMap<String, Optional<Position>> added = plan.added();
    if (added.containsKey(scopeId)) {
      places.add("added " + lsn(added.get(scopeId)));
    }
    if (plan.removed().contains(scopeId)) {
      places.add("removed");
    }
    if (plan.updates().containsKey(scopeId)) {
      places.add("updated " + lsn(plan.updates().get(scopeId)));
    }
    return places.isEmpty() ? "not named" : String.join(", ", places);
  }

  private static ConnectScope scope(boolean assigned, boolean before) {
    return new ConnectScope(TestTokens.FACTS, assigned, before, true, false, Optional.empty());
  }

  /**
   * The client is in generation 2. Schema 5 is in force: the action is {@code none} for 5, {@code
   * replace} for 4, {@code rebuild_local} of the scope for 3, {@code unsupported} for 1 and 9.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // assigned | cursor | schema | generation | reset | place
        "true  | -                          | 5 | 2 | false | added null",
        "true  | null                       | 5 | 2 | false | not named",
        "true  | as issued                  | 5 | 2 | false | not named",
        "true  | of a key that only verifies| 5 | 2 | false | not named",
        "true  | of a retired key           | 5 | 2 | false | updated null",
        "true  | below the floor            | 5 | 2 | false | updated null",
        "true  | behind the boundary        | 5 | 2 | false | updated null",
        "true  | of an older stream generation | 5 | 2 | false | updated null",
        "true  | of an older client generation | 5 | 2 | false | updated null",
        "true  | of an older membership generation | 5 | 2 | false | updated null",
        "true  | of an older retention generation | 5 | 2 | false | updated null",
        "true  | of schema 4                | 5 | 2 | false | updated null",
        "true  | of another client          | 5 | 2 | false | invalid_request",
        "true  | of another user            | 5 | 2 | false | invalid_request",
        "true  | of another scope           | 5 | 2 | false | invalid_request",
        "true  | of an unknown key          | 5 | 2 | false | invalid_request",
        "true  | with another secret        | 5 | 2 | false | invalid_request",
        // no longer assigned: removed, and its cursor is not examined
        "false | -                          | 5 | 2 | false | not named",
        "false | null                       | 5 | 2 | false | removed",
        "false | as issued                  | 5 | 2 | false | removed",
        "false | with another secret        | 5 | 2 | false | removed",
        // replace: cursors are carried
        "true  | -                          | 4 | 2 | false | added null",
        "true  | null                       | 4 | 2 | false | not named",
        "true  | as issued                  | 4 | 2 | false | not named",
        "true  | of schema 4                | 4 | 2 | false | updated 30",
        "true  | of schema 3                | 4 | 2 | false | updated null",
        "true  | of schema 1                | 4 | 2 | false | updated null",
        "true  | of schema 9                | 4 | 2 | false | updated null",
        "true  | of schema 4 and below the floor | 4 | 2 | false | updated null",
        "true  | with another secret        | 4 | 2 | false | invalid_request",
        "false | of schema 4                | 4 | 2 | false | removed",
        // rebuild_local
        "true  | of schema 3                | 3 | 2 | false | updated null",
        "true  | of schema 4                | 3 | 2 | false | updated 30",
        "true  | null                       | 3 | 2 | false | not named",
        "true  | with another secret        | 3 | 2 | false | invalid_request",
        // unsupported: assignment as usual, no cursor updates
        "true  | -                          | 1 | 2 | false | added null",
        "true  | as issued                  | 1 | 2 | false | not named",
        "true  | of a retired key           | 9 | 2 | false | not named",
        "false | as issued                  | 9 | 2 | false | removed",
        "true  | with another secret        | 1 | 2 | false | invalid_request",
        // an older generation resumes, and every cursor is given up
        "true  | as issued                  | 5 | 1 | false | updated null",
        "true  | of an older client generation | 5 | 1 | false | updated null",
        "true  | of schema 4                | 4 | 1 | false | updated null",
        "true  | -                          | 5 | 1 | false | added null",
        "true  | with another secret        | 5 | 1 | false | invalid_request",
        "true  | as issued                  | 5 | 3 | false | invalid_request",
        // a reset
        "true  | as issued                  | 5 | 2 | true  | updated null",
        "true  | as issued                  | 9 | 2 | true  | updated null",
        "true  | of schema 4                | 4 | 2 | true  | updated null",
        "true  | with another secret        | 5 | 2 | true  | invalid_request",
        "false | as issued                  | 5 | 2 | true  | removed"
      })
  void a_known_client_and_one_of_its_scopes(
      boolean assigned,
      String cursor,
      long schema,
      long generation,
      boolean reset,
      String expected) {
    Map<String, Optional<String>> known = new TreeMap<>();
    if (!cursor.equals("-")) {
      known.put(
          TestTokens.SCOPE,
          cursor.equals("null") ? Optional.empty() : Optional.of(TestTokens.cursor(cursor)));
    }
    ConnectRequest request =
        request(
            OptionalLong.of(generation),
            reset,
            Optional.of(TestTokens.reference(schema)),
            4,
            known,
            Map.of());
    String place;
    try {
      place =
          place(
              plan(request, Optional.of(TestTokens.CLIENT), List.of(scope(assigned, true))),
              TestTokens.SCOPE);
    } catch (RequestRefused refused) {
      place = refused.envelope().code().code();
    }
    assertThat(place).isEqualTo(expected);
  }

  /** Generation 2, scope set version 4, epochs 6: step 6 of contract 5.2. */
  @ParameterizedTest
  @CsvSource({
    // identity, generation, schema, scope set version, a scope that was never assigned, answer
    "known, -, sentinel, 0, false, invalid_schema_reference",
    "known, -, 5, 0, false, invalid_schema_reference",
    "known, 2, 5, 4, false, 2/4",
    "known, 2, 5, 3, false, 2/4",
    "known, 2, 5, 0, false, 2/4",
    "known, 1, 5, 4, false, 2/4",
    "known, 2, 5, 5, false, invalid_request",
    "known, 3, 5, 4, false, invalid_request",
    "known, 2, 5, 4, true, invalid_request",
    "known, 9007199254740991, 5, 4, false, invalid_request",
    "expired, 2, 5, 4, false, 3/4",
    "expired, 1, 5, 4, false, 3/4",
    "expired, 3, 5, 4, false, invalid_request",
    "expired, -, 5, 0, false, invalid_schema_reference",
    "unknown, -, sentinel, 0, false, 1/1",
    "unknown, -, 5, 0, false, 1/1",
    "unknown, -, 9, 0, false, 1/1"
  })
  void generation_scope_set_version_and_scopes_the_server_does_not_know(
      String identity,
      String generation,
      String schema,
      long scopeSetVersion,
      boolean neverAssigned,
      String expected) {
    boolean known = !identity.equals("unknown");
    ClientFacts facts = new ClientFacts(1, 2, identity.equals("expired"), 4, 6, 6, false);
    List<ConnectScope> scopes = new ArrayList<>(List.of(scope(true, known)));
    if (neverAssigned) {
      scopes.add(
          new ConnectScope(
              TestTokens.facts("never"), false, false, false, false, Optional.empty()));
    }
    ConnectRequest request =
        request(
            generation.equals("-")
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(generation)),
            false,
            schema.equals(SENTINEL)
                ? Optional.empty()
                : Optional.of(TestTokens.reference(Long.parseLong(schema))),
            scopeSetVersion,
            neverAssigned ? Map.of("never", Optional.empty()) : Map.of(),
            Map.of());
    String answer;
    try {
      ConnectPlan plan = plan(request, known ? Optional.of(facts) : Optional.empty(), scopes);
      answer = plan.clientGeneration() + "/" + plan.scopeSetVersion();
    } catch (RequestRefused refused) {
      answer = refused.envelope().code().code();
    }
    assertThat(answer).isEqualTo(expected);
  }

  @Test
  void an_expired_generation_gives_every_cursor_up() {
    ConnectPlan plan =
        plan(
            request(
                OptionalLong.of(2),
                false,
                Optional.of(TestTokens.reference(5)),
                4,
                Map.of(TestTokens.SCOPE, Optional.of(TestTokens.cursor("as issued"))),
                Map.of()),
            Optional.of(new ClientFacts(1, 2, true, 4, 6, 6, false)),
            List.of(scope(true, true)));
    assertThat(plan.renewed()).isTrue();
    assertThat(place(plan, TestTokens.SCOPE)).isEqualTo("updated null");
  }

  /** The scope set version grows once, exactly when the assigned set changes. */
  @ParameterizedTest
  @CsvSource({
    "true, true, true, true, 4",
    "true, true, false, true, 5",
    "true, true, true, false, 5",
    "false, true, false, true, 5",
    "false, true, true, false, 5",
    "false, false, false, false, 4"
  })
  void a_changed_assignment_is_one_version(
      boolean firstBefore,
      boolean firstNow,
      boolean secondBefore,
      boolean secondNow,
      long version) {
    List<ConnectScope> scopes =
        List.of(
            scope(firstNow, firstBefore),
            new ConnectScope(
                TestTokens.facts("t"), secondNow, secondBefore, true, false, Optional.empty()));
    ConnectPlan plan =
        plan(
            request(
                OptionalLong.of(2),
                false,
                Optional.of(TestTokens.reference(5)),
                4,
                Map.of(),
                Map.of()),
            Optional.of(TestTokens.CLIENT),
            scopes);
    assertThat(plan.scopeSetVersion()).isEqualTo(version);
    assertThat(plan.change().added().contains("t")).isEqualTo(secondNow && !secondBefore);
    assertThat(plan.change().removed().contains("t")).isEqualTo(!secondNow && secondBefore);
  }

  /** The receipt table of contract 5.3, for a scope the request does not know and one it does. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // receipt | assigned | portable | schema | known | place
        "as issued        | true  | true  | 5 | false | added 30",
        "as issued        | true  | true  | 5 | true  | updated 30",
        "as issued        | true  | false | 5 | false | added null",
        "as issued        | true  | false | 5 | true  | updated null",
        "as issued        | false | true  | 5 | false | removed",
        "as issued        | false | true  | 5 | true  | removed",
        "as issued        | false | false | 5 | false | removed",
        "of schema 4      | true  | true  | 5 | false | added null",
        "of schema 4      | true  | true  | 5 | true  | updated null",
        "of schema 4      | true  | false | 5 | false | added null",
        "of schema 4      | false | true  | 5 | true  | removed",
        "of another digest| true  | true  | 5 | false | added null",
        "with another secret | true  | true  | 5 | false | added null",
        "with another secret | true  | true  | 5 | true  | updated null",
        "with another secret | true  | false | 5 | false | added null",
        "with another secret | false | true  | 5 | false | removed",
        "of another scope | true  | true  | 5 | false | added null",
        "as issued        | true  | true  | 4 | false | added 30",
        "as issued        | true  | true  | 1 | false | added null",
        "as issued        | true  | true  | 9 | true  | not named",
        "as issued        | false | true  | 9 | true  | removed"
      })
  void a_first_connect_with_a_receipt(
      String receipt,
      boolean assigned,
      boolean portable,
      long schema,
      boolean known,
      String expected) {
    Map<String, Optional<String>> scopes =
        known ? Map.of(TestTokens.SCOPE, Optional.empty()) : Map.of();
    ConnectPlan plan =
        plan(
            request(
                OptionalLong.empty(),
                false,
                Optional.of(TestTokens.reference(schema)),
                0,
                scopes,
                Map.of(TestTokens.SCOPE, TestTokens.receipt(receipt))),
            Optional.empty(),
            List.of(
                new ConnectScope(
                    TestTokens.FACTS, assigned, false, false, portable, Optional.empty())));
    assertThat(place(plan, TestTokens.SCOPE)).isEqualTo(expected);
    assertThat(plan.clientGeneration()).isEqualTo(1);
    assertThat(plan.scopeSetVersion()).isEqualTo(1);
  }

  @Test
  void a_step_of_class_3_carries_the_cursors_of_other_scopes() {
    ConnectScope affected = scope(true, true);
    ConnectScope other =
        new ConnectScope(TestTokens.facts("another"), true, true, true, false, Optional.empty());
    SchemaHistory history =
        new SchemaHistory(
            List.of(
                new PublishedSchema(
                    TestTokens.reference(4),
                    dev.synchro.core.schema.TransitionClass.INITIAL,
                    java.util.Set.of()),
                new PublishedSchema(
                    TestTokens.reference(5),
                    dev.synchro.core.schema.TransitionClass.CLASS_3,
                    java.util.Set.of(TestTokens.SCOPE))));
    ConnectPlan plan =
        ConnectPlan.decide(
            request(
                OptionalLong.of(2),
                false,
                Optional.of(TestTokens.reference(4)),
                4,
                Map.of(
                    TestTokens.SCOPE,
                    Optional.of(TestTokens.cursor("of schema 4")),
                    "another",
                    Optional.of(TestTokens.cursorOf("another", 4))),
                Map.of()),
            Optional.of(TestTokens.CLIENT),
            history,
            List.of(affected, other),
            new CursorCheck(TestTokens.KEYS, TestTokens.STREAM, TestTokens.BINDING),
            new ReceiptCheck(TestTokens.KEYS, TestTokens.STREAM));
    assertThat(plan.action().code()).isEqualTo("rebuild_local");
    assertThat(place(plan, TestTokens.SCOPE)).isEqualTo("updated null");
    assertThat(place(plan, "another")).isEqualTo("updated 30");
  }
}
