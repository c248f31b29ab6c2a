package dev.synchro.client;

import dev.synchro.client.BatchStore.Batch;
import dev.synchro.client.PushAnswer.Outcome;
import dev.synchro.core.json.JsonObject;

/** Push: reads the answer to a sealed batch and settles its mutations. Contract 5.4, 6.3. */
final class PushExchange {

  private final Records records;

  PushExchange(Records records) {
    this.records = records;
  }

  PushAnswer read(JsonObject answer, Batch batch) {
    return PushAnswer.read(
        answer, batch.batchId(), records.mutations().ofBatch(batch.batchId()), records.schemas());
  }

  /** Installs every outcome; inside one local transaction. */
  void apply(PushAnswer answer, Batch batch) {
    Catalog catalog = records.catalog();
    for (Outcome outcome : answer.outcomes()) {
      settle(outcome);
      records.visible().refresh(catalog, outcome.mutation().row());
    }
    records.batches().answered(batch.batchId());
    records.backoff().clear();
  }

  private void settle(Outcome outcome) {
    RowKey row = outcome.mutation().row();
    records.mutations().settle(outcome.mutation().mutationId(), outcome.state(), outcome.text());
    if (outcome.state() != MutationState.REJECTED_TERMINAL) {
      records
          .rows()
          .putOutcome(
              row,
              outcome.row().filter(found -> !outcome.deleted()).map(VerifiedRow::content),
              outcome.serverVersion());
    }
    if (outcome.state() == MutationState.ACCEPTED) {
      records.mutations().refreshBase(row, outcome.serverVersion().orElseThrow());
    } else {
      records.mutations().blockSuccessors(row);
    }
  }

  /** The server has said that it will not execute this batch. */
  void refuse(Batch batch) {
    records.batches().refused(batch.batchId());
    records.backoff().clear();
  }
}
