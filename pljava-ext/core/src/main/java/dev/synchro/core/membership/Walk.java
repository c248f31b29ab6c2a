package dev.synchro.core.membership;

import dev.synchro.core.membership.UnresolvedTemplate.Reason;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.scope.ScopeStep;
import dev.synchro.core.scope.ScopeTemplate;
import dev.synchro.core.value.PortableType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A scope template of one table, with every name in it resolved in one generation of the registry.
 *
 * @param table the table whose rows the template files
 * @param start the column where the path starts; absent for a literal
 * @param hops the steps of the path into other relations, in order
 */
public record Walk(
    RegisteredRelation table,
    ScopeTemplate template,
    Optional<CapturedColumn> start,
    List<Hop> hops) {
  public Walk {
    hops = List.copyOf(hops);
  }

  /**
   * Resolves a template.
   *
   * @throws UnresolvedTemplate when it names what is not captured, or compares what cannot be
   *     compared
   */
  public static Walk resolve(Registry registry, RegisteredRelation table, ScopeTemplate template)
      throws UnresolvedTemplate {
    if (template.column().isEmpty()) {
      return new Walk(table, template, Optional.empty(), List.of());
    }
    CapturedColumn start = column(table, template.column().get());
    List<Hop> hops = new ArrayList<>();
    RegisteredRelation from = table;
    CapturedColumn value = start;
    for (ScopeStep step : template.steps()) {
      RegisteredRelation to = relation(registry, step.relation());
      CapturedColumn match =
          step.matchColumn().isPresent() ? column(to, step.matchColumn().get()) : to.key();
      requireComparable(from, value, to, match);
      Hop hop = new Hop(from, value, to, match, column(to, step.column()));
      hops.add(hop);
      from = to;
      value = hop.next();
    }
    requireText(from, value);
    return new Walk(table, template, Optional.of(start), hops);
  }

  private static RegisteredRelation relation(Registry registry, String name)
      throws UnresolvedTemplate {
    return registry
        .byName(name)
        .filter(found -> found.name().equals(name))
        .orElseThrow(
            () ->
                new UnresolvedTemplate(
                    Reason.NOT_CAPTURED, "expected a registered relation, found " + name));
  }

  private static CapturedColumn column(RegisteredRelation relation, String name)
      throws UnresolvedTemplate {
    return relation
        .column(name)
        .orElseThrow(
            () ->
                new UnresolvedTemplate(
                    Reason.NOT_CAPTURED,
                    "expected a captured column of " + relation.name() + ", found " + name));
  }

  /** Strings compare with strings and integers with integers. */
  private static void requireComparable(
      RegisteredRelation from, CapturedColumn value, RegisteredRelation to, CapturedColumn match)
      throws UnresolvedTemplate {
    requireText(from, value);
    requireText(to, match);
    if (isString(value) != isString(match)) {
      throw new UnresolvedTemplate(
          Reason.TYPE,
          "expected two strings or two integers to compare, found "
              + described(from, value)
              + " and "
              + described(to, match));
    }
  }

  private static void requireText(RegisteredRelation relation, CapturedColumn column)
      throws UnresolvedTemplate {
    if (!column.type().portableType().isKeyType()) {
      throw new UnresolvedTemplate(
          Reason.TYPE,
          "expected a column that maps to string, int or int64, found "
              + described(relation, column));
    }
  }

  private static boolean isString(CapturedColumn column) {
    return column.type().portableType() == PortableType.STRING;
  }

  private static String described(RegisteredRelation relation, CapturedColumn column) {
    return relation.name()
        + "."
        + column.name()
        + " of portable type "
        + column.type().portableType().wireName();
  }
}
