package dev.synchro.core.registry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One immutable generation of what is registered. Contract 8.2. */
public final class Registry {
  private final long generation;
  private final List<RegisteredRelation> relations;
  private final List<String> affectedScopes;
  private final Map<Long, RegisteredRelation> byOid = new HashMap<>();
  private final Map<String, RegisteredRelation> byName = new HashMap<>();

  /**
   * A generation.
   *
   * @param relations in any order; no two with the same OID or, ignoring ASCII case, name
   * @param affectedScopes the scopes named as affected by the change that made it
   */
  public Registry(
      long generation, List<RegisteredRelation> relations, List<String> affectedScopes) {
    this.generation = generation;
    List<RegisteredRelation> sorted = new ArrayList<>(relations);
    sorted.sort(Comparator.comparing(RegisteredRelation::relationId));
    this.relations = Collections.unmodifiableList(sorted);
    this.affectedScopes = List.copyOf(affectedScopes);
    for (RegisteredRelation relation : sorted) {
      boolean known =
          byOid.put(relation.oid(), relation) != null
              || byName.put(folded(relation.name()), relation) != null;
      if (known) {
        throw new IllegalArgumentException("a relation stands twice in a generation");
      }
    }
  }

  /** Names equal but for the case of ASCII letters become equal. */
  private static String folded(String name) {
    StringBuilder folded = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      folded.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
    }
    return folded.toString();
  }

  /**
   * The same registrations with one more, in place of a former one of the same relation.
   *
   * @param number the generation of the result
   * @param affected the scopes named as affected
   */
  public Registry with(long number, RegisteredRelation added, List<String> affected) {
    List<RegisteredRelation> changed = new ArrayList<>();
    for (RegisteredRelation relation : relations) {
      if (!folded(relation.name()).equals(folded(added.name()))) {
        changed.add(relation);
      }
    }
    changed.add(added);
    return new Registry(number, changed, affected);
  }

  /**
   * The same registrations but for one.
   *
   * @param number the generation of the result
   * @param affected the scopes named as affected
   */
  public Registry without(long number, RegisteredRelation removed, List<String> affected) {
    List<RegisteredRelation> left = new ArrayList<>(relations);
    left.remove(removed);
    return new Registry(number, left, affected);
  }

  /** Its number, from 1. */
  public long generation() {
    return generation;
  }

  /** Synced tables and capture dependencies, in the order of their logical ids. */
  public List<RegisteredRelation> relations() {
    return relations;
  }

  /** The synced tables, in the order of their relations' logical ids. */
  public List<RegisteredRelation> tables() {
    List<RegisteredRelation> tables = new ArrayList<>();
    for (RegisteredRelation relation : relations) {
      if (relation.table().isPresent()) {
        tables.add(relation);
      }
    }
    return tables;
  }

  /** The scopes named as affected by the change that made this generation. */
  public List<String> affectedScopes() {
    return affectedScopes;
  }

  /** The relation with an OID. */
  public Optional<RegisteredRelation> byOid(long oid) {
    return Optional.ofNullable(byOid.get(oid));
  }

  /** The relation with a logical name, ignoring ASCII case. */
  public Optional<RegisteredRelation> byName(String name) {
    return Optional.ofNullable(byName.get(folded(name)));
  }
}
