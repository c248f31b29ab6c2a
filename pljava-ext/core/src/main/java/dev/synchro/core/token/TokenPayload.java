package dev.synchro.core.token;

import dev.synchro.core.json.JsonWriter;

/** What a token says, without its MAC. Contract 2.3. */
public sealed interface TokenPayload
    permits IncrementalCursor, RebuildContinuation, SeedPageToken, SeedReceipt, SeedSession {
  TokenPurpose purpose();

  /** Id of the key that signs the token. */
  String keyId();

  /** Writes the payload object, members in canonical order. */
  void writeJson(JsonWriter json);

  /** Canonical text of the payload. */
  default byte[] canonical() {
    JsonWriter json = new JsonWriter();
    writeJson(json);
    return json.toByteArray();
  }
}
