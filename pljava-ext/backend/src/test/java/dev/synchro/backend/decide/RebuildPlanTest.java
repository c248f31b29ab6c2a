package dev.synchro.backend.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.message.RebuildRequest;
import dev.synchro.core.message.RequestRefused;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which page a rebuild request gets: contract 5.6, and column {@code rb1} of 2.3. */
final class RebuildPlanTest {
  private static final String TIME = "2026-01-02T03:04:05.000006Z";

  private static RebuildSession session(String difference) {
    return new RebuildSession(
        TestTokens.SESSION,
        difference.equals("of another scope") ? "another" : TestTokens.SCOPE,
        OptionalLong.of(1),
        TestTokens.end(30),
        25,
        new byte[32],
        difference.equals("of another limit") ? TestTokens.PAGE + 1 : TestTokens.PAGE,
        difference.equals("of an older client generation") ? 1 : 2,
        difference.equals("of an older epoch") ? 5 : 6,
        difference.equals("of an older schema") ? 4 : 5,
        difference.equals("of an older membership generation") ? 10 : 11,
        difference.equals("of an older retention generation") ? 11 : 12,
        difference.equals("of an older stream generation") ? 2 : 3,
        "rebuild_cursor-v3",
        "incremental_cursor-v3",
        TIME,
        TIME,
        difference.equals("expired"));
  }

  private static String answer(
      Optional<String> cursor, Optional<RebuildSession> session, boolean assigned) {
    RebuildRequest request =
        new RebuildRequest(
            "c",
            2,
            TestTokens.reference(5),
            TestTokens.SCOPE,
            TestTokens.REBUILD,
            cursor,
            TestTokens.PAGE);
    try {
      RebuildPlan plan =
          RebuildPlan.decide(
              request,
              TestTokens.CLIENT,
              TestTokens.STREAM,
              assigned,
              TestTokens.FACTS,
              session,
              TestTokens.KEYS,
              TestTokens.BINDING);
      return (plan.session().isPresent() ? "page from " : "new session from ") + plan.fromOrdinal();
    } catch (RequestRefused refused) {
      String text = new String(refused.envelope().write(), java.nio.charset.StandardCharsets.UTF_8);
      assertThat(text.contains("\"scope_id\":\"s\""))
          .isEqualTo(text.contains("rebuild_restart_required"));
      return refused.envelope().code().code();
    }
  }

  /** A token that differs in one point, with and without the session it belongs to. */
  @ParameterizedTest
  @CsvSource({
    "as issued, page from 10, rebuild_restart_required",
    "of a key that only verifies, page from 10, rebuild_restart_required",
    "of a retired key, rebuild_restart_required, rebuild_restart_required",
    "of an older stream generation, rebuild_restart_required, rebuild_restart_required",
    "of a later stream generation, rebuild_restart_required, rebuild_restart_required",
    "of an older client generation, rebuild_restart_required, rebuild_restart_required",
    "of a later client generation, rebuild_restart_required, rebuild_restart_required",
    "of an older membership generation, rebuild_restart_required, rebuild_restart_required",
    "of a later membership generation, rebuild_restart_required, rebuild_restart_required",
    "of an older retention generation, rebuild_restart_required, rebuild_restart_required",
    "of a later retention generation, rebuild_restart_required, rebuild_restart_required",
    "of an older epoch, rebuild_restart_required, rebuild_restart_required",
    "of a later epoch, rebuild_restart_required, rebuild_restart_required",
    "of schema 4, rebuild_restart_required, rebuild_restart_required",
    "of schema 9, rebuild_restart_required, rebuild_restart_required",
    "below the floor, rebuild_restart_required, rebuild_restart_required",
    "behind the boundary, rebuild_restart_required, rebuild_restart_required",
    "of an unknown key, invalid_request, invalid_request",
    "with another secret, invalid_request, invalid_request",
    "of another kind, invalid_request, invalid_request",
    "of another user, invalid_request, invalid_request",
    "of another client, invalid_request, invalid_request",
    "of another scope, invalid_request, invalid_request",
    "of another rebuild, invalid_request, invalid_request",
    "of another limit, invalid_request, invalid_request",
    "of another session, invalid_request, rebuild_restart_required"
  })
  void a_continuation_that_differs_in_one_point(
      String difference, String withSession, String withoutSession) {
    Optional<String> cursor = Optional.of(TestTokens.continuation(difference));
    assertThat(answer(cursor, Optional.of(session("as made")), true)).isEqualTo(withSession);
    assertThat(answer(cursor, Optional.empty(), true)).isEqualTo(withoutSession);
  }

  /** A session that differs in one point, asked for its first and for a later page. */
  @ParameterizedTest
  @CsvSource({
    "as made, page from 0, page from 10",
    "expired, rebuild_restart_required, rebuild_restart_required",
    "of an older client generation, rebuild_restart_required, rebuild_restart_required",
    "of an older epoch, rebuild_restart_required, rebuild_restart_required",
    "of an older schema, rebuild_restart_required, rebuild_restart_required",
    "of an older membership generation, rebuild_restart_required, rebuild_restart_required",
    "of an older retention generation, rebuild_restart_required, rebuild_restart_required",
    "of an older stream generation, rebuild_restart_required, rebuild_restart_required",
    "of another scope, invalid_request, invalid_request",
    "of another limit, invalid_request, invalid_request"
  })
  void a_session_that_differs_in_one_point(String difference, String first, String later) {
    Optional<RebuildSession> session = Optional.of(session(difference));
    assertThat(answer(Optional.empty(), session, true)).isEqualTo(first);
    assertThat(answer(Optional.of(TestTokens.continuation("as issued")), session, true))
        .isEqualTo(later);
  }

  @Test
  void a_rebuild_id_nobody_knows_starts_a_session() {
    assertThat(answer(Optional.empty(), Optional.empty(), true)).isEqualTo("new session from 0");
  }

  @Test
  void a_scope_that_is_not_assigned_is_refused_whatever_else_holds() {
    for (String difference : new String[] {"as made", "expired"}) {
      assertThat(answer(Optional.empty(), Optional.of(session(difference)), false))
          .isEqualTo("invalid_request");
    }
    assertThat(answer(Optional.empty(), Optional.empty(), false)).isEqualTo("invalid_request");
    assertThat(
            answer(
                Optional.of(TestTokens.continuation("of a retired key")), Optional.empty(), false))
        .isEqualTo("invalid_request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "rb1", "rb1.e30.AAAA", "rb1.e30", "RB1.e30.AAAA"})
  void what_is_no_token_is_refused(String text) {
    assertThat(answer(Optional.of(text), Optional.of(session("as made")), true))
        .isEqualTo("invalid_request");
  }
}
