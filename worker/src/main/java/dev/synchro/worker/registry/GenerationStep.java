package dev.synchro.worker.registry;

import dev.synchro.core.membership.MembershipRules;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.SyncedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How one generation of the registry becomes a later one: which relations need their rows read
 * anew, which are only judged by other rules, which go. Pure. Contract 8.2.
 *
 * <p>Rows that are read anew are staged under a number no reader looks at: a new relation under its
 * own, since no scope holds a row of it yet, a changed one under the negative of its number.
 */
public final class GenerationStep {
  /** What a step does to one relation of the later generation. */
  public enum Part {
    /** Its rows and scopes stay. */
    SAME,
    /** Its rows stay; their state or scopes may change. */
    RULES,
    /** Other columns are captured: its rows are read anew. */
    SHAPE,
    /** It was not captured before: its rows are read for the first time. */
    ADDED
  }

  private final Registry before;
  private final Registry after;
  private final Map<Integer, Part> parts = new HashMap<>();
  private final Set<Integer> stagedOids = new HashSet<>();
  private final List<RegisteredRelation> removed = new ArrayList<>();

  private GenerationStep(Registry before, Registry after, boolean everything) {
    this.before = before;
    this.after = after;
    Map<Integer, RegisteredRelation> former = new HashMap<>();
    for (RegisteredRelation relation : before.relations()) {
      former.put(relation.relation(), relation);
    }
    for (RegisteredRelation relation : after.relations()) {
      Optional<RegisteredRelation> known = Optional.ofNullable(former.remove(relation.relation()));
      Part part = part(known, relation, everything);
      parts.put(relation.relation(), part);
      if (part == Part.SHAPE || part == Part.ADDED) {
        stagedOids.add((int) relation.oid());
      }
    }
    removed.addAll(former.values());
  }

  /** The step from the active generation to a later one. */
  public static GenerationStep between(Registry before, Registry after) {
    return new GenerationStep(before, after, false);
  }

  /** A step that reads the rows of every relation anew, as a stream reset does. */
  public static GenerationStep readingEverything(Registry before, Registry after) {
    return new GenerationStep(before, after, true);
  }

  private Part part(
      Optional<RegisteredRelation> known, RegisteredRelation relation, boolean everything) {
    if (known.isEmpty()) {
      return Part.ADDED;
    }
    if (everything || !sameColumns(known.get(), relation)) {
      return Part.SHAPE;
    }
    return sameRules(known.get(), relation) && sameFunction(relation) ? Part.SAME : Part.RULES;
  }

  /** Whether every stored row reads as it did. */
  private static boolean sameColumns(RegisteredRelation before, RegisteredRelation after) {
    if (before.columns().size() != after.columns().size()) {
      return false;
    }
    for (int i = 0; i < after.columns().size(); i++) {
      if (!sameColumn(before.columns().get(i), after.columns().get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameColumn(CapturedColumn before, CapturedColumn after) {
    return before.name().equals(after.name())
        && before.number() == after.number()
        && before.typeOid() == after.typeOid()
        && before.type().equals(after.type())
        && before
            .field()
            .map(field -> field.fieldId())
            .equals(after.field().map(field -> field.fieldId()));
  }

  private static boolean sameRules(RegisteredRelation before, RegisteredRelation after) {
    if (before.table().isEmpty() || after.table().isEmpty()) {
      return before.table().isEmpty() && after.table().isEmpty();
    }
    SyncedTable old = before.table().get();
    SyncedTable now = after.table().get();
    return old.templates().equals(now.templates())
        && old.composition() == now.composition()
        && old.maxScopeFanout() == now.maxScopeFanout()
        && old.life().equals(now.life());
  }

  /** Whether a table's rows are filed by the same function as before, if by any. */
  public boolean sameFunction(RegisteredRelation relation) {
    return before.function(relation).equals(after.function(relation));
  }

  /** The generation in force before. */
  public Registry before() {
    return before;
  }

  /** The generation in force afterwards. */
  public Registry after() {
    return after;
  }

  /** What happens to a relation of the later generation. */
  public Part part(RegisteredRelation relation) {
    return parts.get(relation.relation());
  }

  /** Relations of the earlier generation that the later one does not have. */
  public List<RegisteredRelation> removed() {
    return List.copyOf(removed);
  }

  /** Whether rows have to be read from the tables before the step can be taken. */
  public boolean needsData() {
    return !stagedOids.isEmpty();
  }

  /** Whether the rows of the relation with this OID are read anew. */
  public boolean stages(int oid) {
    return stagedOids.contains(oid);
  }

  /** Where the rows of a relation are until the step is taken. */
  public int stagedNumber(RegisteredRelation relation) {
    return part(relation) == Part.SHAPE ? -relation.relation() : relation.relation();
  }

  /** Where the rows that are read anew are staged. */
  public List<Integer> stagedNumbers() {
    List<Integer> numbers = new ArrayList<>();
    for (RegisteredRelation relation : staged().relations()) {
      numbers.add(relation.relation());
    }
    return numbers;
  }

  /** Numbers of the relations that were not captured before. */
  public List<Integer> addedNumbers() {
    List<Integer> numbers = new ArrayList<>();
    for (RegisteredRelation relation : after.relations()) {
      if (part(relation) == Part.ADDED) {
        numbers.add(relation.relation());
      }
    }
    return numbers;
  }

  /** The relations whose rows are read anew, under their staged numbers. */
  public Registry staged() {
    List<RegisteredRelation> relations = new ArrayList<>();
    for (RegisteredRelation relation : after.relations()) {
      if (stages((int) relation.oid())) {
        relations.add(inStage(relation));
      }
    }
    return new Registry(after.generation(), relations, List.of());
  }

  /**
   * The later generation, but for the relations read anew, which are as in {@link #staged}:
   * functions neither file their rows nor are told of them.
   */
  public Registry underWay() {
    List<RegisteredRelation> relations = new ArrayList<>();
    Set<Integer> stays = new HashSet<>();
    for (RegisteredRelation relation : after.relations()) {
      boolean staged = stages((int) relation.oid());
      relations.add(staged ? inStage(relation) : relation);
      if (!staged) {
        stays.add(relation.relation());
      }
    }
    return new Registry(
        after.generation(),
        relations,
        List.of(),
        after.functions().stream().filter(f -> stays.contains(f.relation())).toList(),
        after.dependencies().stream().filter(d -> stays.contains(d.dependency())).toList());
  }

  /** Scopes that depend on other rows are told when the step is taken. */
  private RegisteredRelation inStage(RegisteredRelation relation) {
    return MembershipRules.of(after).of(relation).isDeferred()
        ? relation.withoutScopes(stagedNumber(relation))
        : relation.numbered(stagedNumber(relation));
  }
}
