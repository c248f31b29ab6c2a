package dev.synchro.backend.push;

import dev.synchro.backend.decide.StreamFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.RegistryDocument;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.schema.SchemaReference;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The manifest and the registry in force, read once for each session: both are immutable, and their
 * hash and number tell when others are in force.
 *
 * @param manifest what clients see
 * @param registry the relations behind it
 */
record PublishedRegistry(SchemaManifest manifest, Registry registry) {
  private static final int KEPT_MANIFESTS = 16;
  private static final String CURRENT =
      "SELECT convert_to(m.manifest::text, 'UTF8'), convert_to(g.content::text, 'UTF8')"
          + " FROM synchro.schema_manifest AS m, synchro.registry_generation AS g"
          + " WHERE m.schema_version = ?::bigint AND g.generation = ?::bigint";
  private static final String EARLIER =
      "SELECT convert_to(m.manifest::text, 'UTF8') FROM synchro.schema_manifest AS m"
          + " WHERE m.schema_version = ?::bigint AND m.schema_hash = ?";

  private static PublishedRegistry lastRead;
  private static final Map<SchemaHash, SchemaManifest> MANIFESTS = new LinkedHashMap<>();

  /** What is in force. */
  static PublishedRegistry current(BackendSession session, StreamFacts stream) throws SQLException {
    PublishedRegistry kept = lastRead;
    if (kept != null
        && kept.manifest.reference().equals(stream.schema())
        && kept.registry.generation() == stream.registryGeneration()) {
      return kept;
    }
    try (Query query = session.query(CURRENT)) {
      query.number(stream.schema().version()).number(stream.registryGeneration()).one();
      PublishedRegistry read =
          new PublishedRegistry(
              SchemaManifest.parse(query.octetsAt(1)),
              RegistryDocument.read(stream.registryGeneration(), query.octetsAt(2)));
      lastRead = read;
      return read;
    }
  }

  /** The manifests that mutations were made under, those that were published. */
  Map<SchemaReference, SchemaManifest> authored(
      BackendSession session, Iterable<SchemaReference> references) throws SQLException {
    Map<SchemaReference, SchemaManifest> found = new HashMap<>();
    for (SchemaReference reference : references) {
      if (!found.containsKey(reference)) {
        find(session, reference).ifPresent(known -> found.put(reference, known));
      }
    }
    return found;
  }

  private Optional<SchemaManifest> find(BackendSession session, SchemaReference reference)
      throws SQLException {
    if (reference.equals(manifest.reference())) {
      return Optional.of(manifest);
    }
    SchemaManifest kept = MANIFESTS.get(reference.hash());
    if (kept != null && kept.version() == reference.version()) {
      return Optional.of(kept);
    }
    try (Query query = session.query(EARLIER)) {
      query.number(reference.version()).octets(reference.hash().octets());
      if (!query.next()) {
        return Optional.empty();
      }
      SchemaManifest read = SchemaManifest.parse(query.octetsAt(1));
      if (MANIFESTS.size() == KEPT_MANIFESTS) {
        Iterator<SchemaHash> oldest = MANIFESTS.keySet().iterator();
        oldest.next();
        oldest.remove();
      }
      MANIFESTS.put(reference.hash(), read);
      return Optional.of(read);
    }
  }
}
