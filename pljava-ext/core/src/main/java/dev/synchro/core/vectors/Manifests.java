package dev.synchro.core.vectors;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.schema.SchemaManifest;
import java.util.HashMap;
import java.util.Map;

/** The valid manifests of a folder by the id of their case. */
final class Manifests {
  private final Map<String, SchemaManifest> byId = new HashMap<>();

  Manifests(Map<String, JsonObject> files) {
    for (Map.Entry<String, JsonObject> file : files.entrySet()) {
      boolean manifests =
          VectorKind.of(file.getKey(), file.getValue()).orElse(null) == VectorKind.SCHEMA_MANIFESTS;
      if (manifests && file.getValue().find("cases").orElse(null) instanceof JsonArray cases) {
        for (JsonValue one : cases.elements()) {
          add(one);
        }
      }
    }
  }

  private void add(JsonValue one) {
    if (one instanceof JsonObject entry
        && entry.find("id").orElse(null) instanceof JsonString id
        && entry.find("manifest").orElse(null) instanceof JsonObject manifest) {
      try {
        byId.put(id.value(), SchemaManifest.parse(manifest));
      } catch (Malformed reportedWithItsOwnFile) {
        byId.remove(id.value());
      }
    }
  }

  SchemaManifest get(String id) {
    SchemaManifest manifest = byId.get(id);
    if (manifest == null) {
      throw new NotAVector("no valid manifest " + id + " in this folder");
    }
    return manifest;
  }
}
