package dev.synchro.core.message;

import dev.synchro.core.schema.SchemaReference;
import java.util.List;
import java.util.Objects;

/**
 * A client sends what its user changed. Contract 5.4.1.
 *
 * @param clientId the name the client gave itself
 * @param clientGeneration the generation it holds
 * @param batchId the client's name for this batch, a UUID
 * @param schema the schema it holds
 * @param atomic whether all mutations are applied or none
 * @param mutations in the order in which they were made, 1 to 1000
 */
public record PushRequest(
    String clientId,
    long clientGeneration,
    String batchId,
    SchemaReference schema,
    boolean atomic,
    List<PushedMutation> mutations) {
  public PushRequest {
    Objects.requireNonNull(clientId);
    Objects.requireNonNull(batchId);
    Objects.requireNonNull(schema);
    mutations = List.copyOf(mutations);
  }
}
