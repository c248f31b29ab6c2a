package dev.synchro.client;

import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A successful answer to push, read strictly and checked against the batch: every mutation has
 * exactly one outcome, and every row that comes with one is verified. Contract 5.4.2.
 */
record PushAnswer(List<Outcome> outcomes) {

  private static final String WHAT = "push answer";
  private static final String OUTCOME = "push outcome";
  private static final Set<String> ALWAYS =
      Set.of("mutation_id", "table", "pk", "outcome_schema", "status");
  private static final Set<String> ROW = Set.of("server_row", "row_checksum");
  private static final Set<String> REASON = Set.of("code", "message");
  private static final Set<String> INCOMPATIBLE =
      Set.of("retryable", "authored_schema", "current_schema", "incompatible_field_ids");

  /**
   * What became of one mutation.
   *
   * @param deleted the row is a tombstone, or there is none
   * @param text the outcome object in canonical text
   */
  record Outcome(
      Mutation mutation,
      MutationState state,
      Optional<VerifiedRow> row,
      Optional<String> serverVersion,
      boolean deleted,
      String text) {}

  static PushAnswer read(
      JsonObject answer, String batchId, List<Mutation> batch, SchemaStore schemas) {
    Members members =
        Members.of(WHAT, answer).exactly(Set.of("batch_id", "server_time", "accepted", "rejected"));
    members.string("server_time");
    if (!members.string("batch_id").equals(batchId)) {
      throw members.fault("is about another batch than was sent");
    }
    Reader reader = new Reader(batch, schemas);
    List<Outcome> outcomes = new ArrayList<>(batch.size());
    outcomes.addAll(reader.all(members.array("accepted"), true));
    outcomes.addAll(reader.all(members.array("rejected"), false));
    if (outcomes.size() != batch.size()) {
      throw members.fault("has no outcome for every mutation");
    }
    return new PushAnswer(List.copyOf(outcomes));
  }

  /** Reads the outcomes of one batch. */
  private static final class Reader {

    private final Map<String, Integer> places = new HashMap<>();
    private final Set<String> answered = new TreeSet<>();
    private final List<Mutation> batch;
    private final SchemaStore schemas;

    Reader(List<Mutation> batch, SchemaStore schemas) {
      this.batch = batch;
      this.schemas = schemas;
      for (int place = 0; place < batch.size(); place++) {
        places.put(batch.get(place).mutationId(), place);
      }
    }

    List<Outcome> all(List<JsonValue> entries, boolean accepted) {
      List<Outcome> outcomes = new ArrayList<>(entries.size());
      int last = -1;
      for (JsonValue entry : entries) {
        Members outcome = Members.of(OUTCOME, entry);
        int place = place(outcome);
        if (place <= last) {
          throw outcome.fault("is not in the order of the request");
        }
        last = place;
        outcomes.add(one(outcome, batch.get(place), accepted));
      }
      return outcomes;
    }

    private int place(Members outcome) {
      String id = outcome.string("mutation_id");
      Integer place = places.get(id);
      if (place == null || !answered.add(id)) {
        throw outcome.fault("is for a mutation that was not sent, or a second one");
      }
      return place;
    }

    private Outcome one(Members outcome, Mutation mutation, boolean accepted) {
      MutationState state = state(outcome);
      if (accepted != (state == MutationState.ACCEPTED)) {
        throw outcome.fault("is in the wrong array for its status");
      }
      checkMembers(outcome, mutation, state);
      LocalTable table = table(outcome, mutation);
      Optional<VerifiedRow> row = row(outcome, table);
      Optional<String> version =
          outcome.has("server_version")
              ? Optional.of(outcome.string("server_version"))
              : Optional.empty();
      boolean deleted = row.map(found -> table.isTombstone(found.values())).orElse(true);
      return new Outcome(
          mutation, state, row, version, deleted, CanonicalText.of(outcome.object()));
    }

    private static MutationState state(Members outcome) {
      return switch (outcome.string("status")) {
        case "applied" -> MutationState.ACCEPTED;
        case "conflict" -> MutationState.CONFLICT;
        case "rejected_terminal" -> MutationState.REJECTED_TERMINAL;
        default -> throw outcome.wrong("status", "one of the three statuses");
      };
    }

    /** The member table of contract 5.4.2. */
    private static void checkMembers(Members outcome, Mutation mutation, MutationState state) {
      Set<String> required = new TreeSet<>(ALWAYS);
      Set<String> optional = new TreeSet<>();
      boolean rowComes = outcome.has("server_row") || outcome.has("row_checksum");
      switch (state) {
        case ACCEPTED -> {
          required.add("server_version");
          if (mutation.operation() != Operation.DELETE || rowComes) {
            required.addAll(ROW);
          }
        }
        case CONFLICT -> {
          required.addAll(REASON);
          if (rowComes) {
            required.addAll(ROW);
            required.add("server_version");
          } else {
            optional.add("server_version");
          }
        }
        default -> {
          required.addAll(REASON);
          if (outcome.string("code").equals("schema_incompatible")) {
            required.addAll(INCOMPATIBLE);
          }
        }
      }
      outcome.exactly(required, optional);
    }

    private LocalTable table(Members outcome, Mutation mutation) {
      Members reference = outcome.nested("outcome_schema").exactly(Set.of("version", "hash"));
      Catalog inForce = schemas.require(OUTCOME, reference.string("hash"));
      if (reference.integer("version", 1) != inForce.version()) {
        throw reference.fault("pairs a hash with another version");
      }
      LocalTable authored =
          schemas
              .require(OUTCOME, mutation.authored().hash())
              .findRelation(mutation.row().relation())
              .orElseThrow();
      if (!outcome.string("table").equals(authored.tableId())) {
        throw outcome.fault("is about another table than its mutation");
      }
      if (!outcome.nested("pk").object().equals(CanonicalText.parseObject(mutation.pk()))) {
        throw outcome.fault("is about another row than its mutation");
      }
      return inForce.find(authored.tableId()).orElse(authored);
    }

    private static Optional<VerifiedRow> row(Members outcome, LocalTable table) {
      if (!outcome.has("server_row")) {
        return Optional.empty();
      }
      return Optional.of(
          table.verify(
              OUTCOME,
              outcome.nested("pk").object(),
              outcome.nested("server_row").object(),
              outcome.member("row_checksum"),
              outcome.string("server_version")));
    }
  }
}
