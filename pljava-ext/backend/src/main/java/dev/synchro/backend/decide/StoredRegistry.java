package dev.synchro.backend.decide;

import dev.synchro.backend.facts.HealthFacts.Generation;
import dev.synchro.backend.facts.HealthFacts.Manifest;
import dev.synchro.core.error.BugException;
import dev.synchro.core.error.Refusal;
import dev.synchro.core.registry.ManifestBuilder;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.RegistryDocument;
import dev.synchro.core.schema.SchemaManifest;
import java.util.Optional;

/** Whether what is stored of registry and schema can be read and fits together. */
final class StoredRegistry {
  private StoredRegistry() {}

  /** The registry of a stored generation; empty when there is none that can be read. */
  static Optional<Registry> read(Optional<Generation> stored) {
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(RegistryDocument.read(stored.get().number(), stored.get().content()));
    } catch (BugException | Refusal unreadable) {
      return Optional.empty();
    }
  }

  /** Whether a stored manifest is sound and is what the registry makes of its tables. */
  static boolean describes(Manifest stored, Registry registry) {
    try {
      SchemaManifest manifest = SchemaManifest.parse(stored.document());
      return manifest.version() == stored.version()
          && manifest.hash().hex().equals(stored.hash())
          && manifest.tables().equals(ManifestBuilder.initial(registry).tables());
    } catch (BugException | Refusal unsound) {
      return false;
    }
  }
}
