package dev.synchro.core.schema;

import dev.synchro.core.json.JsonWriter;

/**
 * Names one manifest: {@code {"hash":"64 hex","version":n}}. Contract 1.1.
 *
 * @param version 1 to 2^53-1
 * @param hash of the manifest's body
 */
public record SchemaReference(long version, SchemaHash hash) {
  /** Writes the reference object as the next value. */
  public void writeJson(JsonWriter writer) {
    writer.beginObject();
    writer.name("hash").string(hash.hex());
    writer.name("version").number(version);
    writer.endObject();
  }
}
