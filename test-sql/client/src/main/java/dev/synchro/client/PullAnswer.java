package dev.synchro.client;

import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One page of a pull, read strictly, checked against the request, every row verified. Contract 5.5.
 *
 * @param checksums digest by scope id; present exactly on a terminal page
 */
record PullAnswer(
    List<Change> changes,
    long scopeSetVersion,
    NavigableSet<String> added,
    NavigableSet<String> removed,
    NavigableSet<String> rebuild,
    Map<String, String> cursors,
    Optional<Map<String, byte[]>> checksums) {

  private static final String WHAT = "pull answer";
  private static final String CHANGE = "pulled change";
  private static final Set<String> REQUIRED =
      Set.of(
          "changes", "scope_set_version", "scope_updates", "rebuild", "scope_cursors", "has_more");
  private static final Set<String> ROWLESS = Set.of("scope", "table", "op", "pk", "server_version");
  private static final Set<String> ROW = Set.of("row", "row_checksum");

  /**
   * One effect.
   *
   * @param row the row a member now is; empty for a row that left the scope
   */
  record Change(String scopeId, RowKey key, Optional<VerifiedRow> row) {}

  /** What the request said, as far as the answer must fit it. */
  record Asked(Set<String> scopes, Set<String> scopesWithCursor, long scopeSetVersion, int limit) {}

  boolean isTerminal() {
    return checksums.isPresent();
  }

  static PullAnswer read(JsonObject answer, Asked asked, Catalog catalog) {
    Members members = Members.of(WHAT, answer).exactly(REQUIRED, Set.of("checksums"));
    Members updates = members.nested("scope_updates").exactly(Set.of("add", "remove"));
    NavigableSet<String> added = added(updates, asked.scopes());
    NavigableSet<String> removed = ScopeIds.read(updates, "remove");
    if (!asked.scopes().containsAll(removed)) {
      throw updates.fault("removes a scope that was not asked for");
    }
    NavigableSet<String> active = ScopeIds.of(asked.scopes());
    active.removeAll(removed);
    active.addAll(added);
    NavigableSet<String> rebuild = rebuild(members, asked, active, added);
    NavigableSet<String> streaming = ScopeIds.of(active);
    streaming.removeAll(rebuild);
    boolean hasMore = members.flag("has_more");
    if (members.has("checksums") == hasMore) {
      throw members.fault("has checksums exactly on the terminal page");
    }
    PullAnswer read =
        new PullAnswer(
            changes(members, asked.limit(), streaming, catalog),
            members.integer("scope_set_version", asked.scopeSetVersion()),
            added,
            removed,
            rebuild,
            cursors(members, streaming),
            hasMore ? Optional.empty() : Optional.of(checksums(members, active)));
    if (hasMore && read.changes.isEmpty()) {
      throw members.fault("promises more and delivers nothing");
    }
    return read;
  }

  private static NavigableSet<String> added(Members updates, Set<String> asked) {
    List<JsonValue> ids = new ArrayList<>();
    for (JsonValue entry : updates.array("add")) {
      Members scope = Members.of(WHAT + " added scope", entry).exactly(Set.of("id", "cursor"));
      if (!scope.member("cursor").isNull()) {
        throw scope.wrong("cursor", "null");
      }
      ids.add(scope.member("id"));
    }
    NavigableSet<String> added = ScopeIds.ascending(updates, "add", ids);
    if (added.stream().anyMatch(asked::contains)) {
      throw updates.fault("adds a scope that was asked for");
    }
    return added;
  }

  private static NavigableSet<String> rebuild(
      Members members, Asked asked, Set<String> active, Set<String> added) {
    NavigableSet<String> rebuild = ScopeIds.read(members, "rebuild");
    NavigableSet<String> required = ScopeIds.of(active);
    required.removeAll(asked.scopesWithCursor());
    if (!active.containsAll(rebuild)) {
      throw members.fault("wants a scope rebuilt that is not assigned");
    }
    if (!rebuild.containsAll(required) || !rebuild.containsAll(added)) {
      throw members.fault("leaves out a scope that must be rebuilt");
    }
    return rebuild;
  }

  private static Map<String, String> cursors(Members members, Set<String> streaming) {
    Members cursors = members.nested("scope_cursors");
    Map<String, String> read = new HashMap<>();
    for (String id : cursors.entries().keySet()) {
      if (!streaming.contains(id)) {
        throw cursors.fault("names a scope that no cursor can be for");
      }
      read.put(id, cursors.string(id));
    }
    return Map.copyOf(read);
  }

  /** The key set is exactly the assigned scopes after the updates. ADR 005, "Terminal rules". */
  private static Map<String, byte[]> checksums(Members members, Set<String> active) {
    Members checksums = members.nested("checksums");
    if (!new TreeSet<>(checksums.entries().keySet()).equals(new TreeSet<>(active))) {
      throw checksums.fault("does not cover exactly the assigned scopes");
    }
    Map<String, byte[]> read = new HashMap<>();
    checksums.entries().forEach((id, value) -> read.put(id, LocalTable.readChecksum(WHAT, value)));
    return Map.copyOf(read);
  }

  private static List<Change> changes(
      Members members, int limit, Set<String> streaming, Catalog catalog) {
    List<JsonValue> entries = members.array("changes");
    if (entries.size() > limit) {
      throw members.fault("has more changes than were asked for");
    }
    List<Change> changes = new ArrayList<>(entries.size());
    for (JsonValue entry : entries) {
      changes.add(change(Members.of(CHANGE, entry), streaming, catalog));
    }
    return List.copyOf(changes);
  }

  private static Change change(Members change, Set<String> streaming, Catalog catalog) {
    String scopeId = change.string("scope");
    if (!streaming.contains(scopeId)) {
      throw change.fault("belongs to a scope that was not asked for");
    }
    LocalTable table = catalog.table(CHANGE, change.string("table"));
    JsonObject pk = change.nested("pk").object();
    return switch (change.string("op")) {
      case "upsert" -> {
        VerifiedRow row = verified(change.exactly(union()), table, pk);
        yield new Change(scopeId, row.key(), Optional.of(row));
      }
      case "delete" -> new Change(scopeId, deletedKey(change, table, pk), Optional.empty());
      default -> throw change.wrong("op", "upsert or delete");
    };
  }

  private static RowKey deletedKey(Members change, LocalTable table, JsonObject pk) {
    if (change.has("row") || change.has("row_checksum")) {
      return verified(change.exactly(union()), table, pk).key();
    }
    if (change.exactly(ROWLESS).string("server_version").isEmpty()) {
      throw change.wrong("server_version", "a non-empty string");
    }
    return table.readKey(CHANGE, pk);
  }

  private static VerifiedRow verified(Members change, LocalTable table, JsonObject pk) {
    return table.verify(
        CHANGE,
        pk,
        change.nested("row").object(),
        change.member("row_checksum"),
        change.string("server_version"));
  }

  private static Set<String> union() {
    Set<String> all = new TreeSet<>(ROWLESS);
    all.addAll(ROW);
    return all;
  }
}
