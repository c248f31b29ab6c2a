package dev.synchro.core.token;

import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonWriter;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaHash;

/**
 * The next page of a rebuild session: token {@code rb1}. Contract 2.3 and 5.6. Generations, epoch
 * and ordinal are unsigned 64 bits.
 *
 * @param issuedAt datetime text
 * @param expiresAt datetime text
 */
public record RebuildContinuation(
    String keyId,
    long streamGeneration,
    String userBinding,
    String clientBinding,
    long clientGeneration,
    String scopeId,
    SchemaHash schemaHash,
    long membershipGeneration,
    long retentionGeneration,
    String sessionId,
    String rebuildId,
    Position snapshotBoundary,
    long nextRowOrdinal,
    int pageLimit,
    long acceptedWriteEpoch,
    String issuedAt,
    String expiresAt)
    implements TokenPayload {

  @Override
  public TokenPurpose purpose() {
    return TokenPurpose.REBUILD_CURSOR;
  }

  @Override
  public void writeJson(JsonWriter json) {
    json.beginObject();
    json.name("accepted_write_epoch").unsignedString(acceptedWriteEpoch);
    json.name("client_binding").string(clientBinding);
    json.name("client_generation").unsignedString(clientGeneration);
    json.name("expires_at").string(expiresAt);
    json.name("issued_at").string(issuedAt);
    json.name("key_id").string(keyId);
    json.name("kind").string(purpose().kind());
    json.name("membership_generation").unsignedString(membershipGeneration);
    json.name("next_row_ordinal").unsignedString(nextRowOrdinal);
    json.name("page_limit").number(pageLimit);
    json.name("rebuild_id").string(rebuildId);
    json.name("retention_generation").unsignedString(retentionGeneration);
    json.name("schema_hash").string(schemaHash.hex());
    json.name("scope_id").string(scopeId);
    json.name("session_id").string(sessionId);
    json.name("snapshot_boundary");
    snapshotBoundary.writeJson(json);
    json.name("stream_generation").unsignedString(streamGeneration);
    json.name("token_version").number(1);
    json.name("user_binding").string(userBinding);
    json.endObject();
  }

  static RebuildContinuation read(JsonObject payload) {
    PayloadMembers members = new PayloadMembers(payload, TokenPurpose.REBUILD_CURSOR);
    RebuildContinuation continuation =
        new RebuildContinuation(
            members.nonEmpty("key_id"),
            members.unsigned("stream_generation"),
            members.hex("user_binding"),
            members.hex("client_binding"),
            members.unsigned("client_generation"),
            members.nonEmpty("scope_id"),
            members.hash("schema_hash"),
            members.unsigned("membership_generation"),
            members.unsigned("retention_generation"),
            members.uuid("session_id"),
            members.uuid("rebuild_id"),
            members.boundary("snapshot_boundary"),
            members.unsigned("next_row_ordinal"),
            members.pageLimit("page_limit"),
            members.unsigned("accepted_write_epoch"),
            members.dateTime("issued_at"),
            members.dateTime("expires_at"));
    members.members().finish();
    return continuation;
  }
}
