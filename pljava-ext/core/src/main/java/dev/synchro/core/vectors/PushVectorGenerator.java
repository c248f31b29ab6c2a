package dev.synchro.core.vectors;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.fingerprint.BatchFingerprint;
import dev.synchro.core.fingerprint.MutationContent;
import dev.synchro.core.fingerprint.MutationFingerprint;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import dev.synchro.core.value.PortableType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Normalized batches with their fingerprints. */
final class PushVectorGenerator {
  private static final int BATCHES = 20;

  private final Arbitrary arbitrary;

  PushVectorGenerator(Arbitrary arbitrary) {
    this.arbitrary = arbitrary;
  }

  List<JsonValue> cases() {
    List<JsonValue> cases = new ArrayList<>();
    for (int i = 0; i < BATCHES; i++) {
      cases.add(batch("b" + i));
    }
    return cases;
  }

  private JsonObject batch(String id) {
    String userId = "u" + arbitrary.text(true);
    String clientId = "c" + arbitrary.id();
    String batchId = arbitrary.uuid();
    long generation = 1L + arbitrary.below(9);
    boolean atomic = arbitrary.chance(3);
    SchemaReference schema = reference();
    List<MutationContent> mutations = new ArrayList<>();
    List<JsonValue> written = new ArrayList<>();
    List<JsonValue> fingerprints = new ArrayList<>();
    for (int i = 1 + arbitrary.below(4); i > 0; i--) {
      MutationContent mutation = mutation();
      mutations.add(mutation);
      written.add(normalized(mutation));
      byte[] fingerprint = MutationFingerprint.of(userId, clientId, mutation);
      fingerprints.add(new JsonString(Hex.encode(fingerprint)));
    }
    JsonObject.Builder batch =
        JsonObject.builder()
            .put("batch_id", batchId)
            .put("client_generation", generation)
            .put("client_id", clientId)
            .put("mutations", new JsonArray(written))
            .put("schema", json(schema));
    if (atomic) {
      batch.put("atomic", true);
    }
    byte[] fingerprint =
        BatchFingerprint.of(atomic, userId, clientId, generation, batchId, schema, mutations);
    return JsonObject.builder()
        .put("id", id)
        .put("user_id", userId)
        .put("batch", Utf8.decode(CanonicalJson.write(batch.build())))
        .put("batch_fingerprint", Hex.encode(fingerprint))
        .put("mutation_fingerprints", new JsonArray(fingerprints))
        .build();
  }

  private SchemaReference reference() {
    return new SchemaReference(1 + arbitrary.below(100), SchemaHash.parse(arbitrary.hash()));
  }

  private static JsonObject json(SchemaReference reference) {
    return JsonObject.builder()
        .put("version", reference.version())
        .put("hash", reference.hash().hex())
        .build();
  }

  private MutationContent mutation() {
    String op = arbitrary.oneOf(List.of("insert", "update", "delete"));
    Optional<JsonValue> base =
        op.equals("insert")
            ? Optional.empty()
            : Optional.of(new JsonString("v" + arbitrary.text(true)));
    return new MutationContent(
        arbitrary.uuid(),
        "t" + arbitrary.id(),
        arbitrary.id(),
        wire(arbitrary.oneOf(List.of(PortableType.STRING, PortableType.INT, PortableType.INT64))),
        reference(),
        op,
        base,
        arbitrary.dateTime(),
        op.equals("delete") ? Optional.empty() : Optional.of(columns()));
  }

  private JsonObject columns() {
    JsonObject.Builder columns = JsonObject.builder();
    for (String fieldId : arbitrary.ids(1 + arbitrary.below(5))) {
      columns.put(fieldId, wire(arbitrary.oneOf(Arrays.asList(PortableType.values()))));
    }
    return columns.build();
  }

  private JsonValue wire(PortableType type) {
    return JsonParser.parse(arbitrary.present(type).wire(), JsonLimits.DOCUMENT);
  }

  private static JsonObject normalized(MutationContent mutation) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("mutation_id", mutation.mutationId())
            .put("table", mutation.table())
            .put("pk", pair(mutation.pkFieldId(), mutation.pkValue()))
            .put("authored_schema", json(mutation.authoredSchema()))
            .put("op", mutation.op())
            .put("client_version", mutation.clientVersion());
    if (mutation.baseVersion().isPresent()) {
      json.put("base_version", mutation.baseVersion().get());
    }
    if (mutation.columns().orElse(null) instanceof JsonObject columns) {
      List<JsonValue> pairs = new ArrayList<>();
      for (Map.Entry<String, JsonValue> column : columns.members().entrySet()) {
        pairs.add(pair(column.getKey(), column.getValue()));
      }
      json.put("columns", new JsonArray(pairs));
    }
    return json.build();
  }

  private static JsonObject pair(String fieldId, JsonValue value) {
    return JsonObject.builder().put("field_id", fieldId).put("value", value).build();
  }
}
