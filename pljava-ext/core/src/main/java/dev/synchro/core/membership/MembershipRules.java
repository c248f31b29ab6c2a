package dev.synchro.core.membership;

import dev.synchro.core.error.BugException;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.MembershipDependency;
import dev.synchro.core.registry.MembershipFunction;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.scope.ScopeTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How rows are filed under one generation of the registry: the resolved templates of every table,
 * and for every relation the columns whose values lead from row to row.
 */
public final class MembershipRules {
  private final Map<Integer, RelationRules> relations = new HashMap<>();

  private MembershipRules() {}

  /** The rules of a validated generation. */
  public static MembershipRules of(Registry registry) {
    MembershipRules rules = new MembershipRules();
    for (RegisteredRelation relation : registry.relations()) {
      rules.relations.put(relation.relation(), new RelationRules(relation));
    }
    for (RegisteredRelation table : registry.tables()) {
      for (ScopeTemplate template : table.table().orElseThrow().templates()) {
        rules.add(resolve(registry, table, template));
      }
    }
    for (MembershipFunction function : registry.functions()) {
      rules.relations.get(function.relation()).function = Optional.of(function);
    }
    for (MembershipDependency dependency : registry.dependencies()) {
      rules.relations.get(dependency.dependency()).impacts.add(dependency);
    }
    return rules;
  }

  private static Walk resolve(Registry registry, RegisteredRelation table, ScopeTemplate template) {
    try {
      return Walk.resolve(registry, table, template);
    } catch (UnresolvedTemplate e) {
      throw new BugException("a registered scope template cannot be resolved", e);
    }
  }

  private void add(Walk walk) {
    of(walk.table()).walks.add(walk);
    for (Hop hop : walk.hops()) {
      of(hop.from()).edge(hop.value());
      RelationRules into = of(hop.to());
      into.referred = true;
      into.watch(hop.match());
      into.watch(hop.next());
      if (!hop.followsKey()) {
        into.edge(hop.match());
      }
    }
  }

  /** The rules of one relation of the generation. */
  public RelationRules of(RegisteredRelation relation) {
    return relations.get(relation.relation());
  }

  /** Every template that leads to other rows. */
  public List<Walk> walks() {
    List<Walk> walks = new ArrayList<>();
    for (RelationRules rules : relations.values()) {
      for (Walk walk : rules.walks) {
        if (!walk.hops().isEmpty()) {
          walks.add(walk);
        }
      }
    }
    return walks;
  }

  /** What is known of one relation. */
  public static final class RelationRules {
    private final RegisteredRelation relation;
    private final List<Walk> walks = new ArrayList<>();
    private final TreeMap<Integer, CapturedColumn> watched = new TreeMap<>();
    private final TreeMap<Integer, CapturedColumn> edges = new TreeMap<>();
    private final List<MembershipDependency> impacts = new ArrayList<>();
    private Optional<MembershipFunction> function = Optional.empty();
    private boolean referred;

    private RelationRules(RegisteredRelation relation) {
      this.relation = relation;
    }

    private void watch(CapturedColumn column) {
      watched.put(column.number(), column);
    }

    private void edge(CapturedColumn column) {
      edges.put(column.number(), column);
      watch(column);
    }

    public RegisteredRelation relation() {
      return relation;
    }

    /** The relation's own templates, resolved. */
    public List<Walk> walks() {
      return List.copyOf(walks);
    }

    /** Whether the scopes of its rows depend on other rows. */
    public boolean dependsOnOthers() {
      return function.isPresent() || walks.stream().anyMatch(walk -> !walk.hops().isEmpty());
    }

    /** The function that names the scopes of its rows; empty when templates do. */
    public Optional<MembershipFunction> function() {
      return function;
    }

    /** The impact functions that a change of its rows is shown to. */
    public List<MembershipDependency> impacts() {
      return List.copyOf(impacts);
    }

    /** Whether the scopes of other rows depend on its rows. */
    public boolean isReferred() {
      return referred;
    }

    /**
     * Whether its rows are filed only when every row of a materialization is stored: because other
     * rows tell where they belong, or because their changes share a position with other rows'.
     */
    public boolean isDeferred() {
      return referred || !impacts.isEmpty() || dependsOnOthers();
    }

    /** The columns whose values lead from row to row, in the order of their numbers. */
    public List<CapturedColumn> watched() {
      return List.copyOf(watched.values());
    }

    /** The place of a column among the watched ones. */
    public int placeOf(CapturedColumn column) {
      return watched.headMap(column.number()).size();
    }

    /** Those of them by whose value rows are looked up, in the order of their numbers. */
    public List<CapturedColumn> edges() {
      return List.copyOf(edges.values());
    }
  }
}
