package dev.synchro.backend.decide;

import dev.synchro.backend.facts.FunctionFacts;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.core.registry.MembershipDependency;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.setting.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the registration of a membership dependency comes to. Contract 7.5 and 8.3. */
public final class DependencyOfFunction {
  private DependencyOfFunction() {}

  /**
   * The dependency as it will be registered. Its fields are checked with the whole generation.
   *
   * @throws SqlRefusal with a reason of contract 8.3
   */
  public static MembershipDependency decide(
      Registry registry,
      QualifiedName dependencyName,
      QualifiedName targetName,
      FunctionFacts function,
      String[] fieldIds,
      long maxRows,
      Map<String, String> settings) {
    RegisteredRelation dependency = registered(registry, dependencyName);
    RegisteredRelation target = registered(registry, targetName);
    if (registry.function(target).isEmpty()) {
      throw SqlRefusal.invalidRegistration(
          "invalid_membership_source",
          "expected a table with a membership function, found " + target.name() + " that has none");
    }
    long ceiling =
        Setting.MAX_IMPACT_ROWS
            .number(settings)
            .orElseThrow(
                () ->
                    SqlRefusal.invalidRegistration(
                        "invalid_limit", "synchro.max_impact_rows is not set to a number"));
    if (maxRows < 1 || maxRows > ceiling) {
      throw SqlRefusal.invalidRegistration(
          "invalid_limit",
          "expected p_max_impact_rows from 1 to " + ceiling + ", found " + maxRows);
    }
    return new MembershipDependency(
        dependency.relation(),
        target.relation(),
        function.oid(),
        function.quoted(),
        fields(fieldIds),
        maxRows,
        function.fingerprint());
  }

  private static RegisteredRelation registered(Registry registry, QualifiedName name) {
    return registry
        .byName(name.name())
        .filter(name::names)
        .orElseThrow(
            () ->
                SqlRefusal.invalidRegistration(
                    "undeclared_dependency",
                    "expected a registered relation, found "
                        + name.schema()
                        + "."
                        + name.name()
                        + " that is not"));
  }

  private static List<String> fields(String[] fieldIds) {
    List<String> wanted = new ArrayList<>();
    for (String fieldId : Arguments.present(fieldIds, "p_dependency_field_ids")) {
      wanted.add(Arguments.present(fieldId, "each element of p_dependency_field_ids"));
    }
    return wanted;
  }
}
