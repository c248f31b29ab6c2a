package dev.synchro.core.token;

import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonWriter;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaHash;

/**
 * One page of a seed export: token {@code sp1}. Contract 2.3, ADR 005 "Seed page token".
 * Generations and ordinal are unsigned 64 bits.
 *
 * @param transactionNonce base64url of 32 random octets
 * @param exportManifestHash 64 lowercase hex digits
 */
public record SeedPageToken(
    String keyId,
    String exportId,
    String transactionNonce,
    String exportManifestHash,
    SchemaHash schemaHash,
    String scopeId,
    long registryGeneration,
    long membershipGeneration,
    long retentionGeneration,
    long streamGeneration,
    Position snapshotBoundary,
    long nextRowOrdinal,
    int pageLimit)
    implements TokenPayload {

  @Override
  public TokenPurpose purpose() {
    return TokenPurpose.SEED_PAGE;
  }

  @Override
  public void writeJson(JsonWriter json) {
    json.beginObject();
    json.name("export_id").string(exportId);
    json.name("export_manifest_hash").string(exportManifestHash);
    json.name("key_id").string(keyId);
    json.name("kind").string(purpose().kind());
    json.name("membership_generation").unsignedString(membershipGeneration);
    json.name("next_row_ordinal").unsignedString(nextRowOrdinal);
    json.name("page_limit").number(pageLimit);
    json.name("registry_generation").unsignedString(registryGeneration);
    json.name("retention_generation").unsignedString(retentionGeneration);
    json.name("schema_hash").string(schemaHash.hex());
    json.name("scope_id").string(scopeId);
    json.name("snapshot_boundary");
    snapshotBoundary.writeJson(json);
    json.name("stream_generation").unsignedString(streamGeneration);
    json.name("transaction_nonce").string(transactionNonce);
    json.name("version").number(1);
    json.endObject();
  }

  static SeedPageToken read(JsonObject payload) {
    PayloadMembers members = new PayloadMembers(payload, TokenPurpose.SEED_PAGE);
    SeedPageToken token =
        new SeedPageToken(
            members.nonEmpty("key_id"),
            members.uuid("export_id"),
            members.nonce("transaction_nonce"),
            members.hex("export_manifest_hash"),
            members.hash("schema_hash"),
            members.nonEmpty("scope_id"),
            members.unsigned("registry_generation"),
            members.unsigned("membership_generation"),
            members.unsigned("retention_generation"),
            members.unsigned("stream_generation"),
            members.boundary("snapshot_boundary"),
            members.unsigned("next_row_ordinal"),
            members.pageLimit("page_limit"));
    members.members().finish();
    return token;
  }
}
