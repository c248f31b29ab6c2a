package dev.synchro.backend.decide;

import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.facts.RelationFacts.ColumnFacts;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.core.registry.PushPolicy;
import dev.synchro.core.setting.Setting;
import java.util.Map;
import java.util.Optional;

/** What the arguments that name things of a registration mean. Contract 3.4 and 8.1. */
public final class RegistrationArguments {
  private static final String DEFAULT_DELETED_AT = "deleted_at";

  private RegistrationArguments() {}

  /** The push policy of an argument. */
  public static PushPolicy pushPolicy(String text) {
    return PushPolicy.find(Arguments.present(text, "p_push_policy"))
        .orElseThrow(
            () ->
                SqlRefusal.invalidRegistration(
                    "invalid_push_policy",
                    "expected push policy enabled or read_only, found neither"));
  }

  /** The relation of an argument: its schema is always named. */
  public static QualifiedName tableName(String text) {
    return QualifiedName.parse(Arguments.present(text, "p_table_name"))
        .orElseThrow(
            () ->
                SqlRefusal.invalidRegistration(
                    "ambiguous_physical_relation",
                    "expected a table as schema.name, found another form of name"));
  }

  /** The answer for a relation that is not there. */
  public static SqlRefusal unknownRelation() {
    return SqlRefusal.unknownObject("unknown_relation", "there is no relation of this name");
  }

  /** The answer of a registration for a relation that is not there. */
  public static SqlRefusal notOneRelation() {
    return SqlRefusal.invalidRegistration(
        "ambiguous_physical_relation", "expected exactly one relation of this name, found none");
  }

  /** The answer for a table that is not registered. */
  public static SqlRefusal unregisteredTable() {
    return SqlRefusal.unknownObject("unknown_table", "no table of this name is registered");
  }

  /** The publication of an argument, else the configured one. */
  public static String publication(String argument, Map<String, String> settings) {
    Optional<String> configured = Setting.PUBLICATION_NAME.in(settings);
    Optional<String> named = argument == null ? configured : Optional.of(argument);
    return named
        .filter(Setting.PUBLICATION_NAME::accepts)
        .orElseThrow(
            () ->
                SqlRefusal.invalidRegistration(
                    "publication_not_configured",
                    "expected the name of a publication of "
                        + Setting.PUBLICATION_NAME.expectation()
                        + ", found another text"));
  }

  /** The column that names a row's user, when one is given. */
  public static Optional<ColumnFacts> userColumn(RelationFacts relation, String name) {
    if (name == null) {
      return Optional.empty();
    }
    return Optional.of(column(relation, name));
  }

  /**
   * The column that marks deleted rows. None is meant by NULL, by an empty text, and by the default
   * name where the relation has no such column.
   */
  public static Optional<ColumnFacts> existingDeletedAt(RelationFacts relation, String name) {
    if (name == null || name.isEmpty()) {
      return Optional.empty();
    }
    if (name.equals(DEFAULT_DELETED_AT)) {
      return relation.column(name);
    }
    return Optional.of(column(relation, name));
  }

  private static ColumnFacts column(RelationFacts relation, String name) {
    return relation
        .column(name)
        .orElseThrow(
            () ->
                SqlRefusal.unknownObject(
                    "unknown_column", relation.quoted() + " has no column of this name"));
  }
}
