package dev.synchro.backend.decide;

import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import dev.synchro.core.schema.TransitionClass;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Every manifest that was ever published, oldest first; the last one is in force. */
public final class SchemaHistory {
  private final List<PublishedSchema> steps;

  public SchemaHistory(List<PublishedSchema> steps) {
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("no manifest was published");
    }
    this.steps = List.copyOf(steps);
  }

  /** The manifest in force. */
  public SchemaReference current() {
    return steps.get(steps.size() - 1).reference();
  }

  /** The path from a published manifest to the current one; empty when it was never published. */
  public Optional<SchemaPath> pathFrom(SchemaReference reference) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).reference().equals(reference)) {
        return Optional.of(pathBehind(i));
      }
    }
    return Optional.empty();
  }

  /** The path from the manifest with a hash to the current one. */
  public Optional<SchemaPath> pathFrom(SchemaHash hash) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).reference().hash().equals(hash)) {
        return Optional.of(pathBehind(i));
      }
    }
    return Optional.empty();
  }

  private SchemaPath pathBehind(int index) {
    boolean crossesClass4 = false;
    Set<String> affected = new HashSet<>();
    for (PublishedSchema step : steps.subList(index + 1, steps.size())) {
      crossesClass4 |= step.transition() == TransitionClass.CLASS_4;
      affected.addAll(step.affectedScopes());
    }
    return new SchemaPath(crossesClass4, affected);
  }
}
