package dev.synchro.sqlgen.processor.check;

import dev.synchro.sqlgen.processor.model.ObjectKey;
import dev.synchro.sqlgen.processor.model.QualifiedName;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds for each requirement the objects it means, and refuses those that mean none. */
public final class Links {

  private final Map<QualifiedName, List<Declaration>> byName = new TreeMap<>();
  private final List<Declaration> declarations;
  private final Refusals refusals;

  public Links(List<Declaration> declarations, Refusals refusals) {
    this.declarations = List.copyOf(declarations);
    this.refusals = refusals;
    for (Declaration declaration : declarations) {
      byName.merge(declaration.object().key().name(), List.of(declaration), Links::concatenation);
    }
  }

  private static List<Declaration> concatenation(List<Declaration> some, List<Declaration> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /** For each object those that must be created before it. */
  public NavigableMap<ObjectKey, NavigableSet<ObjectKey>> resolve() {
    NavigableMap<ObjectKey, NavigableSet<ObjectKey>> links = new TreeMap<>();
    declarations.forEach(one -> links.put(one.object().key(), new TreeSet<>()));
    for (Declaration declaration : declarations) {
      for (Requirement requirement : declaration.requirements()) {
        resolve(declaration.object().key(), requirement, links);
      }
    }
    return links;
  }

  private void resolve(
      ObjectKey asking,
      Requirement requirement,
      NavigableMap<ObjectKey, NavigableSet<ObjectKey>> links) {
    List<ObjectKey> found =
        byName.getOrDefault(requirement.name(), List.of()).stream()
            .map(Declaration::object)
            .filter(requirement.fits())
            .map(object -> object.key())
            .toList();
    if (found.isEmpty()) {
      refusals.refuse(
          requirement.place(),
          requirement.rule(),
          "no %s %s is declared",
          requirement.what(),
          requirement.name());
    }
    for (ObjectKey key : found) {
      if (requirement.direction() == Requirement.Direction.NAMED_FIRST) {
        links.get(asking).add(key);
      } else {
        links.get(key).add(asking);
      }
    }
  }
}
