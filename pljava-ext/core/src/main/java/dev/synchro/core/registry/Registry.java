package dev.synchro.core.registry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One immutable generation of what is registered. Contract 8.2. */
public final class Registry {
  private final long generation;
  private final List<RegisteredRelation> relations;
  private final List<String> affectedScopes;
  private final List<MembershipFunction> functions;
  private final List<MembershipDependency> dependencies;
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
    this(generation, relations, affectedScopes, List.of(), List.of());
  }

  /**
   * A generation with rules that are functions.
   *
   * @param functions at most one for each table
   * @param dependencies what those functions read beside the row itself
   */
  public Registry(
      long generation,
      List<RegisteredRelation> relations,
      List<String> affectedScopes,
      List<MembershipFunction> functions,
      List<MembershipDependency> dependencies) {
    this.generation = generation;
    this.functions = List.copyOf(functions);
    this.dependencies = List.copyOf(dependencies);
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
    Set<Integer> gone = new HashSet<>();
    for (RegisteredRelation relation : relations) {
      if (!folded(relation.name()).equals(folded(added.name()))) {
        changed.add(relation);
      } else if (relation.relation() != added.relation()) {
        gone.add(relation.relation());
      }
    }
    changed.add(added);
    return new Registry(
        number,
        changed,
        affected,
        functions.stream().filter(f -> !gone.contains(f.relation())).toList(),
        dependencies.stream().filter(d -> !gone.contains(d.target())).toList());
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
    return new Registry(
        number,
        left,
        affected,
        functions.stream().filter(f -> f.relation() != removed.relation()).toList(),
        dependencies.stream()
            .filter(d -> d.target() != removed.relation() && d.dependency() != removed.relation())
            .toList());
  }

  /**
   * The same registrations with another membership function for a table, or with none. What the
   * function read before stays declared while the table has one.
   *
   * @param relation number in storage of the table
   */
  public Registry withFunction(int relation, Optional<MembershipFunction> function) {
    List<MembershipFunction> changed = new ArrayList<>();
    functions.stream().filter(known -> known.relation() != relation).forEach(changed::add);
    function.ifPresent(changed::add);
    changed.sort(Comparator.comparingInt(MembershipFunction::relation));
    List<MembershipDependency> kept = new ArrayList<>();
    dependencies.stream()
        .filter(known -> function.isPresent() || known.target() != relation)
        .forEach(kept::add);
    return new Registry(generation, relations, affectedScopes, changed, kept);
  }

  /** The same registrations under another number, with one more dependency of a function. */
  public Registry withDependency(long number, MembershipDependency added) {
    List<MembershipDependency> changed = new ArrayList<>();
    for (MembershipDependency known : dependencies) {
      if (known.dependency() != added.dependency() || known.target() != added.target()) {
        changed.add(known);
      }
    }
    changed.add(added);
    changed.sort(
        Comparator.comparingInt(MembershipDependency::target)
            .thenComparingInt(MembershipDependency::dependency));
    return new Registry(number, relations, affectedScopes, functions, changed);
  }

  /** The relation of a number in storage. */
  public Optional<RegisteredRelation> byNumber(int relation) {
    return relations.stream().filter(known -> known.relation() == relation).findFirst();
  }

  /** The membership functions, by the number of their table. */
  public List<MembershipFunction> functions() {
    return functions;
  }

  /** The membership function of a table; empty when templates name its rows' scopes. */
  public Optional<MembershipFunction> function(RegisteredRelation table) {
    return functions.stream().filter(f -> f.relation() == table.relation()).findFirst();
  }

  /** What membership functions read beside the row itself. */
  public List<MembershipDependency> dependencies() {
    return dependencies;
  }

  /** Whether another generation files rows by the same rules, whatever its number. */
  public boolean hasSameContent(Registry other) {
    return relations.equals(other.relations)
        && functions.equals(other.functions)
        && dependencies.equals(other.dependencies);
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
