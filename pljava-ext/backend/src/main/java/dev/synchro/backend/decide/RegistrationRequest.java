package dev.synchro.backend.decide;

import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.core.bytes.Utf8Order;
import dev.synchro.core.registry.PushPolicy;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.scope.InvalidScopeTemplate;
import dev.synchro.core.scope.ScopeTemplate;
import dev.synchro.core.setting.Setting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What a call asks to register, checked as far as the arguments alone can be. Contract 8.1.
 *
 * @param updatedAt name of the column, empty for none
 * @param deletedAt name of the column, empty for none
 * @param affectedScopes scope ids in the order of their octets, each once
 */
public record RegistrationRequest(
    QualifiedName table,
    Composition composition,
    String primaryKey,
    String updatedAt,
    String deletedAt,
    PushPolicy pushPolicy,
    List<String> excludeColumns,
    List<String> syncColumns,
    int maxScopeFanout,
    List<String> affectedScopes,
    List<ScopeTemplate> templates,
    Optional<QualifiedName> membershipFunction) {

  /** Checks the arguments of a call. */
  public static RegistrationRequest of(
      String tableName,
      String membershipFunction,
      String composition,
      String primaryKey,
      String updatedAt,
      String deletedAt,
      String pushPolicy,
      String[] excludeColumns,
      String[] syncColumns,
      Integer maxScopeFanout,
      String[] affectedScopes,
      String[] scopes,
      Map<String, String> settings) {
    return new RegistrationRequest(
        RegistrationArguments.tableName(tableName),
        composition(composition),
        Arguments.present(primaryKey, "p_pk_column"),
        updatedAt == null ? "" : updatedAt,
        deletedAt == null ? "" : deletedAt,
        RegistrationArguments.pushPolicy(pushPolicy),
        names(excludeColumns, "p_exclude_columns"),
        names(syncColumns, "p_sync_columns"),
        fanout(maxScopeFanout, settings),
        scopeIds(affectedScopes, "p_affected_scopes"),
        templates(scopes, membershipFunction),
        Optional.ofNullable(membershipFunction)
            .map(name -> FunctionChecks.name(name, "p_membership_function")));
  }

  /** The composition of an argument. */
  private static Composition composition(String text) {
    return Composition.find(Arguments.present(text, "p_composition"))
        .orElseThrow(
            () ->
                SqlRefusal.invalidRegistration(
                    "invalid_composition",
                    "expected composition single_scope or multi_scope, found neither"));
  }

  /** The distinct elements of an array without NULL, in their order. */
  private static List<String> names(String[] array, String parameter) {
    LinkedHashSet<String> names = new LinkedHashSet<>();
    for (String name : Arguments.present(array, parameter)) {
      names.add(Arguments.present(name, "each element of " + parameter));
    }
    return List.copyOf(names);
  }

  /** Scope ids in order, each once. */
  private static List<String> scopeIds(String[] array, String parameter) {
    TreeSet<String> scopeIds = new TreeSet<>(Utf8Order.INSTANCE);
    for (String scopeId : names(array, parameter)) {
      scopeIds.add(Arguments.scopeId(scopeId));
    }
    return List.copyOf(scopeIds);
  }

  /** The rules that say in which scopes a row is: exactly one of templates and function. */
  private static List<ScopeTemplate> templates(String[] texts, String membershipFunction) {
    List<String> distinct = names(texts, "p_scopes");
    if (distinct.isEmpty() == (membershipFunction == null)) {
      throw SqlRefusal.invalidRegistration(
          "invalid_membership_source",
          "expected either scope templates or a membership function, found "
              + (distinct.isEmpty() ? "neither" : "both"));
    }
    List<ScopeTemplate> templates = new ArrayList<>();
    for (String text : distinct) {
      templates.add(template(text));
    }
    return templates;
  }

  private static ScopeTemplate template(String text) {
    try {
      return ScopeTemplate.parse(text);
    } catch (InvalidScopeTemplate invalid) {
      throw SqlRefusal.invalidRegistration("invalid_scope_template", invalid.getMessage());
    }
  }

  /** A fanout within what the operator allows. */
  private static int fanout(Integer asked, Map<String, String> settings) {
    int fanout = Arguments.present(asked, "p_max_scope_fanout");
    long ceiling =
        Setting.MAX_SCOPE_FANOUT
            .number(settings)
            .orElseThrow(
                () ->
                    SqlRefusal.invalidRegistration(
                        "invalid_limit", "synchro.max_scope_fanout is not set to a number"));
    if (fanout < 1 || fanout > ceiling) {
      throw SqlRefusal.invalidRegistration(
          "invalid_limit",
          "expected p_max_scope_fanout from 1 to " + ceiling + ", found " + fanout);
    }
    return fanout;
  }
}
