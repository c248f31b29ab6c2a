package dev.synchro.client;

import dev.synchro.client.PullAnswer.Asked;
import dev.synchro.client.PullAnswer.Change;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Pull: what is asked, and what a page of its answer changes. Contract 5.5, 6.3. */
final class PullExchange {

  private final Records records;
  private final ClientSettings settings;

  PullExchange(Records records, ClientSettings settings) {
    this.records = records;
    this.settings = settings;
  }

  JsonObject request() {
    ClientRecord client = records.client().read();
    Map<String, JsonValue> scopes = new LinkedHashMap<>();
    records.scopes().all().forEach((id, scope) -> scopes.put(id, Envelope.cursor(scope.cursor())));
    return Envelope.start(client, records.catalog())
        .put("scope_set_version", client.scopeSetVersion())
        .put("scopes", new JsonObject(scopes))
        .put("limit", settings.pageLimit())
        .build();
  }

  PullAnswer read(JsonObject answer) {
    Map<String, ScopeRecord> scopes = records.scopes().all();
    Set<String> withCursor = new HashSet<>();
    for (ScopeRecord scope : scopes.values()) {
      if (scope.cursor().isPresent()) {
        withCursor.add(scope.id());
      }
    }
    Asked asked =
        new Asked(
            scopes.keySet(),
            withCursor,
            records.client().read().scopeSetVersion(),
            settings.pageLimit());
    return PullAnswer.read(answer, asked, records.catalog());
  }

  /** Installs the page; inside one local transaction. */
  void apply(PullAnswer page) {
    Catalog catalog = records.catalog();
    Map<String, ScopeRecord> scopes = records.scopes().all();
    Set<Long> touched = new HashSet<>();
    for (Change change : page.changes()) {
      long scope = scopes.get(change.scopeId()).number();
      if (touched.add(scope)) {
        records.scopes().touched(scope);
      }
      apply(catalog, scope, change);
    }
    page.removed().forEach(id -> records.removeScope(catalog, scopes.get(id)));
    page.added().forEach(records.scopes()::add);
    records.client().scopeSetVersion(page.scopeSetVersion());
    Map<String, ScopeRecord> active = records.scopes().all();
    page.rebuild().stream()
        .map(active::get)
        .filter(scope -> !scope.awaitsRebuild())
        .forEach(scope -> records.scopes().invalidate(scope.number()));
    page.cursors().forEach((id, token) -> records.scopes().advance(active.get(id).number(), token));
    page.checksums().ifPresent(checksums -> finish(catalog, checksums));
    records.backoff().clear();
  }

  private void apply(Catalog catalog, long scope, Change change) {
    if (change.row().isPresent()) {
      VerifiedRow row = change.row().get();
      records.rows().put(row);
      records.rows().hold(scope, row.key(), row.digest());
      records.visible().show(catalog, row);
    } else if (records.rows().release(scope, change.key())) {
      records.letGo(catalog, change.key());
    }
  }

  private void finish(Catalog catalog, Map<String, byte[]> checksums) {
    records.scopes().all().values().stream()
        .filter(scope -> !scope.awaitsRebuild())
        .forEach(scope -> verify(catalog, scope, checksums.get(scope.id())));
    if (!records.scopes().anyAwaitsRebuild()) {
      settleOutcomes(catalog);
    }
  }

  /** A cursor whose scope differs from the server's digest is not kept. */
  private void verify(Catalog catalog, ScopeRecord scope, byte[] expected) {
    String held =
        scope.digest().orElseGet(() -> Hex.encode(records.verifier().digest(catalog, scope)));
    if (Arrays.equals(Hex.decodeSha256(held), expected)) {
      records.scopes().verified(scope.number(), held);
    } else {
      records.scopes().mismatched(scope.number());
    }
  }

  /**
   * From here on the delivered rows say what outcomes said before them, also when an outcome's row
   * was changed back in the meantime or belongs to no scope of this client.
   */
  private void settleOutcomes(Catalog catalog) {
    for (RowKey row : records.rows().outcomeRows()) {
      if (!records.mutations().hasUnresolved(row)) {
        records.rows().dropOutcome(row);
        records.visible().refresh(catalog, row);
      }
    }
  }
}
