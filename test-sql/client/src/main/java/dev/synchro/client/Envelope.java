package dev.synchro.client;

import dev.synchro.core.json.JsonNull;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import java.util.Optional;

/** Members that several requests share. Contract 5.2. */
final class Envelope {

  private Envelope() {}

  static JsonObject.Builder start(ClientRecord client, Catalog catalog) {
    return JsonObject.builder()
        .put("client_id", client.clientId())
        .put("client_generation", client.generation().orElseThrow())
        .put("schema", schema(catalog));
  }

  static JsonObject schema(Catalog catalog) {
    return schema(catalog.version(), catalog.hashText());
  }

  static JsonObject schema(long version, String hash) {
    return JsonObject.builder().put("version", version).put("hash", hash).build();
  }

  static JsonObject cursor(Optional<String> cursor) {
    return JsonObject.builder().put("cursor", stringOrNull(cursor)).build();
  }

  static JsonValue stringOrNull(Optional<String> text) {
    return text.<JsonValue>map(JsonString::new).orElse(JsonNull.INSTANCE);
  }
}
