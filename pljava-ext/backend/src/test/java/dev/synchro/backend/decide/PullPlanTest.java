package dev.synchro.backend.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.message.PullRequest;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.position.Lsn;
import dev.synchro.core.position.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of each scope of a pull. Contract 5.5. */
final class PullPlanTest {
  private static PulledScope scope(
      String id, boolean assigned, Optional<Position> newest, Optional<Position> acknowledged) {
    return new PulledScope(assigned, TestTokens.facts(id), newest, acknowledged, false);
  }

  private static PulledScope scope(String id, boolean assigned) {
    return scope(id, assigned, Optional.empty(), Optional.empty());
  }

  private static PullPlan plan(Map<String, Optional<String>> requested, PulledScope... scopes) {
    return PullPlan.decide(
        new PullRequest("c", 2, TestTokens.reference(5), 4, new TreeMap<>(requested), 10),
        List.of(scopes),
        new CursorCheck(TestTokens.KEYS, TestTokens.STREAM, TestTokens.BINDING));
  }

  private static List<String> places(PullPlan plan, String scopeId) {
    List<String> places = new ArrayList<>();
    if (plan.added().contains(scopeId)) {
      places.add("added");
    }
    if (plan.removed().contains(scopeId)) {
      places.add("removed");
    }
    if (plan.rebuild().contains(scopeId)) {
      places.add("rebuild");
    }
    for (PullPlan.Eligible scope : plan.eligible()) {
      if (scope.scope().facts().scopeId().equals(scopeId)) {
        places.add("eligible");
      }
    }
    return places;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // assigned | requested | places
        "true  | -                     | added rebuild",
        "true  | null                  | rebuild",
        "true  | as issued             | eligible",
        "true  | at the floor          | eligible",
        "true  | at the boundary       | eligible",
        "true  | of a key that only verifies | eligible",
        "true  | below the floor       | rebuild",
        "true  | behind the boundary   | rebuild",
        "true  | of a retired key      | rebuild",
        "true  | of schema 4           | rebuild",
        "true  | of an older stream generation | rebuild",
        "true  | of an older client generation | rebuild",
        "true  | of an older membership generation | rebuild",
        "true  | of an older retention generation | rebuild",
        "true  | with another secret   | invalid_request",
        "true  | of an unknown key     | invalid_request",
        "true  | of another kind       | invalid_request",
        "true  | of another user       | invalid_request",
        "true  | of another client     | invalid_request",
        "true  | of another scope      | invalid_request",
        "false | null                  | removed",
        "false | as issued             | removed",
        "false | with another secret   | removed"
      })
  void a_scope_is_in_its_places_and_in_no_other(
      boolean assigned, String requested, String expected) {
    Map<String, Optional<String>> scopes = new TreeMap<>();
    if (!requested.equals("-")) {
      scopes.put(
          TestTokens.SCOPE,
          requested.equals("null") ? Optional.empty() : Optional.of(TestTokens.cursor(requested)));
    }
    String answer;
    try {
      answer =
          String.join(
              " ", places(plan(scopes, scope(TestTokens.SCOPE, assigned)), TestTokens.SCOPE));
    } catch (RequestRefused refused) {
      answer = refused.envelope().code().code();
    }
    assertThat(answer).isEqualTo(expected);
  }

  @Test
  void a_scope_that_was_never_assigned_refuses_the_whole_request() {
    Map<String, Optional<String>> requested =
        Map.of(
            TestTokens.SCOPE,
            Optional.of(TestTokens.cursor("as issued")),
            "never",
            Optional.empty());
    String answer;
    try {
      answer = String.join(" ", plan(requested, scope(TestTokens.SCOPE, true)).rebuild());
    } catch (RequestRefused refused) {
      answer = refused.envelope().code().code();
    }
    assertThat(answer).isEqualTo("invalid_request");
  }

  @ParameterizedTest
  @CsvSource({"29, false", "30, false", "31, true"})
  void there_is_news_when_an_entry_lies_behind_the_cursor(long newest, boolean news) {
    Map<String, Optional<String>> requested =
        Map.of(TestTokens.SCOPE, Optional.of(TestTokens.cursor("as issued")));
    Position effect = new Position.Effect(new Lsn(newest), 0, 0);
    assertThat(
            plan(requested, scope(TestTokens.SCOPE, true, Optional.of(effect), Optional.empty()))
                .hasNews())
        .isEqualTo(news);
    assertThat(
            plan(
                    Map.of(TestTokens.SCOPE, Optional.empty()),
                    scope(TestTokens.SCOPE, true, Optional.of(effect), Optional.empty()))
                .hasNews())
        .as("of a scope to be rebuilt there is none")
        .isFalse();
  }

  @Test
  void the_entry_the_cursor_stands_at_is_no_news() {
    assertThat(
            plan(
                    Map.of(TestTokens.SCOPE, Optional.of(TestTokens.cursor("as issued"))),
                    scope(
                        TestTokens.SCOPE, true, Optional.of(TestTokens.end(30)), Optional.empty()))
                .hasNews())
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({"-, true", "10, true", "29, true", "30, false", "40, false"})
  void an_acknowledgement_only_moves_forward(String acknowledged, boolean moves) {
    Optional<Position> last =
        acknowledged.equals("-")
            ? Optional.empty()
            : Optional.of(TestTokens.end(Long.parseLong(acknowledged)));
    PullPlan plan =
        plan(
            Map.of(TestTokens.SCOPE, Optional.of(TestTokens.cursor("as issued"))),
            scope(TestTokens.SCOPE, true, Optional.empty(), last));
    assertThat(plan.eligible()).hasSize(1);
    assertThat(plan.eligible().get(0).movesAcknowledgement()).isEqualTo(moves);
  }
}
