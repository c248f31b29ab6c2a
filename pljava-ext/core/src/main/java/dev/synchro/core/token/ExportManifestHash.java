package dev.synchro.core.token;

import dev.synchro.core.bytes.Domain;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The hash that binds a seed export's scopes, digests and boundary. Contract 13.2. */
public final class ExportManifestHash {
  private ExportManifestHash() {}

  /**
   * Lowercase hex SHA-256 of the domain and the canonical text of the export manifest without
   * {@code export_manifest_hash} and without every scope's {@code continuation} and {@code
   * page_token}.
   */
  public static String of(JsonObject exportManifest) {
    Map<String, JsonValue> covered = new LinkedHashMap<>(exportManifest.members());
    covered.remove("export_manifest_hash");
    if (covered.get("portable_scopes") instanceof JsonArray scopes) {
      covered.put("portable_scopes", withoutTokens(scopes));
    }
    byte[] canonical = CanonicalJson.write(new JsonObject(covered));
    return Hex.encode(Sha256.digest(Domain.SEED_EXPORT_MANIFEST.octets(), canonical));
  }

  private static JsonArray withoutTokens(JsonArray scopes) {
    List<JsonValue> covered = new ArrayList<>();
    for (JsonValue scope : scopes.elements()) {
      if (scope instanceof JsonObject object) {
        Map<String, JsonValue> members = new LinkedHashMap<>(object.members());
        members.remove("continuation");
        members.remove("page_token");
        covered.add(new JsonObject(members));
      } else {
        covered.add(scope);
      }
    }
    return new JsonArray(covered);
  }
}
