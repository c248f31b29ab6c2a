package dev.synchro.core.catalogue;

import static dev.synchro.core.catalogue.CatalogueSection.entry;

import java.util.List;

/** Reasons for which a registration is refused. Contract 8.3. */
final class RegistrationReasons {
  private static final String WHILE_WRITING = "While a registration is being written.";
  private static final String AFTER_MIGRATION = "After a migration that went before it.";

  private RegistrationReasons() {}

  static CatalogueSection section() {
    return new CatalogueSection(
        "Reasons a registration is refused",
        "The `reason` in the detail of the SQL error. Nothing was registered.",
        List.of(
            entry(
                "unsupported_relation",
                "The relation is no ordinary or partitioned table of an application: a partition,"
                    + " an inheritance parent or child, unlogged, temporary, or synchro's own.",
                WHILE_WRITING,
                "Register the partitioned root, or move the rows into an ordinary table."),
            entry(
                "ambiguous_physical_relation",
                "The name has no schema in front, or is not the name of exactly one relation.",
                WHILE_WRITING,
                "Give the name with its schema, as `app.notes`."),
            entry(
                "duplicate_table_name",
                "Two tables, or two fields of one table, differ by ASCII case at most.",
                WHILE_WRITING,
                "Rename the table or the column."),
            entry(
                "reserved_name",
                "A name starts with `_synchro_`, `sqlite_` or `grdb_`, or holds a noncharacter.",
                WHILE_WRITING,
                "Rename the table or the column."),
            entry(
                "missing_primary_key",
                "The table has no primary key, or the named column is not its column.",
                WHILE_WRITING,
                "Add a primary key, or name its column."),
            entry(
                "composite_primary_key",
                "The primary key has more than one column.",
                WHILE_WRITING,
                "Add a key of one column, such as a UUID; keep the old one unique."),
            entry(
                "partial_primary_key",
                "A partial unique index stands where a primary key is needed.",
                WHILE_WRITING,
                "Make a primary key of it."),
            entry(
                "deferrable_primary_key",
                "The primary key is deferrable.",
                WHILE_WRITING,
                "Make it NOT DEFERRABLE."),
            entry(
                "nullable_primary_key",
                "A unique column that may be null stands where a primary key is needed.",
                WHILE_WRITING,
                "Make a primary key of it."),
            entry(
                "unsupported_primary_key_type",
                "The key's type cannot identify a row on every device.",
                WHILE_WRITING,
                "Use text, a UUID or an integer type; contract 2.6 lists all."),
            entry(
                "unsupported_type",
                "A column's type has no portable form.",
                WHILE_WRITING,
                "Leave the column out, or store the value in a type of contract 2.6."),
            entry(
                "unsupported_generated_column",
                "A virtual generated column was named.",
                WHILE_WRITING,
                "Leave it out, or make it STORED."),
            entry(
                "unsupported_replica_identity",
                "The replica identity is neither DEFAULT nor FULL.",
                AFTER_MIGRATION,
                "ALTER TABLE ... REPLICA IDENTITY DEFAULT."),
            entry(
                "unknown_column",
                "A named column does not exist.",
                WHILE_WRITING,
                "Correct the name; names are matched exactly."),
            entry(
                "conflicting_column_lists",
                "Columns to sync and columns to leave out were both given.",
                WHILE_WRITING,
                "Give one of the two lists."),
            entry(
                "missing_required_column",
                "The key or a lifecycle column is left out.",
                WHILE_WRITING,
                "Include the key and the lifecycle columns that exist."),
            entry(
                "invalid_lifecycle_column",
                "A lifecycle column is not synced or holds no point in time.",
                WHILE_WRITING,
                "Name a synced column of type timestamptz or timestamp."),
            entry(
                "invalid_composition",
                "The composition is neither `single_scope` nor `multi_scope`.",
                WHILE_WRITING,
                "Use one of the two."),
            entry(
                "invalid_push_policy",
                "The push policy is none of the known ones.",
                WHILE_WRITING,
                "Use `enabled` or `read_only`; a capture dependency takes the latter only."),
            entry(
                "invalid_membership_source",
                "There must be templates or a membership function, and exactly one of them.",
                WHILE_WRITING,
                "Give `p_scopes` or `p_membership_function`."),
            entry(
                "invalid_scope_template",
                "A scope template cannot be read, or compares columns that cannot be compared.",
                WHILE_WRITING,
                "Correct it by contract 7.2."),
            entry(
                "invalid_scope_function",
                "The function has another signature, owner or safety than a scope function needs.",
                WHILE_WRITING,
                "Correct it by contract 7.3 or 7.6."),
            entry(
                "undeclared_dependency",
                "A template or function reads a relation or column that is not captured.",
                WHILE_WRITING,
                "Register that relation first, as a table or as a capture dependency."),
            entry(
                "dependency_in_use",
                "A template or dependency of another table needs what is to be taken out.",
                "When tables are taken out in the wrong order.",
                "Register the other table without it first."),
            entry(
                "last_synced_table",
                "The last synced table cannot be taken out.",
                "When an installation is wound up.",
                "Keep one table, or drop the extension."),
            entry(
                "affected_scopes_not_allowed",
                "`p_affected_scopes` came without a change of the membership rule.",
                WHILE_WRITING,
                "Leave it out."),
            entry(
                "invalid_limit",
                "A fan-out or impact limit is out of its range.",
                WHILE_WRITING,
                "Use a value of contract 15."),
            entry(
                "publication_not_configured",
                "The configured publication does not exist, or none is configured.",
                "On a new installation.",
                "Create the publication as the migration role and configure its name."),
            entry(
                "publication_mismatch",
                "The publication's options or members are not those of the registry.",
                AFTER_MIGRATION,
                "Run the statements of `synchro_registration_sql` as the migration role."),
            entry(
                "missing_privilege",
                "A grant is missing that the registration needs.",
                AFTER_MIGRATION,
                "Run the statements of `synchro_registration_sql` as the migration role."),
            entry(
                "excess_privilege",
                "The role synchro_owner may do more with the table than its policy needs.",
                "After a policy became stricter.",
                "Revoke what the message names."),
            entry(
                "row_security_invalid",
                "Row security hides rows from capture, or does not protect what it should.",
                AFTER_MIGRATION,
                "Run the statements of `synchro_registration_sql`; see contract 3.4.")));
  }
}
