package dev.synchro.core.message;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.CanonicalSize;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.limit.Limits;
import dev.synchro.core.schema.SchemaReference;
import dev.synchro.core.value.DateTimes;
import dev.synchro.core.version.SemVer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Judges a request by itself: JSON text, members and types first, then schema references in their
 * order, then every other rule of a value. Contract 5.2, step 3. What needs the server's state is
 * judged later.
 */
public final class RequestReader {
  private static final long PROTOCOL_VERSION = 3;

  private RequestReader() {}

  /**
   * A connect request that is right by itself.
   *
   * @throws RequestRefused with {@code invalid_request} or {@code invalid_schema_reference}
   */
  public static ConnectRequest connect(RequestBody body) {
    Members members = open(body, SyncCall.CONNECT);
    String clientId = members.string("client_id");
    String platform = members.string("platform");
    OptionalLong clientGeneration = members.optionalInteger("client_generation");
    String appVersion = members.string("app_version");
    long protocolVersion = members.integer("protocol_version");
    boolean schemaReset = members.optionalTruth("schema_reset").orElse(false);
    JsonValue schemaValue = members.any("schema");
    long scopeSetVersion = members.integer("scope_set_version");
    SortedMap<String, Optional<String>> knownScopes = cursors(members.object("known_scopes"));
    Optional<SortedMap<String, String>> receipts =
        members.optionalObject("seed_receipts").map(RequestReader::strings);
    members.nothingElse();

    ReceivedSchema schema =
        ReceivedSchema.wellTyped(schemaValue)
            .filter(reference -> reference.isProper() || reference.isSentinel())
            .orElseThrow(() -> invalidReference(schemaValue));
    boolean first = clientGeneration.isEmpty();
    if (schema.isSentinel()) {
      boolean empty =
          first
              && scopeSetVersion == 0
              && knownScopes.isEmpty()
              && !schemaReset
              && receipts.isEmpty();
      requireReference(empty, schemaValue);
    }

    require(RequestBody.isClientId(clientId));
    require(RequestBody.isIdentifier(platform, Limits.MAX_PLATFORM_OCTETS));
    require(first || clientGeneration.getAsLong() >= 1);
    require(isSemVer(appVersion));
    require(protocolVersion == PROTOCOL_VERSION);
    require(scopeSetVersion >= 0);
    require(!first || scopeSetVersion == 0);
    require(!schemaReset || !first);
    requireScopes(knownScopes.keySet());
    receipts.ifPresent(
        map -> {
          require(first);
          require(!map.isEmpty());
          requireScopes(map.keySet());
        });
    SortedMap<String, String> seedReceipts = receipts.orElseGet(TreeMap::new);
    if (first) {
      knownScopes.forEach(
          (scope, cursor) -> require(cursor.isEmpty() && seedReceipts.containsKey(scope)));
    }
    return new ConnectRequest(
        clientId,
        platform,
        clientGeneration,
        appVersion,
        schemaReset,
        schema.reference(),
        scopeSetVersion,
        knownScopes,
        seedReceipts);
  }

  /**
   * A pull request that is right by itself.
   *
   * @throws RequestRefused with {@code invalid_request} or {@code invalid_schema_reference}
   */
  public static PullRequest pull(RequestBody body) {
    Members members = open(body, SyncCall.PULL);
    String clientId = members.string("client_id");
    long clientGeneration = members.integer("client_generation");
    JsonValue schemaValue = members.any("schema");
    long scopeSetVersion = members.integer("scope_set_version");
    SortedMap<String, Optional<String>> scopes = cursors(members.object("scopes"));
    long limit = members.integer("limit");
    members.nothingElse();

    SchemaReference schema = properReference(schemaValue);

    require(RequestBody.isClientId(clientId));
    require(clientGeneration >= 1);
    require(scopeSetVersion >= 0);
    requireScopes(scopes.keySet());
    return new PullRequest(
        clientId, clientGeneration, schema, scopeSetVersion, scopes, pageLimit(limit));
  }

  /**
   * A rebuild request that is right by itself.
   *
   * @throws RequestRefused with {@code invalid_request} or {@code invalid_schema_reference}
   */
  public static RebuildRequest rebuild(RequestBody body) {
    Members members = open(body, SyncCall.REBUILD);
    String clientId = members.string("client_id");
    long clientGeneration = members.integer("client_generation");
    JsonValue schemaValue = members.any("schema");
    String scope = members.string("scope");
    String rebuildId = members.string("rebuild_id");
    Optional<String> cursor = members.stringOrNull("cursor");
    long limit = members.integer("limit");
    members.nothingElse();

    SchemaReference schema = properReference(schemaValue);

    require(RequestBody.isClientId(clientId));
    require(clientGeneration >= 1);
    require(RequestBody.isIdentifier(scope, Limits.MAX_SCOPE_ID_OCTETS));
    require(isUuid(rebuildId));
    return new RebuildRequest(
        clientId, clientGeneration, schema, scope, rebuildId, cursor, pageLimit(limit));
  }

  /**
   * A push request that is right by itself.
   *
   * @throws RequestRefused with {@code invalid_request} or {@code invalid_schema_reference}
   */
  public static PushRequest push(RequestBody body) {
    Members members = open(body, SyncCall.PUSH);
    String clientId = members.string("client_id");
    long clientGeneration = members.integer("client_generation");
    String batchId = members.string("batch_id");
    JsonValue schemaValue = members.any("schema");
    List<JsonValue> mutationValues = members.elements("mutations");
    Optional<Boolean> atomic = members.optionalTruth("atomic");
    members.nothingElse();
    List<MutationReader> readers = new ArrayList<>(mutationValues.size());
    for (JsonValue value : mutationValues) {
      readers.add(MutationReader.shape(value));
    }

    SchemaReference schema = properReference(schemaValue);
    for (MutationReader reader : readers) {
      reader.reference();
    }

    require(RequestBody.isClientId(clientId));
    require(clientGeneration >= 1);
    require(isUuid(batchId));
    require(atomic.orElse(true));
    requireSize(body.object().orElseThrow(), Limits.MAX_PUSH_BODY_OCTETS);
    require(!readers.isEmpty() && readers.size() <= Limits.MAX_PUSH_MUTATIONS);
    List<PushedMutation> mutations = new ArrayList<>(readers.size());
    for (int i = 0; i < readers.size(); i++) {
      requireSize(mutationValues.get(i), Limits.MAX_MUTATION_OCTETS);
      mutations.add(readers.get(i).mutation());
    }
    requireDistinct(mutations, atomic.isPresent());
    return new PushRequest(
        clientId, clientGeneration, batchId, schema, atomic.isPresent(), mutations);
  }

  /** Numbers are all that can grow in canonical text; one beyond binary64 has none. */
  private static void requireSize(JsonValue value, int octets) {
    try {
      require(CanonicalSize.isWithin(value, octets));
    } catch (Malformed refused) {
      throw RequestRefused.invalidRequest();
    }
  }

  private static void requireDistinct(List<PushedMutation> mutations, boolean atomic) {
    Set<String> ids = new HashSet<>();
    Set<Map.Entry<String, String>> rows = new HashSet<>();
    for (PushedMutation mutation : mutations) {
      require(ids.add(mutation.mutationId()));
      if (atomic) {
        require(rows.add(Map.entry(mutation.table(), canonicalKey(mutation))));
      }
    }
  }

  private static String canonicalKey(PushedMutation mutation) {
    JsonObject key = JsonObject.builder().put(mutation.keyField(), mutation.key()).build();
    return Utf8.decode(CanonicalJson.write(key));
  }

  private static Members open(RequestBody body, SyncCall call) {
    if (body.call() != call) {
      throw new IllegalArgumentException("body of another call");
    }
    return Members.of(body.object().orElseThrow(RequestRefused::invalidRequest));
  }

  private static SortedMap<String, Optional<String>> cursors(JsonObject scopes) {
    SortedMap<String, Optional<String>> cursors = new TreeMap<>();
    scopes
        .members()
        .forEach(
            (scope, value) -> {
              Members members = Members.of(value);
              cursors.put(scope, members.stringOrNull("cursor"));
              members.nothingElse();
            });
    return cursors;
  }

  private static SortedMap<String, String> strings(JsonObject object) {
    SortedMap<String, String> strings = new TreeMap<>();
    object.members().forEach((name, value) -> strings.put(name, Members.asString(value)));
    return strings;
  }

  private static SchemaReference properReference(JsonValue value) {
    return ReceivedSchema.wellTyped(value)
        .flatMap(ReceivedSchema::reference)
        .orElseThrow(() -> invalidReference(value));
  }

  private static RequestRefused invalidReference(JsonValue value) {
    return new RequestRefused(ErrorEnvelope.invalidSchemaReference(ReceivedSchema.echoOf(value)));
  }

  private static void requireReference(boolean holds, JsonValue value) {
    if (!holds) {
      throw invalidReference(value);
    }
  }

  private static void requireScopes(Set<String> scopes) {
    for (String scope : scopes) {
      require(RequestBody.isIdentifier(scope, Limits.MAX_SCOPE_ID_OCTETS));
    }
  }

  private static boolean isSemVer(String text) {
    try {
      SemVer.parse(text);
      return true;
    } catch (Malformed refused) {
      return false;
    }
  }

  private static int pageLimit(long limit) {
    require(limit >= 1 && limit <= Limits.MAX_PAGE_LIMIT);
    return (int) limit;
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw RequestRefused.invalidRequest();
    }
  }

  /** Whether a text is a lowercase hyphenated UUID other than nil. Contract 5.2. */
  static boolean isUuid(String text) {
    if (text.length() != 36) {
      return false;
    }
    boolean nil = true;
    for (int i = 0; i < 36; i++) {
      char c = text.charAt(i);
      boolean hyphen = i == 8 || i == 13 || i == 18 || i == 23;
      boolean digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
      if (hyphen ? c != '-' : !digit) {
        return false;
      }
      nil &= hyphen || c == '0';
    }
    return !nil;
  }

  /** One mutation, judged in the same three steps as the whole request. */
  private static final class MutationReader {
    private final String mutationId;
    private final String table;
    private final JsonObject pk;
    private final JsonValue schemaValue;
    private final String op;
    private final Optional<String> baseVersion;
    private final String clientVersion;
    private final Optional<JsonObject> columns;
    private SchemaReference authoredSchema;

    private MutationReader(Members members) {
      mutationId = members.string("mutation_id");
      table = members.string("table");
      pk = members.object("pk");
      schemaValue = members.any("authored_schema");
      op = members.string("op");
      baseVersion = members.optionalString("base_version");
      clientVersion = members.string("client_version");
      columns = members.optionalObject("columns");
      members.nothingElse();
      MutationOperation.of(op).ifPresent(this::requirePresence);
    }

    static MutationReader shape(JsonValue value) {
      return new MutationReader(Members.of(value));
    }

    private void requirePresence(MutationOperation operation) {
      require(baseVersion.isPresent() == (operation != MutationOperation.INSERT));
      require(columns.isPresent() == (operation != MutationOperation.DELETE));
    }

    void reference() {
      authoredSchema = properReference(schemaValue);
    }

    PushedMutation mutation() {
      MutationOperation operation =
          MutationOperation.of(op).orElseThrow(RequestRefused::invalidRequest);
      require(isUuid(mutationId));
      require(RequestBody.isIdentifier(table, Limits.MAX_TABLE_OCTETS));
      require(pk.size() == 1);
      require(!baseVersion.equals(Optional.of("")));
      require(DateTimes.isDateTime(clientVersion));
      Map<String, JsonValue> values = new LinkedHashMap<>();
      columns.ifPresent(
          object -> {
            require(object.size() >= 1 && object.size() <= Limits.MAX_MUTATION_COLUMNS);
            values.putAll(object.members());
          });
      values.keySet().forEach(name -> require(name.indexOf('\0') < 0));
      Map.Entry<String, JsonValue> key = pk.members().entrySet().iterator().next();
      require(key.getKey().indexOf('\0') < 0);
      return new PushedMutation(
          mutationId,
          table,
          key.getKey(),
          key.getValue(),
          authoredSchema,
          operation,
          baseVersion,
          clientVersion,
          new TreeMap<>(values));
    }
  }
}
