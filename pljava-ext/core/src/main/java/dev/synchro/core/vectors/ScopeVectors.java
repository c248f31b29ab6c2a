package dev.synchro.core.vectors;

import static dev.synchro.core.vectors.Difference.requireEqual;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.schema.SchemaHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Scopes as pairs of row identity and row digest, in any order. */
final class ScopeVectors {
  private static final SchemaHash ANY_HASH = SchemaHash.of(new byte[32]);

  private ScopeVectors() {}

  static void check(Entry entry) {
    SchemaHash hash = SchemaHash.parse(entry.text("schema_hash"));
    byte[] digest = digest(entry, hash, entry.count("cardinality"));
    requireEqual("digest", entry.text("digest"), Hex.encode(digest));
  }

  static void refuse(Entry entry) {
    SchemaHash hash =
        entry.has("schema_hash") ? SchemaHash.parse(entry.text("schema_hash")) : ANY_HASH;
    long cardinality =
        entry.has("cardinality") ? entry.count("cardinality") : entry.array("entries").size();
    digest(entry, hash, cardinality);
  }

  private static byte[] digest(Entry entry, SchemaHash hash, long cardinality) {
    List<byte[][]> pairs = new ArrayList<>();
    for (JsonValue pair : entry.array("entries")) {
      pairs.add(pair(Entry.array(pair, "an entry of the scope")));
    }
    pairs.sort((left, right) -> Arrays.compareUnsigned(left[0], right[0]));
    ScopeDigest digest = ScopeDigest.start(hash, entry.text("scope_id"), cardinality);
    for (byte[][] pair : pairs) {
      digest.add(pair[0], pair[1]);
    }
    return digest.finish();
  }

  private static byte[][] pair(List<JsonValue> parts) {
    if (parts.size() != 2) {
      throw new NotAVector("an entry of the scope is not a pair");
    }
    byte[] identity = Hex.decode(Entry.text(parts.get(0), "a row identity"));
    return new byte[][] {identity, Hex.decode(Entry.text(parts.get(1), "a row digest"))};
  }
}
