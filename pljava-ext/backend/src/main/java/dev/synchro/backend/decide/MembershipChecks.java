package dev.synchro.backend.decide;

import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.core.membership.UnresolvedTemplate;
import dev.synchro.core.membership.UnresolvedTemplate.Reason;
import dev.synchro.core.membership.Walk;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.scope.ScopeStep;
import dev.synchro.core.scope.ScopeTemplate;

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
