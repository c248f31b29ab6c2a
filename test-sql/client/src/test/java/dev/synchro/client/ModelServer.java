package dev.synchro.client;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.digest.Checksum;
import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNull;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.row.RowEncoder;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.row.RowReader;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.Lifecycle;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.schema.SchemaReference;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.schema.TransitionClass;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A server in memory, far smaller than the real one, that keeps the promises a client relies on:
 * positions, scopes, digests, compare-and-swap, ledgers, immutable rebuilds and the capture gate.
 * It serves the tests of the client alone; the real functions are tested elsewhere with the same
 * client.
 */
final class ModelServer implements SyncCalls {

  static final String TABLE = "00000000-0000-4000-8000-0000000000aa";
  static final String ID = "f-id";
  static final String BODY = "f-body";
  static final String OWNER = "f-owner";
  static final String RANK = "f-rank";

  /** One row of the one table. */
  record Note(String id, String owner, Optional<String> body) {}

  private record Projected(JsonObject content, EncodedRow encoded) {
    String version() {
      return encoded.contentVersion();
    }

    byte[] key() {
      return encoded.key();
    }

    byte[] digest() {
      return encoded.rowDigest();
    }
  }

  private record Entry(long position, Optional<Projected> row, String version) {}

  private record Session(String scope, long boundary, List<Projected> rows, String digest) {}

  private static final class Member {
    long generation = 1;
    long scopeSetVersion = 1;
    final Set<String> scopes = new LinkedHashSet<>();
  }

  private final Map<String, Note> source = new TreeMap<>();
  private final Map<String, Projected> projected = new TreeMap<>();
  private final Map<String, TreeMap<String, Entry>> entries = new TreeMap<>();
  private final Map<String, Member> members = new HashMap<>();
  private final Map<String, String> batches = new HashMap<>();
  private final Map<String, Integer> executed = new HashMap<>();
  private final Map<String, Session> sessions = new HashMap<>();
  private final Set<String> assigned = new LinkedHashSet<>();
  private final Set<String> fences = new LinkedHashSet<>();
  private SchemaManifest manifest = manifest(Optional.empty());
  private RowEncoder encoder;
  private RowReader reader;
  private long position;
  private int cursorEpoch = 1;
  private int gatedAnswers;
  private int gatedAfterPush;
  private boolean expired;

  ModelServer(String... scopes) {
    Collections.addAll(assigned, scopes);
    useManifest(manifest);
  }

  private static SchemaManifest manifest(Optional<SchemaReference> parent) {
    List<FieldSchema> fields = new ArrayList<>();
    fields.add(new FieldSchema(ID, "id", PortableType.STRING, false, false));
    fields.add(new FieldSchema(BODY, "body", PortableType.STRING, true, true));
    fields.add(new FieldSchema(OWNER, "owner", PortableType.STRING, false, true));
    if (parent.isPresent()) {
      fields.add(new FieldSchema(RANK, "rank", PortableType.INT64, true, true));
    }
    TableSchema table =
        new TableSchema(
            TABLE,
            "00000000-0000-4000-8000-0000000000bb",
            "notes",
            Composition.MULTI_SCOPE,
            ID,
            Lifecycle.NONE,
            fields,
            List.of());
    TransitionClass transition =
        parent.isPresent() ? TransitionClass.CLASS_2 : TransitionClass.INITIAL;
    return new SchemaManifest(parent.isPresent() ? 2 : 1, parent, transition, 1, List.of(table));
  }

  private void useManifest(SchemaManifest next) {
    manifest = next;
    TableSchema table = manifest.tables().get(0);
    encoder = new RowEncoder(table, manifest.hash());
    reader = new RowReader(table);
  }

  /** Publishes a manifest with one more nullable field. */
  void widenSchema() {
    useManifest(manifest(Optional.of(manifest.reference())));
    projected.replaceAll((id, row) -> project(source.get(id)));
    entries.values().forEach(of -> of.replaceAll((id, entry) -> again(id, entry)));
  }

  void widenSchemaOnce() {
    if (manifest.version() == 1) {
      widenSchema();
    }
  }

  private Entry again(String id, Entry entry) {
    return new Entry(entry.position(), entry.row().map(row -> projected.get(id)), entry.version());
  }

  /** The application writes behind the product's back, and capture follows at once. */
  void put(String id, String owner, String body) {
    source.put(id, new Note(id, owner, Optional.of(body)));
    capture();
  }

  void remove(String id) {
    source.remove(id);
    capture();
  }

  Map<String, Note> rows() {
    return source;
  }

  /** How often the mutation was really executed. */
  int executions(String mutationId) {
    return executed.getOrDefault(mutationId, 0);
  }

  /** After each push, this many pulls or rebuilds find the capture gate closed. */
  void gateAfterPush(int answers) {
    gatedAfterPush = answers;
  }

  void assign(String scope) {
    assigned.add(scope);
    bumpAssignments();
  }

  void revoke(String scope) {
    assigned.remove(scope);
    bumpAssignments();
  }

  private void bumpAssignments() {
    members.values().forEach(member -> member.scopeSetVersion++);
  }

  /** Every cursor given out so far is stale. */
  void resetStream() {
    cursorEpoch++;
  }

  void expireGenerations() {
    expired = true;
  }

  /** Everything pushed or written becomes visible. */
  private void capture() {
    Set<String> ids = new LinkedHashSet<>(source.keySet());
    ids.addAll(projected.keySet());
    for (String id : ids) {
      Optional<Projected> before = Optional.ofNullable(projected.get(id));
      Optional<Projected> after = Optional.ofNullable(source.get(id)).map(this::project);
      if (!before.map(Projected::version).equals(after.map(Projected::version))) {
        position++;
        file(id, before, after);
      }
      after.ifPresentOrElse(row -> projected.put(id, row), () -> forget(id));
    }
  }

  private void forget(String id) {
    projected.remove(id);
    fences.add(id);
  }

  private void file(String id, Optional<Projected> before, Optional<Projected> after) {
    Set<String> scopes = new LinkedHashSet<>(before.map(ModelServer::scopesOf).orElse(Set.of()));
    Set<String> now = after.map(ModelServer::scopesOf).orElse(Set.of());
    scopes.addAll(now);
    for (String scope : scopes) {
      Optional<Projected> row = after.filter(present -> now.contains(scope));
      String version = row.map(Projected::version).orElse("d1." + id + position);
      entries
          .computeIfAbsent(scope, name -> new TreeMap<>())
          .put(id, new Entry(position, row, version));
    }
  }

  /** Everybody's scope and the owner's. */
  private static Set<String> scopesOf(Projected row) {
    String owner = ((JsonString) row.content().find(OWNER).orElseThrow()).value();
    return Set.of("all", "user:" + owner);
  }

  private Projected project(Note note) {
    Map<String, JsonValue> content = new LinkedHashMap<>();
    content.put(ID, new JsonString(note.id()));
    content.put(BODY, note.body().<JsonValue>map(JsonString::new).orElse(JsonNull.INSTANCE));
    content.put(OWNER, new JsonString(note.owner()));
    if (manifest.version() > 1) {
      content.put(RANK, JsonNull.INSTANCE);
    }
    PortableValue[] values = reader.read(new JsonObject(content));
    return new Projected(new JsonObject(content), encoder.encode(values));
  }

  /** Digest of a scope in hex. */
  String digest(String scope) {
    return Hex.encode(digestOf(scope, present(scope)));
  }

  private List<Projected> present(String scope) {
    List<Projected> rows = new ArrayList<>();
    for (Entry entry : entries.getOrDefault(scope, new TreeMap<>()).values()) {
      entry.row().ifPresent(rows::add);
    }
    rows.sort((left, right) -> java.util.Arrays.compareUnsigned(left.key(), right.key()));
    return rows;
  }

  private byte[] digestOf(String scope, List<Projected> rows) {
    ScopeDigest digest = ScopeDigest.start(manifest.hash(), scope, rows.size());
    byte[] head = RowIdentity.head(TABLE, ID);
    rows.forEach(row -> digest.add(head, row.key(), row.digest()));
    return digest.finish();
  }

  @Override
  public byte[] call(SyncCall call, byte[] request) {
    JsonObject asked = JsonParser.parseObject(request, JsonLimits.DOCUMENT);
    return CanonicalJson.write(answer(call, asked));
  }

  private JsonObject answer(SyncCall call, JsonObject asked) {
    String client = text(asked, "client_id");
    if (call == SyncCall.CONNECT) {
      return connect(client, asked);
    }
    Member member = members.get(client);
    if (call == SyncCall.PUSH && batches.containsKey(text(asked, "batch_id"))) {
      return CanonicalText.parseObject(batches.get(text(asked, "batch_id")));
    }
    if (expired || number(asked, "client_generation") != member.generation) {
      return error("client_generation_expired", false);
    }
    JsonObject schema = (JsonObject) asked.find("schema").orElseThrow();
    if (!text(schema, "hash").equals(manifest.hash().hex())) {
      return error("schema_mismatch", false);
    }
    if (call == SyncCall.PUSH) {
      return push(asked);
    }
    if (gatedAnswers > 0) {
      gatedAnswers--;
      if (gatedAnswers == 0) {
        capture();
      }
      return error("capture_pending", true);
    }
    return call == SyncCall.PULL ? pull(member, asked) : rebuild(member, asked);
  }

  private static JsonObject error(String code, boolean retryable) {
    JsonObject envelope =
        JsonObject.builder()
            .put("code", code)
            .put("message", code.replace('_', ' '))
            .put("retryable", retryable)
            .build();
    return JsonObject.builder().put("error", envelope).build();
  }

  private JsonObject connect(String client, JsonObject asked) {
    Member member = members.get(client);
    if (asked.has("client_generation") == (member == null)) {
      return error("invalid_schema_reference", false);
    }
    boolean first = member == null;
    if (first) {
      member = new Member();
      members.put(client, member);
    }
    if (expired) {
      member.generation++;
      expired = false;
      member.scopes.clear();
    }
    JsonObject known = (JsonObject) asked.find("known_scopes").orElseThrow();
    JsonObject schema = (JsonObject) asked.find("schema").orElseThrow();
    boolean replaced = !text(schema, "hash").equals(manifest.hash().hex());
    JsonObject.Builder answer =
        JsonObject.builder()
            .put("server_time", "2026-01-01T00:00:00.000000Z")
            .put("protocol_version", 3)
            .put("client_generation", member.generation)
            .put("scope_set_version", member.scopeSetVersion)
            .put(
                "schema",
                JsonObject.builder()
                    .put("version", manifest.version())
                    .put("hash", manifest.hash().hex())
                    .put("action", replaced ? "replace" : "none")
                    .build())
            .put("scopes", delta(known.members().keySet()))
            .put("scope_cursor_updates", updates(member, asked, replaced));
    if (replaced) {
      answer.put("schema_definition", JsonParser.parse(manifest.published(), JsonLimits.DOCUMENT));
    }
    member.scopes.clear();
    member.scopes.addAll(assigned);
    return answer.build();
  }

  private JsonObject updates(Member member, JsonObject asked, boolean replaced) {
    JsonObject known = (JsonObject) asked.find("known_scopes").orElseThrow();
    Map<String, JsonValue> updates = new LinkedHashMap<>(bridged(member, known, replaced));
    asked
        .find("seed_receipts")
        .map(receipts -> ((JsonObject) receipts).members())
        .orElse(Map.of())
        .forEach(
            (scope, receipt) -> {
              if (assigned.contains(scope)) {
                updates.put(scope, cursorOf((JsonString) receipt, member, replaced));
              }
            });
    return new JsonObject(updates);
  }

  private JsonValue cursorOf(JsonString receipt, Member member, boolean replaced) {
    String[] parts = receipt.value().split("\\.", -1);
    boolean current = !replaced && parts[1].equals(Integer.toString(cursorEpoch));
    return current ? token(member, Long.parseLong(parts[2])) : JsonNull.INSTANCE;
  }

  /** A seed of one scope as it is now. */
  Seed seed(String scope) {
    List<String> records = new ArrayList<>();
    present(scope).forEach(row -> records.add(CanonicalText.of(record(row))));
    return new Seed(
        new String(manifest.published(), StandardCharsets.UTF_8),
        List.of(
            new Seed.Scope(
                scope,
                CanonicalText.of(checksum(digestOf(scope, present(scope)))),
                "sc1." + cursorEpoch + "." + position,
                records)));
  }

  private Map<String, JsonValue> bridged(Member member, JsonObject known, boolean replaced) {
    Map<String, JsonValue> updates = new LinkedHashMap<>();
    known
        .members()
        .forEach(
            (scope, state) -> {
              JsonValue cursor = ((JsonObject) state).find("cursor").orElseThrow();
              boolean current = position(cursor, member).isPresent();
              if (assigned.contains(scope) && !cursor.isNull()) {
                if (!current) {
                  updates.put(scope, JsonNull.INSTANCE);
                } else if (replaced) {
                  updates.put(scope, token(member, position(cursor, member).get()));
                }
              }
            });
    return updates;
  }

  private JsonObject delta(Set<String> known) {
    List<JsonValue> added = new ArrayList<>();
    List<JsonValue> removed = new ArrayList<>();
    ScopeIds.of(assigned).stream()
        .filter(id -> !known.contains(id))
        .forEach(id -> added.add(added(id)));
    ScopeIds.of(known).stream()
        .filter(id -> !assigned.contains(id))
        .forEach(id -> removed.add(new JsonString(id)));
    return JsonObject.builder()
        .put("add", new JsonArray(added))
        .put("remove", new JsonArray(removed))
        .build();
  }

  private static JsonObject added(String id) {
    return JsonObject.builder().put("id", id).put("cursor", JsonNull.INSTANCE).build();
  }

  private JsonString token(Member member, long at) {
    return new JsonString("ic." + cursorEpoch + "." + member.generation + "." + at);
  }

  private Optional<Long> position(JsonValue cursor, Member member) {
    if (!(cursor instanceof JsonString text)) {
      return Optional.empty();
    }
    String[] parts = text.value().split("\\.", -1);
    boolean current =
        parts[1].equals(Integer.toString(cursorEpoch))
            && parts[2].equals(Long.toString(member.generation));
    return current ? Optional.of(Long.parseLong(parts[3])) : Optional.empty();
  }

  private JsonObject pull(Member member, JsonObject asked) {
    JsonObject requested = (JsonObject) asked.find("scopes").orElseThrow();
    List<JsonValue> rebuild = new ArrayList<>();
    Map<String, Long> from = new TreeMap<>(ScopeIds.ORDER);
    for (String scope : ScopeIds.of(assigned)) {
      Optional<Long> at =
          requested
              .find(scope)
              .flatMap(
                  state -> position(((JsonObject) state).find("cursor").orElseThrow(), member));
      at.ifPresentOrElse(found -> from.put(scope, found), () -> rebuild.add(new JsonString(scope)));
    }
    List<JsonObject> eligible = new ArrayList<>();
    List<Long> positions = new ArrayList<>();
    List<String> scopes = new ArrayList<>();
    for (long at = 1; at <= position; at++) {
      for (Map.Entry<String, Long> scope : from.entrySet()) {
        if (at > scope.getValue()) {
          collect(scope.getKey(), at, eligible, positions, scopes);
        }
      }
    }
    int limit = (int) number(asked, "limit");
    int count = Math.min(limit, eligible.size());
    boolean more = eligible.size() > limit;
    Map<String, JsonValue> cursors = new LinkedHashMap<>();
    for (Map.Entry<String, Long> scope : from.entrySet()) {
      long reached = position;
      if (scopes.subList(count, scopes.size()).contains(scope.getKey())) {
        int last = scopes.subList(0, count).lastIndexOf(scope.getKey());
        reached = last < 0 ? scope.getValue() : positions.get(last);
      }
      if (reached > scope.getValue()) {
        cursors.put(scope.getKey(), token(member, reached));
      }
    }
    JsonObject.Builder answer =
        JsonObject.builder()
            .put("changes", new JsonArray(List.copyOf(eligible.subList(0, count))))
            .put("scope_set_version", member.scopeSetVersion)
            .put("scope_updates", delta(requested.members().keySet()))
            .put("rebuild", new JsonArray(rebuild))
            .put("scope_cursors", new JsonObject(cursors))
            .put("has_more", more);
    if (!more) {
      Map<String, JsonValue> checksums = new LinkedHashMap<>();
      assigned.forEach(scope -> checksums.put(scope, checksum(digestOf(scope, present(scope)))));
      answer.put("checksums", new JsonObject(checksums));
    }
    return answer.build();
  }

  private void collect(
      String scope, long at, List<JsonObject> into, List<Long> positions, List<String> scopes) {
    entries
        .getOrDefault(scope, new TreeMap<>())
        .forEach(
            (id, entry) -> {
              if (entry.position() == at) {
                into.add(change(scope, id, entry));
                positions.add(at);
                scopes.add(scope);
              }
            });
  }

  private static JsonObject change(String scope, String id, Entry entry) {
    JsonObject.Builder change =
        JsonObject.builder()
            .put("scope", scope)
            .put("table", TABLE)
            .put("op", entry.row().isPresent() ? "upsert" : "delete")
            .put("pk", pk(id))
            .put("server_version", entry.version());
    entry
        .row()
        .ifPresent(
            row -> change.put("row", row.content()).put("row_checksum", checksum(row.digest())));
    return change.build();
  }

  private static JsonObject pk(String id) {
    return JsonObject.builder().put(ID, id).build();
  }

  private static JsonValue checksum(byte[] digest) {
    return JsonParser.parse(Checksum.text(digest), JsonLimits.DOCUMENT);
  }

  private JsonObject rebuild(Member member, JsonObject asked) {
    String scope = text(asked, "scope");
    String id = text(asked, "rebuild_id");
    Session session =
        sessions.computeIfAbsent(
            id, fresh -> new Session(scope, position, present(scope), digest(scope)));
    int start =
        asked.find("cursor").orElseThrow() instanceof JsonString cursor
            ? Integer.parseInt(cursor.value().substring(cursor.value().lastIndexOf('.') + 1))
            : 0;
    int end = Math.min(session.rows().size(), start + (int) number(asked, "limit"));
    boolean more = end < session.rows().size();
    List<JsonValue> records = new ArrayList<>();
    session.rows().subList(start, end).forEach(row -> records.add(record(row)));
    JsonObject.Builder answer =
        JsonObject.builder()
            .put("scope", scope)
            .put("records", new JsonArray(records))
            .put("cursor", more ? new JsonString("rb1." + end) : JsonNull.INSTANCE)
            .put("has_more", more);
    if (!more) {
      answer
          .put("final_scope_cursor", token(member, session.boundary()))
          .put("checksum", checksum(Hex.decodeSha256(session.digest())));
    }
    return answer.build();
  }

  private static JsonObject record(Projected row) {
    return JsonObject.builder()
        .put("table", TABLE)
        .put("pk", JsonObject.builder().put(ID, row.content().find(ID).orElseThrow()).build())
        .put("row", row.content())
        .put("row_checksum", checksum(row.digest()))
        .put("server_version", row.version())
        .build();
  }

  private JsonObject push(JsonObject asked) {
    List<JsonValue> accepted = new ArrayList<>();
    List<JsonValue> rejected = new ArrayList<>();
    for (JsonValue value : ((JsonArray) asked.find("mutations").orElseThrow()).elements()) {
      JsonObject mutation = (JsonObject) value;
      executed.merge(text(mutation, "mutation_id"), 1, Integer::sum);
      JsonObject outcome = execute(mutation);
      (text(outcome, "status").equals("applied") ? accepted : rejected).add(outcome);
    }
    JsonObject answer =
        JsonObject.builder()
            .put("batch_id", text(asked, "batch_id"))
            .put("server_time", "2026-01-01T00:00:00.000000Z")
            .put("accepted", new JsonArray(accepted))
            .put("rejected", new JsonArray(rejected))
            .build();
    batches.put(text(asked, "batch_id"), CanonicalText.of(answer));
    if (!accepted.isEmpty()) {
      gatedAnswers = gatedAfterPush;
      if (gatedAfterPush == 0) {
        capture();
      }
    }
    return answer;
  }

  private JsonObject execute(JsonObject mutation) {
    String id = text((JsonObject) mutation.find("pk").orElseThrow(), ID);
    Optional<Note> row = Optional.ofNullable(source.get(id));
    JsonObject columns =
        mutation.find("columns").map(found -> (JsonObject) found).orElse(JsonObject.EMPTY);
    if (columns.find(BODY).filter(new JsonString("forbidden")::equals).isPresent()) {
      return outcome(mutation, "rejected_terminal")
          .put("code", "policy_rejected")
          .put("message", "policy rejected")
          .build();
    }
    String op = text(mutation, "op");
    if (row.isEmpty() && (fences.contains(id) || !op.equals("insert"))) {
      String code = fences.contains(id) ? "row_deleted" : "row_not_found";
      JsonObject.Builder refused = conflict(mutation, code);
      return fences.contains(id)
          ? refused.put("server_version", "d1." + id).build()
          : refused.build();
    }
    if (row.isPresent() && op.equals("insert")) {
      return shown(conflict(mutation, "row_already_exists"), row.get());
    }
    if (row.isPresent() && !project(row.get()).version().equals(text(mutation, "base_version"))) {
      return shown(conflict(mutation, "version_conflict"), row.get());
    }
    if (op.equals("delete")) {
      source.remove(id);
      fences.add(id);
      return outcome(mutation, "applied").put("server_version", "d1." + id).build();
    }
    Note written = written(id, row, columns);
    source.put(id, written);
    return shown(outcome(mutation, "applied"), written);
  }

  private static Note written(String id, Optional<Note> before, JsonObject columns) {
    String owner =
        columns
            .find(OWNER)
            .map(value -> ((JsonString) value).value())
            .orElseGet(() -> before.orElseThrow().owner());
    Optional<String> body =
        columns.has(BODY)
            ? columns
                .find(BODY)
                .filter(value -> !value.isNull())
                .map(value -> ((JsonString) value).value())
            : before.flatMap(Note::body);
    return new Note(id, owner, body);
  }

  private JsonObject.Builder conflict(JsonObject mutation, String code) {
    return outcome(mutation, "conflict").put("code", code).put("message", code.replace('_', ' '));
  }

  private JsonObject.Builder outcome(JsonObject mutation, String status) {
    return JsonObject.builder()
        .put("mutation_id", text(mutation, "mutation_id"))
        .put("table", text(mutation, "table"))
        .put("pk", mutation.find("pk").orElseThrow())
        .put(
            "outcome_schema",
            JsonObject.builder()
                .put("version", manifest.version())
                .put("hash", manifest.hash().hex())
                .build())
        .put("status", status);
  }

  private JsonObject shown(JsonObject.Builder outcome, Note note) {
    Projected row = project(note);
    return outcome
        .put("server_row", row.content())
        .put("row_checksum", checksum(row.digest()))
        .put("server_version", row.version())
        .build();
  }

  private static String text(JsonObject object, String name) {
    return ((JsonString) object.find(name).orElseThrow()).value();
  }

  private static long number(JsonObject object, String name) {
    return Long.parseLong(((JsonNumber) object.find(name).orElseThrow()).text());
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
