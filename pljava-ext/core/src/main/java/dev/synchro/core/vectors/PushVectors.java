package dev.synchro.core.vectors;

import static dev.synchro.core.vectors.Difference.requireEqual;

import dev.synchro.core.bytes.Hex;
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
import java.util.List;

/**
 * Normalized batches: {@code pk} is {@code {field_id, value}}, columns are a list of such pairs.
 */
final class PushVectors {
  private PushVectors() {}

  static void check(Entry entry) {
    Members batch = new Members(JsonParser.parse(entry.utf8("batch"), JsonLimits.DOCUMENT));
    String userId = entry.text("user_id");
    String clientId = batch.string("client_id");
    List<MutationContent> mutations = new ArrayList<>();
    for (JsonValue mutation : batch.array("mutations")) {
      mutations.add(mutation(new Members(mutation)));
    }
    boolean atomic = JsonBoolean.TRUE.equals(batch.optional("atomic").orElse(null));
    byte[] fingerprint =
        BatchFingerprint.of(
            atomic,
            userId,
            clientId,
            batch.integer("client_generation"),
            batch.string("batch_id"),
            reference(batch.required("schema")),
            mutations);
    batch.finish();
    requireEqual("batch_fingerprint", entry.text("batch_fingerprint"), Hex.encode(fingerprint));
    List<JsonValue> expected = ((JsonArray) entry.get("mutation_fingerprints")).elements();
    requireEqual("number of mutations", expected.size(), mutations.size());
    for (int i = 0; i < mutations.size(); i++) {
      byte[] actual = MutationFingerprint.of(userId, clientId, mutations.get(i));
      requireEqual(
          "mutation_fingerprints[" + i + "]",
          Members.asString(expected.get(i)),
          Hex.encode(actual));
    }
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
    for (JsonValue pair : pairs.elements()) {
      Members members = new Members(pair);
      columns.put(members.string("field_id"), members.required("value"));
    }
    return columns.build();
  }
}
