package dev.synchro.core.token;

import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonWriter;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaHash;

/**
 * Where a client stands in one scope: token {@code ic1}. Contract 2.3. Generations are unsigned 64
 * bits.
 *
 * @param userBinding see {@link Bindings#user}
 * @param clientBinding see {@link Bindings#client}
 * @param issuedAt datetime text
 */
public record IncrementalCursor(
    String keyId,
    long streamGeneration,
    Position position,
    String userBinding,
    String clientBinding,
    long clientGeneration,
    String scopeId,
    SchemaHash schemaHash,
    long membershipGeneration,
    long retentionGeneration,
    String issuedAt)
    implements TokenPayload {

  @Override
  public TokenPurpose purpose() {
    return TokenPurpose.INCREMENTAL_CURSOR;
  }

  @Override
  public void writeJson(JsonWriter json) {
    json.beginObject();
    json.name("client_binding").string(clientBinding);
    json.name("client_generation").unsignedString(clientGeneration);
    json.name("issued_at").string(issuedAt);
    json.name("key_id").string(keyId);
    json.name("kind").string(purpose().kind());
    json.name("membership_generation").unsignedString(membershipGeneration);
    json.name("position");
    position.writeJson(json);
    json.name("retention_generation").unsignedString(retentionGeneration);
    json.name("schema_hash").string(schemaHash.hex());
    json.name("scope_id").string(scopeId);
    json.name("stream_generation").unsignedString(streamGeneration);
    json.name("token_version").number(1);
    json.name("user_binding").string(userBinding);
    json.endObject();
  }

  static IncrementalCursor read(JsonObject payload) {
    PayloadMembers members = new PayloadMembers(payload, TokenPurpose.INCREMENTAL_CURSOR);
    IncrementalCursor cursor =
        new IncrementalCursor(
            members.nonEmpty("key_id"),
            members.unsigned("stream_generation"),
            members.position("position"),
            members.hex("user_binding"),
            members.hex("client_binding"),
            members.unsigned("client_generation"),
            members.nonEmpty("scope_id"),
            members.hash("schema_hash"),
            members.unsigned("membership_generation"),
            members.unsigned("retention_generation"),
            members.dateTime("issued_at"));
    members.members().finish();
    return cursor;
  }
}
