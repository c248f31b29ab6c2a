package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.json.JsonBoolean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What every answer of push must look like, whatever was asked: each mutation has one outcome, in
 * the order of the request, of one of the combinations of members in contract 5.4.2. Control 20.
 */
final class PushAnswers {
  private static final Set<String> ALWAYS =
      Set.of("mutation_id", "table", "pk", "outcome_schema", "status");
  private static final Set<String> ROW = Set.of("server_row", "row_checksum");
  private static final Set<String> REFUSAL = Set.of("code", "message");
  private static final Set<String> INCOMPATIBLE =
      Set.of("retryable", "authored_schema", "current_schema", "incompatible_field_ids");
  private static final Set<String> TERMINAL =
      Set.of(
          "schema_incompatible",
          "table_not_synced",
          "policy_rejected",
          "validation_failed",
          "atomic_batch_rejected");

  private PushAnswers() {}

  /** Fails for an answer to this request that no push may give; errors of a whole call pass. */
  static void check(Json request, Json answer) {
    if (answer.has("error")) {
      assertThat(answer.names()).containsExactly("error");
      return;
    }
    assertThat(answer.names())
        .containsExactlyInAnyOrder("batch_id", "server_time", "accepted", "rejected");
    assertThat(answer.at("batch_id").text()).isEqualTo(request.at("batch_id").text());
    Map<String, Json> sent = new HashMap<>();
    List<String> order = new ArrayList<>();
    for (Json mutation : request.at("mutations").elements()) {
      String id = mutation.at("mutation_id").text();
      sent.put(id, mutation);
      order.add(id);
    }
    List<String> accepted = ids(answer.at("accepted"));
    List<String> rejected = ids(answer.at("rejected"));
    List<String> all = new ArrayList<>(accepted);
    all.addAll(rejected);
    assertThat(all).as("one outcome each").containsExactlyInAnyOrderElementsOf(order);
    assertThat(accepted).as("order").isSubsetOf(order).isSortedAccordingTo(by(order));
    assertThat(rejected).as("order").isSubsetOf(order).isSortedAccordingTo(by(order));
    for (Json outcome : answer.at("accepted").elements()) {
      Json mutation = sent.get(outcome.at("mutation_id").text());
      sameRow(mutation, outcome);
      applied(mutation.at("op").text(), outcome);
    }
    for (Json outcome : answer.at("rejected").elements()) {
      sameRow(sent.get(outcome.at("mutation_id").text()), outcome);
      refused(outcome);
    }
    if (request.has("atomic")) {
      assertThat(accepted.isEmpty() || rejected.isEmpty()).as("all or nothing").isTrue();
      long own =
          answer.at("rejected").elements().stream()
              .filter(outcome -> !outcome.at("code").text().equals("atomic_batch_rejected"))
              .count();
      assertThat(own)
          .as("mutations that failed by themselves")
          .isEqualTo(rejected.isEmpty() ? 0 : 1);
    }
  }

  private static Comparator<String> by(List<String> order) {
    return Comparator.comparingInt(order::indexOf);
  }

  private static List<String> ids(Json outcomes) {
    return outcomes.elements().stream().map(outcome -> outcome.at("mutation_id").text()).toList();
  }

  private static void sameRow(Json mutation, Json outcome) {
    assertThat(outcome.at("table").text()).isEqualTo(mutation.at("table").text());
    assertThat(outcome.at("pk").toString()).isEqualTo(mutation.at("pk").toString());
  }

  private static void applied(String operation, Json outcome) {
    assertThat(outcome.at("status").text()).isEqualTo("applied");
    boolean row = operation.equals("delete") ? outcome.has("server_row") : true;
    members(outcome, row, Set.of("server_version"));
    version(outcome, row);
  }

  private static void refused(Json outcome) {
    String code = outcome.at("code").text();
    assertThat(outcome.at("message").text()).isEqualTo(code.replace('_', ' '));
    boolean terminal = TERMINAL.contains(code);
    assertThat(outcome.at("status").text()).isEqualTo(terminal ? "rejected_terminal" : "conflict");
    if (terminal) {
      boolean incompatible = code.equals("schema_incompatible");
      members(outcome, false, REFUSAL, incompatible ? INCOMPATIBLE : Set.of());
      if (incompatible) {
        assertThat(((JsonBoolean) outcome.at("retryable").value()).value()).isFalse();
        assertThat(outcome.at("incompatible_field_ids").size()).isPositive();
      }
      return;
    }
    switch (code) {
      case "version_conflict", "row_already_exists" -> {
        members(outcome, true, REFUSAL, Set.of("server_version"));
        version(outcome, true);
      }
      case "row_deleted" -> {
        boolean tombstone = outcome.has("server_row");
        members(outcome, tombstone, REFUSAL, Set.of("server_version"));
        version(outcome, tombstone);
      }
      case "row_not_found" -> members(outcome, false, REFUSAL);
      default -> throw new AssertionError("no code of an outcome: " + code);
    }
  }

  @SafeVarargs
  private static void members(Json outcome, boolean row, Set<String>... more) {
    Set<String> expected = new TreeSet<>(ALWAYS);
    if (row) {
      expected.addAll(ROW);
    }
    for (Set<String> members : more) {
      expected.addAll(members);
    }
    assertThat(outcome.names()).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Rows have versions of their content, rows that are gone those of their deletion. */
  private static void version(Json outcome, boolean row) {
    assertThat(outcome.at("server_version").text()).startsWith(row ? "v1." : "d1.");
  }
}
