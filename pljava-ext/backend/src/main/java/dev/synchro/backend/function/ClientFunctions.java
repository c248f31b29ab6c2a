package dev.synchro.backend.function;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.ClientQueries;
import dev.synchro.backend.table.CompactionQueries;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.digest.Checksum;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNull;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.limit.Limits;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What operators do with client identities and what they left behind. Contract 4.4 and 12. */
public final class ClientFunctions {
  private ClientFunctions() {}

  /**
   * Retires a client identity for ever, with everything stored for it. Waits for a running push of
   * it. Raises 42704 when there is no such identity. Contract 12.4.
   */
  @SqlFunction(name = "synchro_retire_client", returns = "json", executableBy = "synchro_operator")
  public static String retireClient(
      @Parameter(name = "p_user_id") String userId,
      @Parameter(name = "p_client_id") String clientId)
      throws SQLException {
    BackendSession session = BackendSession.open();
    Optional<ClientQueries.Locked> client = ClientQueries.lock(session, userId, clientId);
    if (client.isEmpty()) {
      throw session.raise(unknownClient());
    }
    boolean already = client.get().retiredAt().isPresent();
    String retiredAt =
        already
            ? client.get().retiredAt().get()
            : ClientQueries.retire(session, client.get().clientPk());
    return text(
        JsonObject.builder().put("already_retired", already).put("retired_at", retiredAt).build());
  }

  /**
   * Marks the active generation of a client for expiry at the next compaction; false when there is
   * none. Contract 4.4.
   */
  @SqlFunction(name = "synchro_inject_client_retention_expiry", executableBy = "synchro_operator")
  public static boolean injectClientRetentionExpiry(
      @Parameter(name = "p_user_id") String userId,
      @Parameter(name = "p_client_id") String clientId)
      throws SQLException {
    return ClientQueries.injectExpiry(BackendSession.open(), userId, clientId);
  }

  /**
   * Expires clients not heard of for too long and deletes removals nobody needs any more. Also
   * deletes rows as they once were that no rebuild can list. Raises 22023 for a threshold that is
   * no finite positive interval and a batch size outside 1 to 10000. Contract 12.2.
   */
  @SqlFunction(name = "synchro_compact", returns = "json", executableBy = "synchro_operator")
  public static String compact(
      @Parameter(name = "p_stale_threshold", defaultValue = "'30 days'") String staleThreshold,
      @Parameter(name = "p_batch_size", defaultValue = "10000") int batchSize)
      throws SQLException {
    BackendSession session = BackendSession.open();
    if (batchSize < 1 || batchSize > Limits.MAX_COMPACTION_BATCH) {
      throw session.raise(
          SqlRefusal.invalidLimit("p_batch_size must be from 1 to " + Limits.MAX_COMPACTION_BATCH));
    }
    if (!CompactionQueries.isThreshold(session, staleThreshold)) {
      throw session.raise(
          SqlRefusal.invalidLimit("p_stale_threshold must be a finite positive interval"));
    }
    long expired = CompactionQueries.expire(session, staleThreshold, batchSize);
    CompactionQueries.removeExpiredRebuilds(session);
    CompactionQueries.Compacted compacted = CompactionQueries.compact(session, batchSize);
    CompactionQueries.removeUnusedImages(session, batchSize);
    return text(
        JsonObject.builder()
            .put("advanced_scopes", compacted.scopes())
            .put("deactivated_clients", expired)
            .put("deleted_entries", compacted.entries())
            .build());
  }

  /**
   * Shows what is stored of a client and of its scopes. Raises 42704 when there is no such
   * identity. Contract 4.4.
   */
  @SqlFunction(name = "synchro_debug", returns = "json", executableBy = "synchro_operator")
  public static String debug(
      @Parameter(name = "p_user_id") String userId,
      @Parameter(name = "p_client_id") String clientId)
      throws SQLException {
    BackendSession session = BackendSession.open();
    Optional<byte[]> state = ClientQueries.debug(session, userId, clientId);
    if (state.isEmpty()) {
      throw session.raise(unknownClient());
    }
    JsonObject stored = JsonParser.parseObject(state.get(), JsonLimits.DOCUMENT);
    JsonObject.Builder shown = JsonObject.builder();
    stored
        .members()
        .forEach((name, value) -> shown.put(name, name.equals("buckets") ? buckets(value) : value));
    return text(shown.build());
  }

  /** Puts the checksum object in the place of the digest in hex; null where nothing is stored. */
  private static JsonValue buckets(JsonValue stored) {
    List<JsonValue> buckets = new ArrayList<>();
    for (JsonValue bucket : ((JsonArray) stored).elements()) {
      JsonObject.Builder shown = JsonObject.builder();
      ((JsonObject) bucket)
          .members()
          .forEach(
              (name, value) -> {
                if (name.equals("digest")) {
                  shown.put("checksum", checksum(value));
                } else {
                  shown.put(name, value);
                }
              });
      buckets.add(shown.build());
    }
    return new JsonArray(buckets);
  }

  private static JsonValue checksum(JsonValue hex) {
    if (hex instanceof JsonString digest) {
      byte[] object = Checksum.text(Hex.decodeSha256(digest.value()));
      return JsonParser.parseObject(object, JsonLimits.DOCUMENT);
    }
    return JsonNull.INSTANCE;
  }

  private static SqlRefusal unknownClient() {
    return SqlRefusal.unknownObject("unknown_client", "there is no client of this user and id");
  }

  private static String text(JsonObject document) {
    return Utf8.decode(CanonicalJson.write(document));
  }
}
