package dev.synchro.backend.function;

import dev.synchro.backend.Synchro;
import dev.synchro.backend.decide.Access;
import dev.synchro.backend.decide.RegistrationArguments;
import dev.synchro.backend.decide.RegistrationStatements;
import dev.synchro.backend.decide.RelationChecks;
import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.facts.RelationFacts.ColumnFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.Catalogue;
import dev.synchro.backend.table.SettingTable;
import dev.synchro.core.registry.PushPolicy;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.Optional;

/** What the owner of a table has to run before the table can be registered. Contract 3.4. */
public final class RegistrationSqlFunction {
  private RegistrationSqlFunction() {}

  /**
   * Returns the statements that prepare a table for registration, in the order in which its owner
   * runs them. Statements that are already satisfied are left out. Raises 42704 for a table or
   * column that does not exist.
   */
  @SqlFunction(
      name = "synchro_registration_sql",
      profile = Synchro.APPLICATION_VALUES,
      executableBy = "synchro_operator")
  public static Iterator<String> registrationSql(
      @Parameter(name = "p_table_name") String tableName,
      @Parameter(name = "p_push_policy", defaultValue = "'enabled'") String pushPolicy,
      @Parameter(name = "p_publication", defaultValue = "NULL", nullable = true) String publication,
      @Parameter(name = "p_user_column", defaultValue = "NULL", nullable = true) String userColumn,
      @Parameter(name = "p_deleted_at_col", defaultValue = "'deleted_at'", nullable = true)
          String deletedAtColumn)
      throws SQLException {
    BackendSession session = BackendSession.open();
    try {
      PushPolicy policy = RegistrationArguments.pushPolicy(pushPolicy);
      RelationFacts relation =
          Catalogue.relation(
                  session,
                  RegistrationArguments.tableName(tableName),
                  RegistrationArguments.publication(publication, SettingTable.all(session)))
              .orElseThrow(RegistrationArguments::unknownRelation);
      RelationChecks checks = new RelationChecks(relation);
      checks.kind();
      checks.publicationExists();
      Access access =
          Access.of(
              policy,
              RegistrationArguments.existingDeletedAt(relation, deletedAtColumn).isPresent());
      Optional<ColumnFacts> user = RegistrationArguments.userColumn(relation, userColumn);
      return RegistrationStatements.of(relation, access, user).iterator();
    } catch (SqlRefusal refusal) {
      throw session.raise(refusal);
    }
  }
}
