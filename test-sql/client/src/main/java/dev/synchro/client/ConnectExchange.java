package dev.synchro.client;

import dev.synchro.client.ConnectAnswer.Action;
import dev.synchro.client.ConnectAnswer.Asked;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Connect: what is asked, and what its answer changes. Contract 5.3. */
final class ConnectExchange {

  private static final int PROTOCOL = 3;

  private final Records records;
  private final ClientSettings settings;

  ConnectExchange(Records records, ClientSettings settings) {
    this.records = records;
    this.settings = settings;
  }

  JsonObject request() {
    ClientRecord client = records.client().read();
    JsonObject.Builder request = JsonObject.builder();
    request.put("client_id", client.clientId());
    request.put("platform", settings.platform());
    request.put("app_version", settings.appVersion());
    request.put("protocol_version", PROTOCOL);
    client.generation().ifPresent(generation -> request.put("client_generation", generation));
    if (client.schemaResetAsked()) {
      request.put("schema_reset", true);
    }
    request.put("schema", reference(client));
    request.put("scope_set_version", client.scopeSetVersion());
    request.put("known_scopes", knownScopes());
    Map<String, String> receipts = records.scopes().receipts();
    if (!receipts.isEmpty()) {
      JsonObject.Builder presented = JsonObject.builder();
      receipts.forEach(presented::put);
      request.put("seed_receipts", presented.build());
    }
    return request.build();
  }

  private JsonObject reference(ClientRecord client) {
    return client
        .schemaHash()
        .map(hash -> Envelope.schema(records.catalog()))
        .orElseGet(() -> JsonObject.builder().put("version", 0).put("hash", "").build());
  }

  private JsonObject knownScopes() {
    Map<String, JsonValue> known = new LinkedHashMap<>();
    records.scopes().all().forEach((id, scope) -> known.put(id, Envelope.cursor(scope.cursor())));
    return new JsonObject(known);
  }

  ConnectAnswer read(JsonObject answer) {
    ClientRecord client = records.client().read();
    return ConnectAnswer.read(
        answer,
        new Asked(
            client.generation(),
            client.scopeSetVersion(),
            client.schemaHash(),
            records.scopes().all().keySet()));
  }

  /** Installs everything the answer says; inside one local transaction. */
  void apply(ConnectAnswer answer) {
    if (installsNewState(answer)) {
      records.rebuilds().discardAll();
    }
    answer.definition().ifPresent(manifest -> install(records.schemas().add(manifest)));
    Catalog catalog = records.catalog();
    Map<String, ScopeRecord> known = records.scopes().all();
    answer.removed().forEach(id -> records.removeScope(catalog, known.get(id)));
    answer.added().forEach(records.scopes()::add);
    answer.cursorUpdates().forEach((id, cursor) -> update(known.get(id), cursor));
    Map<String, ScopeRecord> assigned = records.scopes().all();
    for (String id : answer.affected()) {
      if (!assigned.containsKey(id)) {
        throw new ContractFault("connect answer affects a scope that is not assigned");
      }
      records.scopes().invalidate(assigned.get(id).number());
    }
    records.scopes().receiptsSpent();
    records.client().connected(answer.clientGeneration(), answer.scopeSetVersion());
    records.backoff().clear();
  }

  private boolean installsNewState(ConnectAnswer answer) {
    Optional<Long> generation = records.client().read().generation();
    return answer.action() != Action.NONE
        || !generation.equals(Optional.of(answer.clientGeneration()))
        || !answer.added().isEmpty()
        || !answer.removed().isEmpty()
        || !answer.cursorUpdates().isEmpty();
  }

  private void update(ScopeRecord scope, Optional<String> cursor) {
    if (cursor.isEmpty()) {
      records.scopes().invalidate(scope.number());
    } else if (!scope.awaitsRebuild()) {
      records.scopes().advance(scope.number(), cursor.get());
    }
  }

  /** Puts the tables and rows under another manifest. */
  private void install(Catalog next) {
    Optional<String> installed = records.client().read().schemaHash();
    installed
        .map(hash -> records.schemas().require("the local database", hash))
        .ifPresent(records.visible()::drop);
    records.client().schema(next.hashText());
    records.scopes().forgetDigests();
    // Under the new schema every holder gets the digest of the one content that is recoded.
    records.rows().scopesApart().forEach(records.scopes()::invalidate);
    records.rows().all().forEach(row -> recode(next, row));
    records.visible().create(next);
    records.visible().fill(next);
  }

  /** The digest of a row covers the schema, so every kept row gets a new one. */
  private void recode(Catalog next, RowKey row) {
    Optional<LocalTable> table = next.findRelation(row.relation());
    Optional<VerifiedRow> recoded = table.flatMap(found -> recoded(found, row));
    if (recoded.isPresent()) {
      records.rows().recoded(recoded.get());
      return;
    }
    records.rows().scopesHolding(row).forEach(records.scopes()::invalidate);
    records.rows().releaseEverywhere(row);
    records.rows().remove(row);
  }

  private Optional<VerifiedRow> recoded(LocalTable table, RowKey row) {
    RowStore.StoredRow stored = records.rows().delivered(row).orElseThrow();
    try {
      return Optional.of(
          table.encode(
              table.valuesOf(CanonicalText.parseObject(stored.content().orElseThrow())),
              stored.serverVersion().orElseThrow()));
    } catch (Malformed outgrown) {
      // Only a rebuild can bring this row under the new manifest; its scopes wait for one.
      return Optional.empty();
    }
  }
}
