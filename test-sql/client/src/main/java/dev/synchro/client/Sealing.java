package dev.synchro.client;

import dev.synchro.client.BatchStore.Batch;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.limit.Limits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Makes the next batch: combines what can be combined, takes the longest beginning of the queue
 * that may be sent together, and writes down the exact text before anything is sent. Contract 5.4,
 * 6.3.
 */
final class Sealing {

  /** Octets of a batch around its mutations, generously. */
  private static final int ENVELOPE_OCTETS = 2048;

  private final Records records;
  private final ClientSettings settings;

  Sealing(Records records, ClientSettings settings) {
    this.records = records;
    this.settings = settings;
  }

  /** Seals a batch if anything is left to send; inside one local transaction. */
  void seal() {
    records.batches().open().filter(Batch::refused).ifPresentOrElse(this::succeed, this::sealNew);
  }

  /** A batch the server did not execute lives on under another id, its mutations unchanged. */
  private void succeed(Batch refused) {
    List<Mutation> mutations = records.mutations().ofBatch(refused.batchId());
    records.batches().succeeded(refused.batchId());
    write(mutations);
  }

  private void sealNew() {
    normalize();
    List<Mutation> chosen = choose();
    if (!chosen.isEmpty()) {
      write(chosen);
    }
  }

  private void normalize() {
    Map<RowKey, List<Mutation>> byRow = new LinkedHashMap<>();
    for (Mutation mutation : records.mutations().pending()) {
      byRow.computeIfAbsent(mutation.row(), row -> new ArrayList<>()).add(mutation);
    }
    for (List<Mutation> ofRow : byRow.values()) {
      if (ofRow.size() > 1) {
        apply(Normalization.of(ofRow, Sealing::freshId, this::fits));
      }
    }
  }

  private void apply(Normalization normalization) {
    for (Mutation part : normalization.superseded()) {
      records.mutations().settle(part.mutationId(), MutationState.SUPERSEDED_BEFORE_SEND);
    }
    for (Mutation undone : normalization.cancelled()) {
      records.mutations().settle(undone.mutationId(), MutationState.CANCELLED_BEFORE_SEND);
    }
    normalization.combinations().forEach(records.mutations()::add);
    if (!normalization.cancelled().isEmpty()) {
      // Somebody else's row under the same key may have arrived while these hid it.
      records.visible().refresh(records.catalog(), normalization.cancelled().get(0).row());
    }
  }

  /**
   * The order of writing is kept across rows, so that a row is never sent before one it refers to.
   * What must wait for an answer therefore ends the batch.
   */
  private List<Mutation> choose() {
    List<Mutation> chosen = new ArrayList<>();
    Set<RowKey> rows = new HashSet<>();
    long octets = ENVELOPE_OCTETS;
    for (Mutation mutation : records.mutations().pending()) {
      if (!fits(mutation)) {
        setAside(mutation);
        continue;
      }
      boolean waits = mutation.operation() != Operation.INSERT && mutation.baseVersion().isEmpty();
      octets += octets(mutation) + 1L;
      if (waits
          || chosen.size() == settings.batchLimit()
          || octets > Limits.MAX_PUSH_BODY_OCTETS
          || !rows.add(mutation.row())) {
        break;
      }
      chosen.add(mutation);
    }
    return chosen;
  }

  private void setAside(Mutation mutation) {
    records.mutations().settle(mutation.mutationId(), MutationState.EXCEEDS_PUSH_LIMIT);
    records.mutations().blockSuccessors(mutation.row());
    records.visible().refresh(records.catalog(), mutation.row());
  }

  private boolean fits(Mutation mutation) {
    return mutation.columns().size() <= Limits.MAX_MUTATION_COLUMNS
        && octets(mutation) <= Limits.MAX_MUTATION_OCTETS;
  }

  private int octets(Mutation mutation) {
    return CanonicalJson.write(wire(mutation)).length;
  }

  private void write(List<Mutation> mutations) {
    ClientRecord client = records.client().read();
    Catalog catalog = records.catalog();
    String batchId = freshId();
    List<JsonValue> wires = new ArrayList<>(mutations.size());
    mutations.forEach(mutation -> wires.add(wire(mutation)));
    JsonObject request =
        Envelope.start(client, catalog)
            .put("batch_id", batchId)
            .put("mutations", new JsonArray(wires))
            .build();
    records
        .batches()
        .seal(
            batchId,
            CanonicalText.of(request),
            client.generation().orElseThrow(),
            catalog.hashText());
    mutations.forEach(mutation -> records.mutations().seal(mutation.mutationId(), batchId));
  }

  private JsonObject wire(Mutation mutation) {
    LocalTable table =
        records
            .schemas()
            .require("the local database", mutation.authored().hash())
            .findRelation(mutation.row().relation())
            .orElseThrow();
    JsonObject.Builder wire =
        JsonObject.builder()
            .put("mutation_id", mutation.mutationId())
            .put("table", table.tableId())
            .put("pk", CanonicalText.parseObject(mutation.pk()))
            .put(
                "authored_schema",
                Envelope.schema(mutation.authored().version(), mutation.authored().hash()))
            .put("op", mutation.operation().wireName())
            .put("client_version", mutation.clientVersion());
    mutation.baseVersion().ifPresent(version -> wire.put("base_version", version));
    if (mutation.operation() != Operation.DELETE) {
      wire.put("columns", CanonicalText.objectOf(mutation.columns()));
    }
    return wire.build();
  }

  static String freshId() {
    return UUID.randomUUID().toString();
  }
}
