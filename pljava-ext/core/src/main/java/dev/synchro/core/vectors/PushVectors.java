package dev.synchro.core.vectors;

import static dev.synchro.core.vectors.Difference.requireEqual;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.fingerprint.BatchFingerprint;
import dev.synchro.core.fingerprint.MutationContent;
import dev.synchro.core.fingerprint.MutationFingerprint;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonBoolean;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNull;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.Members;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Normalized batches: {@code pk} is {@code {field_id, value}}, columns are a list of such pairs.
 */
final class PushVectors {
  private final byte[] whole;
  private final List<byte[]> single;

  private PushVectors(byte[] whole, List<byte[]> single) {
    this.whole = whole;
    this.single = single;
  }

  static void check(Entry entry) {
    PushVectors batch = read(entry);
    requireEqual("batch_fingerprint", entry.text("batch_fingerprint"), Hex.encode(batch.whole));
    List<JsonValue> expected = entry.array("mutation_fingerprints");
    requireEqual("number of mutations", expected.size(), batch.single.size());
    for (int i = 0; i < expected.size(); i++) {
      String what = "mutation_fingerprints[" + i + "]";
      requireEqual(what, Entry.text(expected.get(i), what), Hex.encode(batch.single.get(i)));
    }
  }

  static void refuse(Entry entry) {
    read(entry);
  }

  private static PushVectors read(Entry entry) {
    Members batch = new Members(JsonParser.parse(entry.utf8("batch"), JsonLimits.DOCUMENT));
    String userId = entry.text("user_id");
    String clientId = batch.string("client_id");
    List<MutationContent> mutations = new ArrayList<>();
    List<byte[]> single = new ArrayList<>();
    for (JsonValue json : batch.array("mutations")) {
      MutationContent mutation = mutation(new Members(json));
      mutations.add(mutation);
      single.add(MutationFingerprint.of(userId, clientId, mutation));
    }
    boolean atomic = JsonBoolean.TRUE.equals(batch.optional("atomic").orElse(null));
    byte[] whole =
        BatchFingerprint.of(
            atomic,
            userId,
            clientId,
            batch.integer("client_generation"),
            batch.string("batch_id"),
            reference(batch.required("schema")),
            mutations);
    batch.finish();
    return new PushVectors(whole, single);
  }

  private static SchemaReference reference(JsonValue json) {
    Members members = new Members(json);
    return new SchemaReference(
        members.integer("version"), SchemaHash.parse(members.string("hash")));
  }

  private static MutationContent mutation(Members json) {
    Members pk = new Members(json.required("pk"));
    MutationContent content =
        new MutationContent(
            json.string("mutation_id"),
            json.string("table"),
            pk.string("field_id"),
            pk.required("value"),
            reference(json.required("authored_schema")),
            json.string("op"),
            json.optional("base_version"),
            json.string("client_version"),
            json.optional("columns").map(PushVectors::columns));
    json.finish();
    return content;
  }

  private static JsonValue columns(JsonValue json) {
    if (!(json instanceof JsonArray pairs)) {
      return JsonNull.INSTANCE;
    }
    JsonObject.Builder columns = JsonObject.builder();
    Set<String> fieldIds = new HashSet<>();
    for (JsonValue pair : pairs.elements()) {
      Members members = new Members(pair);
      String fieldId = members.string("field_id");
      if (!fieldIds.add(fieldId)) {
        throw new Malformed(Rule.DUPLICATE_MEMBER);
      }
      columns.put(fieldId, members.required("value"));
    }
    return columns.build();
  }
}
