package dev.synchro.core.fingerprint;

import dev.synchro.core.bytes.Domain;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.json.JsonWriter;
import dev.synchro.core.schema.SchemaReference;
import java.util.ArrayList;
import java.util.List;

/** Tells whether a batch id comes again with the same content. Contract 5.4.7. */
public final class BatchFingerprint {
  private BatchFingerprint() {}

  /**
   * SHA-256 over the domain and {@code [kind, user_id, client_id, client_generation, batch_id,
   * [version, hash], [mutation, ...]]}; kind is {@code batch-v1} or {@code atomic-batch-v1}.
   */
  public static byte[] of(
      boolean atomic,
      String userId,
      String clientId,
      long clientGeneration,
      String batchId,
      SchemaReference schema,
      List<MutationContent> mutations) {
    List<byte[]> texts = new ArrayList<>(mutations.size());
    for (MutationContent mutation : mutations) {
      texts.add(mutation.canonical());
    }
    return Sha256.digest(input(atomic, userId, clientId, clientGeneration, batchId, schema, texts));
  }

  /**
   * What the fingerprint is the digest of, from mutations that are canonical text already.
   *
   * @param mutations see {@link MutationContent#canonical}
   */
  public static byte[] input(
      boolean atomic,
      String userId,
      String clientId,
      long clientGeneration,
      String batchId,
      SchemaReference schema,
      List<byte[]> mutations) {
    JsonWriter json = new JsonWriter(new Octets().raw(Domain.PUSH_BATCH_FINGERPRINT.octets()));
    json.beginArray().string(atomic ? "atomic-batch-v1" : "batch-v1");
    json.string(userId).string(clientId).string(Long.toString(clientGeneration)).string(batchId);
    MutationContent.writeReference(schema, json);
    json.beginArray();
    for (byte[] mutation : mutations) {
      json.raw(mutation);
    }
    return json.endArray().endArray().toByteArray();
  }
}
