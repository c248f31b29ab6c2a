package dev.synchro.backend.decide;

import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.RegistryGenerationTable.Stored;
import dev.synchro.core.bytes.Utf8Order;
import dev.synchro.core.registry.MembershipDependency;
import dev.synchro.core.registry.MembershipFunction;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What becomes of the generations when a relation is registered: calls in one transaction share a
 * generation, and the same content again makes none. Contract 8.2.
 */
public record GenerationPlan(Action action, Registry registry) {
  /** What to do with the registry. */
  public enum Action {
    /** It holds this content already. */
    NOTHING,
    /** It takes the place of the generation that this transaction made. */
    REPLACE,
    /** It becomes a new generation. */
    ADD
  }

  /** The plan for a registered relation whose rows no function files. */
  public static GenerationPlan of(
      Optional<Stored> newest, RegisteredRelation relation, List<String> affectedScopes) {
    return of(newest, relation, Optional.empty(), affectedScopes);
  }

  /** The plan for a registered relation. */
  public static GenerationPlan of(
      Optional<Stored> newest,
      RegisteredRelation relation,
      Optional<MembershipFunction> function,
      List<String> affectedScopes) {
    if (newest.isEmpty()) {
      return new GenerationPlan(
          Action.ADD,
          new Registry(1, List.of(relation), affectedScopes)
              .withFunction(relation.relation(), function));
    }
    Stored stored = newest.get();
    Registry known = stored.registry();
    Registry same =
        known
            .with(known.generation(), relation, known.affectedScopes())
            .withFunction(relation.relation(), function);
    boolean noNewScopes = known.affectedScopes().containsAll(affectedScopes);
    if (noNewScopes && known.hasSameContent(same)) {
      return new GenerationPlan(Action.NOTHING, known);
    }
    if (stored.ours()) {
      return new GenerationPlan(
          Action.REPLACE,
          known
              .with(known.generation(), relation, union(known.affectedScopes(), affectedScopes))
              .withFunction(relation.relation(), function));
    }
    return new GenerationPlan(
        Action.ADD,
        known
            .with(known.generation() + 1, relation, affectedScopes)
            .withFunction(relation.relation(), function));
  }

  /** The plan for what a membership function reads beside its own rows. */
  public static GenerationPlan of(Stored newest, MembershipDependency dependency) {
    Registry known = newest.registry();
    Registry same = known.withDependency(known.generation(), dependency);
    if (known.hasSameContent(same)) {
      return new GenerationPlan(Action.NOTHING, known);
    }
    return newest.ours()
        ? new GenerationPlan(Action.REPLACE, same)
        : new GenerationPlan(Action.ADD, known.withDependency(known.generation() + 1, dependency));
  }

  /**
   * The plan for taking a relation out.
   *
   * @throws SqlRefusal when it is the last synced table
   */
  public static GenerationPlan without(Stored newest, RegisteredRelation relation) {
    Registry known = newest.registry();
    boolean last = relation.table().isPresent() && known.tables().size() == 1;
    if (last) {
      throw SqlRefusal.invalidRegistration(
          "last_synced_table",
          "expected another synced table beside " + relation.name() + ", found none");
    }
    return newest.ours()
        ? new GenerationPlan(
            Action.REPLACE, known.without(known.generation(), relation, known.affectedScopes()))
        : new GenerationPlan(
            Action.ADD, known.without(known.generation() + 1, relation, List.of()));
  }

  private static List<String> union(List<String> some, List<String> others) {
    TreeSet<String> all = new TreeSet<>(Utf8Order.INSTANCE);
    all.addAll(some);
    all.addAll(others);
    return List.copyOf(all);
  }
}
