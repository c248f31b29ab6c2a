package dev.synchro.backend.decide;

import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.ProjectionViewTable;
import dev.synchro.core.membership.UnresolvedTemplate;
import dev.synchro.core.membership.UnresolvedTemplate.Reason;
import dev.synchro.core.membership.Walk;
import dev.synchro.core.registry.MembershipDependency;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.scope.ScopeStep;
import dev.synchro.core.scope.ScopeTemplate;
import java.util.Optional;

/**
 * Whether every membership rule of a generation finds what it needs in that generation. Contract
 * 7.2 and 8.3.
 */
public final class MembershipChecks {
  private MembershipChecks() {}

  /**
   * Refuses a generation in which a template cannot be evaluated.
   *
   * @throws SqlRefusal with reason {@code undeclared_dependency} or {@code invalid_scope_template}
   */
  public static void check(Registry registry) {
    for (RegisteredRelation table : registry.tables()) {
      for (ScopeTemplate template : table.table().orElseThrow().templates()) {
        check(registry, table, template);
      }
    }
    for (MembershipDependency dependency : registry.dependencies()) {
      check(registry, dependency);
    }
  }

  private static void check(Registry registry, MembershipDependency dependency) {
    Optional<RegisteredRelation> read = registry.byNumber(dependency.dependency());
    if (read.isEmpty()) {
      throw undeclared(
          dependency.quotedName() + ": expected the relation it is told of, found another");
    }
    boolean synced = read.get().table().isPresent();
    if (synced == dependency.fieldIds().isEmpty()) {
      throw undeclared(
          synced
              ? "expected the fields of " + read.get().name() + " to pass, found none"
              : "expected no field ids for " + read.get().name() + ", found some");
    }
    for (String fieldId : dependency.fieldIds()) {
      boolean known =
          read.get().columns().stream()
              .flatMap(column -> column.field().stream())
              .anyMatch(field -> field.fieldId().equals(fieldId));
      if (!known) {
        throw undeclared("expected field ids of " + read.get().name() + ", found another");
      }
    }
  }

  /**
   * Refuses a generation that does not capture what a function reads.
   *
   * @throws SqlRefusal with reason {@code undeclared_dependency}
   */
  public static void check(Registry registry, ProjectionViewTable.Reading reading) {
    Optional<RegisteredRelation> read = reading.relation().flatMap(registry::byNumber);
    if (read.isEmpty()) {
      throw undeclared(
          reading.function()
              + ": expected views of registered relations, found synchro_projection."
              + reading.view());
    }
    for (String column : reading.columns()) {
      if (read.get().column(column).isEmpty()) {
        throw undeclared(
            reading.function()
                + ": expected captured columns in synchro_projection."
                + reading.view()
                + ", found "
                + column);
      }
    }
  }

  private static SqlRefusal undeclared(String message) {
    return SqlRefusal.invalidRegistration("undeclared_dependency", message)
        .withHint(
            "Keep what membership functions read registered, or register their tables with"
                + " another rule first.");
  }

  private static void check(Registry registry, RegisteredRelation table, ScopeTemplate template) {
    try {
      Walk.resolve(registry, table, template);
    } catch (UnresolvedTemplate e) {
      String message =
          "scope template " + template.text() + " of " + table.name() + ": " + e.getMessage();
      throw e.reason() == Reason.TYPE
          ? SqlRefusal.invalidRegistration("invalid_scope_template", message)
          : SqlRefusal.invalidRegistration("undeclared_dependency", message)
              .withHint(
                  "Register what it names first, as a table or with"
                      + " synchro.synchro_register_capture_dependency.");
    }
  }

  /**
   * Refuses to take out what another table's rule needs.
   *
   * @throws SqlRefusal with reason {@code dependency_in_use}
   */
  public static void checkUnused(Registry registry, RegisteredRelation relation) {
    for (RegisteredRelation table : registry.tables()) {
      if (table.relation() != relation.relation() && names(table, relation)) {
        throw SqlRefusal.invalidRegistration(
                "dependency_in_use",
                "expected no membership rule that needs "
                    + relation.name()
                    + ", found one of "
                    + table.name())
            .withHint("Register " + table.name() + " with other scopes first.");
      }
    }
    for (MembershipDependency dependency : registry.dependencies()) {
      boolean others = dependency.target() != relation.relation();
      if (others && dependency.dependency() == relation.relation()) {
        throw SqlRefusal.invalidRegistration(
            "dependency_in_use",
            "expected no membership dependency on "
                + relation.name()
                + ", found one with "
                + dependency.quotedName());
      }
    }
  }

  private static boolean names(RegisteredRelation table, RegisteredRelation relation) {
    for (ScopeTemplate template : table.table().orElseThrow().templates()) {
      for (ScopeStep step : template.steps()) {
        if (step.relation().equals(relation.name())) {
          return true;
        }
      }
    }
    return false;
  }
}
