package dev.synchro.core.token;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.digest.Checksum;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonWriter;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaHash;

/**
 * What a seed stores instead of a cursor: token {@code sc1}. Bound to no user and no client.
 * Contract 2.3, ADR 005 "Seed continuation receipt". Generations and cardinality are unsigned 64
 * bits.
 *
 * @param checksum scope digest, 64 lowercase hex digits
 * @param issuedAt datetime text
 */
public record SeedReceipt(
    String keyId,
    String exportId,
    String exportManifestHash,
    SchemaHash schemaHash,
    String scopeId,
    long registryGeneration,
    long membershipGeneration,
    long retentionGeneration,
    long streamGeneration,
    Position snapshotBoundary,
    long cardinality,
    String checksum,
    String issuedAt)
    implements TokenPayload {

  @Override
  public TokenPurpose purpose() {
    return TokenPurpose.SEED_CONTINUATION;
  }

  @Override
  public void writeJson(JsonWriter json) {
    json.beginObject();
    json.name("cardinality").unsignedString(cardinality);
    json.name("checksum");
    Checksum.writeJson(Hex.decodeSha256(checksum), json);
    json.name("export_id").string(exportId);
    json.name("export_manifest_hash").string(exportManifestHash);
    json.name("issued_at").string(issuedAt);
    json.name("key_id").string(keyId);
    json.name("kind").string(purpose().kind());
    json.name("membership_generation").unsignedString(membershipGeneration);
    json.name("registry_generation").unsignedString(registryGeneration);
    json.name("retention_generation").unsignedString(retentionGeneration);
    json.name("schema_hash").string(schemaHash.hex());
    json.name("scope_id").string(scopeId);
    json.name("snapshot_boundary");
    snapshotBoundary.writeJson(json);
    json.name("stream_generation").unsignedString(streamGeneration);
    json.name("version").number(1);
    json.endObject();
  }

  static SeedReceipt read(JsonObject payload) {
    PayloadMembers members = new PayloadMembers(payload, TokenPurpose.SEED_CONTINUATION);
    SeedReceipt receipt =
        new SeedReceipt(
            members.nonEmpty("key_id"),
            members.uuid("export_id"),
            members.hex("export_manifest_hash"),
            members.hash("schema_hash"),
            members.nonEmpty("scope_id"),
            members.unsigned("registry_generation"),
            members.unsigned("membership_generation"),
            members.unsigned("retention_generation"),
            members.unsigned("stream_generation"),
            members.boundary("snapshot_boundary"),
            members.unsigned("cardinality"),
            Hex.encode(Checksum.read(members.members().required("checksum"))),
            members.dateTime("issued_at"));
    members.members().finish();
    return receipt;
  }
}
