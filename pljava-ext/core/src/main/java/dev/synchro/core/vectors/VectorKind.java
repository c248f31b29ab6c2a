package dev.synchro.core.vectors;

import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import java.util.List;
import java.util.Optional;

/** The kinds of vector files, told apart by the members they have, so a file may have any name. */
public enum VectorKind {
  CANONICAL_JSON("canonical-json", "cases", "input"),
  CLIENT_TRANSITIONS("client-transitions", "states", ""),
  FLOAT_TEXT("float-text", "cases", "bits"),
  POSTGRES_VALUES("postgres-values", "cases", "pg_text"),
  PUSH_FINGERPRINTS("push-fingerprints", "cases", "batch"),
  ROW_DIGESTS("row-digests", "cases", "row"),
  SCHEMA_MANIFESTS("schema-manifests", "cases", "manifest"),
  SCOPE_DIGESTS("scope-digests", "cases", "entries"),
  SEMVER("semver", "ascending", ""),
  TOKENS("tokens", "cases", "token"),
  TYPED_VALUES("typed-values", "cases", "wire");

  private static final List<VectorKind> ORDER_OF_LOOKING =
      List.of(
          CLIENT_TRANSITIONS,
          SEMVER,
          CANONICAL_JSON,
          FLOAT_TEXT,
          POSTGRES_VALUES,
          PUSH_FINGERPRINTS,
          ROW_DIGESTS,
          SCOPE_DIGESTS,
          TOKENS,
          TYPED_VALUES,
          SCHEMA_MANIFESTS);

  private final String fileStem;
  private final String list;
  private final String member;

  VectorKind(String fileStem, String list, String member) {
    this.fileStem = fileStem;
    this.list = list;
    this.member = member;
  }

  /** Usual name of a file of this kind, without {@code .json}. */
  public String fileStem() {
    return fileStem;
  }

  static Optional<VectorKind> of(String fileName, JsonObject file) {
    for (VectorKind kind : ORDER_OF_LOOKING) {
      if (fileName.equals(kind.fileStem + ".json")) {
        return Optional.of(kind);
      }
    }
    for (VectorKind kind : ORDER_OF_LOOKING) {
      if (kind.describes(file)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  private boolean describes(JsonObject file) {
    if (member.isEmpty()) {
      return file.has(list);
    }
    for (String name : new String[] {list, "invalid"}) {
      if (firstOf(file.find(name).orElse(null)) instanceof JsonObject entry && entry.has(member)) {
        return true;
      }
    }
    return false;
  }

  private static JsonValue firstOf(JsonValue list) {
    return list instanceof JsonArray array && array.size() > 0 ? array.elements().get(0) : null;
  }
}
