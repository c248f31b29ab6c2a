package dev.synchro.client;

import dev.synchro.client.RebuildAnswer.End;
import dev.synchro.client.RebuildStore.Attempt;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;

/**
 * Rebuild: pages are staged beside what the scope holds and replace it in one transaction after the
 * digest of the whole was verified, so that readers never see half a scope. Contract 5.6, 6.3.
 */
final class RebuildExchange {

  private final Records records;

  RebuildExchange(Records records) {
    this.records = records;
  }

  JsonObject request(ScopeRecord scope, Attempt attempt) {
    return Envelope.start(records.client().read(), records.catalog())
        .put("scope", scope.id())
        .put("rebuild_id", attempt.rebuildId())
        .put("cursor", Envelope.stringOrNull(attempt.cursor()))
        .put("limit", attempt.pageLimit())
        .build();
  }

  RebuildAnswer read(JsonObject answer, ScopeRecord scope, Attempt attempt) {
    return RebuildAnswer.read(answer, scope.id(), attempt.pageLimit(), records.catalog());
  }

  /** Keeps a page that others follow; inside one local transaction. */
  void stage(ScopeRecord scope, RebuildAnswer page) {
    page.rows().forEach(row -> records.rebuilds().stage(scope.number(), row));
    records.rebuilds().advance(scope.number(), page.next().orElseThrow());
    records.backoff().clear();
  }

  /**
   * Makes the staged rows and those of the final page the content of the scope, or, when they do
   * not digest to what the server says, discards the attempt; inside one local transaction.
   */
  void finish(ScopeRecord scope, RebuildAnswer page) {
    Catalog catalog = records.catalog();
    page.rows().forEach(row -> records.rebuilds().stage(scope.number(), row));
    End end = page.end().orElseThrow();
    byte[] staged = records.verifier().stagedDigest(catalog, scope);
    if (Arrays.equals(staged, end.digest())) {
      install(catalog, scope, end.cursor(), Hex.encode(staged));
    } else {
      records.scopes().mismatched(scope.number());
    }
    records.rebuilds().discard(scope.number());
    records.backoff().clear();
  }

  private void install(Catalog catalog, ScopeRecord scope, String cursor, String digest) {
    List<RowKey> gone = records.rows().goneAfterRebuild(scope.number());
    List<RowKey> staged = records.rows().staged(scope.number());
    records.rows().installStaged(scope.number());
    records.scopes().rebuilt(scope.number(), cursor, digest);
    gone.forEach(row -> records.letGo(catalog, row));
    staged.forEach(row -> records.visible().refresh(catalog, row));
  }
}
