package dev.synchro.client;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A write of this client on its way to the server. Everything but the base version of an unsealed
 * successor is immutable; only the records around it say how far it got. Contract 6.3.
 *
 * @param position place in the order of sending; a combination takes the place of its first part
 * @param pk canonical text of the {@code pk} object
 * @param baseVersion version the write was made on; absent for an insert, and while an unanswered
 *     predecessor is to supply it
 * @param columns canonical wire text by field id; empty for a delete
 */
record Mutation(
    long position,
    String mutationId,
    RowKey row,
    String pk,
    Operation operation,
    Optional<String> baseVersion,
    Map<String, String> columns,
    AuthoredSchema authored,
    String clientVersion) {

  /** The schema reference a mutation was written under. */
  record AuthoredSchema(long version, String hash) {}

  Mutation {
    columns = java.util.Collections.unmodifiableMap(new TreeMap<>(columns));
  }

  /** The one mutation that stands for this and {@code later}, under an identity of its own. */
  Mutation combined(Mutation later, String newMutationId) {
    Operation result = later.operation == Operation.DELETE ? Operation.DELETE : operation;
    return new Mutation(
        position,
        newMutationId,
        row,
        pk,
        result,
        baseVersion,
        result == Operation.DELETE ? Map.of() : merged(later.columns),
        authored,
        later.clientVersion);
  }

  private Map<String, String> merged(Map<String, String> later) {
    Map<String, String> merged = new TreeMap<>(columns);
    merged.putAll(later);
    return merged;
  }
}
