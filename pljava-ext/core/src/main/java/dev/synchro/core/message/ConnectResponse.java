package dev.synchro.core.message;

import dev.synchro.core.bytes.Utf8Order;
import dev.synchro.core.schema.SchemaReference;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The answer to a connect. Contract 5.3.
 *
 * @param serverTime datetime text, informative
 * @param clientGeneration the generation to store
 * @param scopeSetVersion the version of the assigned set
 * @param schema the current manifest
 * @param action what to do about it
 * @param definition canonical text of the current manifest; written only when the action says so
 * @param added assigned scopes the client does not know, with a cursor if a receipt gave one
 * @param removed scopes the client knows but is not assigned
 * @param cursorUpdates known scopes whose stored cursor must change, to a token or to none
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record ConnectResponse(
    String serverTime,
    long clientGeneration,
    long scopeSetVersion,
    SchemaReference schema,
    SchemaAction action,
    byte[] definition,
    SortedMap<String, Optional<String>> added,
    List<String> removed,
    SortedMap<String, Optional<String>> cursorUpdates) {
  public ConnectResponse {
    Objects.requireNonNull(serverTime);
    Objects.requireNonNull(schema);
    Objects.requireNonNull(action);
    Objects.requireNonNull(definition);
    added = byOctets(added);
    removed = SortedIds.of(removed);
    cursorUpdates = byOctets(cursorUpdates);
  }

  private static SortedMap<String, Optional<String>> byOctets(Map<String, Optional<String>> map) {
    TreeMap<String, Optional<String>> copy = new TreeMap<>(Utf8Order.INSTANCE);
    copy.putAll(map);
    return Collections.unmodifiableSortedMap(copy);
  }
}
