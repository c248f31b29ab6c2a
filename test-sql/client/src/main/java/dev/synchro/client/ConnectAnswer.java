package dev.synchro.client;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.schema.SchemaManifest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;

/**
 * A successful answer to connect, read strictly and checked against the request. Contract 5.3.
 *
 * @param definition the manifest to install; present exactly with actions that change the schema
 * @param cursorUpdates token, or empty for a scope that must be rebuilt, by scope id
 */
record ConnectAnswer(
    long clientGeneration,
    long scopeSetVersion,
    Action action,
    Optional<SchemaManifest> definition,
    NavigableSet<String> added,
    NavigableSet<String> removed,
    Map<String, Optional<String>> cursorUpdates,
    NavigableSet<String> affected) {

  private static final String WHAT = "connect answer";
  private static final long PROTOCOL = 3;
  private static final Set<String> REQUIRED =
      Set.of(
          "server_time",
          "protocol_version",
          "client_generation",
          "scope_set_version",
          "schema",
          "scopes",
          "scope_cursor_updates");

  /** What the client is to do about its schema. */
  enum Action {
    NONE,
    REPLACE,
    REBUILD_LOCAL,
    UNSUPPORTED;

    boolean bringsDefinition() {
      return this == REPLACE || this == REBUILD_LOCAL;
    }
  }

  /** What the request said, as far as the answer must fit it. */
  record Asked(
      Optional<Long> clientGeneration,
      long scopeSetVersion,
      Optional<String> schemaHash,
      Set<String> knownScopes) {}

  static ConnectAnswer read(JsonObject answer, Asked asked) {
    Members members =
        Members.of(WHAT, answer).exactly(REQUIRED, Set.of("schema_definition", "affected_scopes"));
    if (members.integer("protocol_version", 0) != PROTOCOL) {
      throw members.wrong("protocol_version", "3");
    }
    members.string("server_time");
    Action action = action(members.nested("schema"));
    Members scopes = members.nested("scopes").exactly(Set.of("add", "remove"));
    NavigableSet<String> added = added(scopes, asked.knownScopes());
    NavigableSet<String> removed = ScopeIds.read(scopes, "remove");
    if (!asked.knownScopes().containsAll(removed)) {
      throw members.fault("removes a scope that is not known");
    }
    ConnectAnswer read =
        new ConnectAnswer(
            members.integer("client_generation", asked.clientGeneration().orElse(1L)),
            members.integer("scope_set_version", asked.scopeSetVersion()),
            action,
            definition(members, action),
            added,
            removed,
            updates(members, asked.knownScopes(), removed),
            affected(members, action));
    read.checkSchema(members, asked);
    return read;
  }

  private static Action action(Members schema) {
    Action action =
        switch (schema.string("action")) {
          case "none" -> Action.NONE;
          case "replace" -> Action.REPLACE;
          case "rebuild_local" -> Action.REBUILD_LOCAL;
          case "unsupported" -> Action.UNSUPPORTED;
          default -> throw schema.wrong("action", "one of the four actions");
        };
    Set<String> reference = Set.of("version", "hash", "action");
    if (action == Action.UNSUPPORTED) {
      schema.exactly(Set.of("version", "hash", "action", "reason")).string("reason");
    } else {
      schema.exactly(reference);
    }
    return action;
  }

  private static NavigableSet<String> added(Members scopes, Set<String> known) {
    List<JsonValue> entries = scopes.array("add");
    List<JsonValue> ids =
        entries.stream()
            .map(entry -> Members.of(WHAT + " added scope", entry).exactly(Set.of("id", "cursor")))
            .map(ConnectAnswer::requireNoCursor)
            .map(entry -> entry.member("id"))
            .toList();
    NavigableSet<String> added = ScopeIds.ascending(scopes, "add", ids);
    if (added.stream().anyMatch(known::contains)) {
      throw scopes.fault("adds a scope that is known");
    }
    return added;
  }

  /** Only a seed receipt earns a cursor for a scope that was not known, and none was presented. */
  private static Members requireNoCursor(Members entry) {
    if (!entry.member("cursor").isNull()) {
      throw entry.wrong("cursor", "null");
    }
    return entry;
  }

  private static Map<String, Optional<String>> updates(
      Members members, Set<String> known, Set<String> removed) {
    Members updates = members.nested("scope_cursor_updates");
    Map<String, Optional<String>> read = new HashMap<>();
    for (String id : updates.entries().keySet()) {
      if (!known.contains(id) || removed.contains(id)) {
        throw updates.fault("names a scope that is not known and still assigned");
      }
      read.put(id, updates.stringOrNull(id));
    }
    return Map.copyOf(read);
  }

  private static Optional<SchemaManifest> definition(Members members, Action action) {
    if (members.has("schema_definition") != action.bringsDefinition()) {
      throw members.fault("has a schema definition exactly with replace and rebuild_local");
    }
    if (!action.bringsDefinition()) {
      return Optional.empty();
    }
    try {
      return Optional.of(SchemaManifest.parse(members.nested("schema_definition").object()));
    } catch (Malformed refused) {
      throw members.fault("has a schema definition that is refused: " + refused.getMessage());
    }
  }

  private static NavigableSet<String> affected(Members members, Action action) {
    if (members.has("affected_scopes") != (action == Action.REBUILD_LOCAL)) {
      throw members.fault("has affected scopes exactly with rebuild_local");
    }
    if (action != Action.REBUILD_LOCAL) {
      return ScopeIds.empty();
    }
    NavigableSet<String> affected = ScopeIds.read(members, "affected_scopes");
    if (affected.isEmpty()) {
      throw members.wrong("affected_scopes", "a non-empty array");
    }
    return affected;
  }

  private void checkSchema(Members members, Asked asked) {
    Members schema = members.nested("schema");
    long version = schema.integer("version", 1);
    String hash = schema.string("hash");
    if (action == Action.NONE && !asked.schemaHash().equals(Optional.of(hash))) {
      throw schema.fault("says none about another schema than the installed one");
    }
    definition.ifPresent(
        manifest -> {
          if (manifest.version() != version || !manifest.hash().hex().equals(hash)) {
            throw schema.fault("refers to another manifest than the definition");
          }
        });
  }
}
