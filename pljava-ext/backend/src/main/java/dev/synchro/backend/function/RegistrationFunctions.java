package dev.synchro.backend.function;

import dev.synchro.backend.Synchro;
import dev.synchro.backend.decide.DependencyOfFunction;
import dev.synchro.backend.decide.DependencyVerdict;
import dev.synchro.backend.decide.FunctionChecks;
import dev.synchro.backend.decide.GenerationPlan;
import dev.synchro.backend.decide.MembershipChecks;
import dev.synchro.backend.decide.QualifiedName;
import dev.synchro.backend.decide.RegistrationArguments;
import dev.synchro.backend.decide.RegistrationRequest;
import dev.synchro.backend.decide.RegistrationVerdict;
import dev.synchro.backend.facts.FunctionFacts;
import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.AssignmentFunctionTable;
import dev.synchro.backend.table.Catalogue;
import dev.synchro.backend.table.ProjectionViewTable;
import dev.synchro.backend.table.RegistryGenerationTable;
import dev.synchro.backend.table.RegistryGenerationTable.Stored;
import dev.synchro.backend.table.RelationTable;
import dev.synchro.backend.table.SettingTable;
import dev.synchro.core.registry.MembershipFunction;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is synchronized. Contract 8.2. */
public final class RegistrationFunctions {
  private RegistrationFunctions() {}

  /**
   * Registers a table for synchronization, or registers it anew with other parameters. Calls in one
   * transaction form one generation of the registry, which takes effect when the worker activates
   * it; the same content again changes nothing. Raises 22023 with the reasons of contract 8.3.
   */
  @SqlFunction(
      name = "synchro_register_table",
      profile = Synchro.APPLICATION_VALUES,
      executableBy = "synchro_operator")
  public static void registerTable(
      @Parameter(name = "p_table_name") String tableName,
      @Parameter(name = "p_membership_function", nullable = true) String membershipFunction,
      @Parameter(name = "p_composition") String composition,
      @Parameter(name = "p_pk_column", defaultValue = "'id'") String primaryKey,
      @Parameter(name = "p_updated_at_col", defaultValue = "'updated_at'", nullable = true)
          String updatedAt,
      @Parameter(name = "p_deleted_at_col", defaultValue = "'deleted_at'", nullable = true)
          String deletedAt,
      @Parameter(name = "p_push_policy", defaultValue = "'enabled'") String pushPolicy,
      @Parameter(name = "p_exclude_columns", defaultValue = "'{}'") String[] excludeColumns,
      @Parameter(name = "p_sync_columns", defaultValue = "'{}'") String[] syncColumns,
      @Parameter(name = "p_max_scope_fanout", defaultValue = "8") Integer maxScopeFanout,
      @Parameter(name = "p_affected_scopes", defaultValue = "'{}'") String[] affectedScopes,
      @Parameter(name = "p_scopes", defaultValue = "'{}'") String[] scopes)
      throws SQLException {
    BackendSession session = BackendSession.open();
    try {
      Map<String, String> settings = SettingTable.all(session);
      RegistrationRequest request =
          RegistrationRequest.of(
              tableName,
              membershipFunction,
              composition,
              primaryKey,
              updatedAt,
              deletedAt,
              pushPolicy,
              excludeColumns,
              syncColumns,
              maxScopeFanout,
              affectedScopes,
              scopes,
              settings);
      register(session, request, settings);
    } catch (SqlRefusal refusal) {
      throw session.raise(refusal);
    }
  }

  private static void register(
      BackendSession session, RegistrationRequest request, Map<String, String> settings)
      throws SQLException {
    RegistryGenerationTable.lock(session);
    RelationFacts relation =
        Catalogue.relation(
                session, request.table(), RegistrationArguments.publication(null, settings))
            .orElseThrow(RegistrationArguments::notOneRelation);
    Optional<Stored> newest = RegistryGenerationTable.newest(session);
    RegisteredRelation decided =
        RegistrationVerdict.decide(
            request,
            relation,
            newest.map(Stored::registry),
            RelationTable.freshIds(
                session, relation.columns().size() + relation.indexes().size() + 2));
    RegisteredRelation numbered = RelationTable.numbered(session, decided);
    Optional<MembershipFunction> function = Optional.empty();
    if (request.membershipFunction().isPresent()) {
      function =
          Optional.of(
              membershipFunction(session, request.membershipFunction().get(), relation, numbered));
      if (newest.flatMap(stored -> stored.registry().function(numbered)).equals(function)) {
        RegistrationVerdict.refuseAffectedScopes(request);
      }
    }
    run(session, GenerationPlan.of(newest, numbered, function, request.affectedScopes()));
  }

  private static MembershipFunction membershipFunction(
      BackendSession session,
      QualifiedName name,
      RelationFacts relation,
      RegisteredRelation registered)
      throws SQLException {
    FunctionFacts function = AssignmentFunctionTable.one(session, name);
    String keyType = AssignmentFunctionTable.columnType(session, relation, registered.key());
    FunctionChecks.membership(function, keyType);
    return new MembershipFunction(
        registered.relation(), function.oid(), function.quoted(), keyType, function.fingerprint());
  }

  /**
   * Says which rows of a table a change in another registered relation reaches, for a table whose
   * membership function reads that relation. Raises 22023 with the reasons of contract 8.3.
   */
  @SqlFunction(
      name = "synchro_register_membership_dependency",
      profile = Synchro.APPLICATION_VALUES,
      executableBy = "synchro_operator",
      requires = "synchro_row_ref")
  public static void registerMembershipDependency(
      @Parameter(name = "p_dependency_table_name") String dependencyName,
      @Parameter(name = "p_target_table_name") String targetName,
      @Parameter(name = "p_impact_function") String impactFunction,
      @Parameter(name = "p_dependency_field_ids") String[] fieldIds,
      @Parameter(name = "p_max_impact_rows", defaultValue = "1000") int maxRows)
      throws SQLException {
    BackendSession session = BackendSession.open();
    try {
      RegistryGenerationTable.lock(session);
      Stored newest =
          RegistryGenerationTable.newest(session)
              .orElseThrow(RegistrationArguments::unregisteredTable);
      FunctionFacts function =
          AssignmentFunctionTable.one(
              session, FunctionChecks.name(impactFunction, "p_impact_function"));
      FunctionChecks.impact(function);
      run(
          session,
          GenerationPlan.of(
              newest,
              DependencyOfFunction.decide(
                  newest.registry(),
                  RegistrationArguments.tableName(dependencyName),
                  RegistrationArguments.tableName(targetName),
                  function,
                  fieldIds,
                  maxRows,
                  SettingTable.all(session))));
    } catch (SqlRefusal refusal) {
      throw session.raise(refusal);
    }
  }

  /**
   * Captures columns of a relation that clients never see, for scope templates and membership
   * functions to read. Raises 22023 with the reasons of contract 8.3.
   */
  @SqlFunction(
      name = "synchro_register_capture_dependency",
      profile = Synchro.APPLICATION_VALUES,
      executableBy = "synchro_operator")
  public static void registerCaptureDependency(
      @Parameter(name = "p_relation_name") String relationName,
      @Parameter(name = "p_capture_key_columns") String[] keyColumns,
      @Parameter(name = "p_captured_columns") String[] capturedColumns)
      throws SQLException {
    BackendSession session = BackendSession.open();
    try {
      QualifiedName name = RegistrationArguments.tableName(relationName);
      RegistryGenerationTable.lock(session);
      RelationFacts relation =
          Catalogue.relation(
                  session, name, RegistrationArguments.publication(null, SettingTable.all(session)))
              .orElseThrow(RegistrationArguments::notOneRelation);
      Optional<Stored> newest = RegistryGenerationTable.newest(session);
      RegisteredRelation decided =
          DependencyVerdict.decide(
              relation,
              keyColumns,
              capturedColumns,
              newest.map(Stored::registry),
              RelationTable.freshIds(session, 1));
      run(session, GenerationPlan.of(newest, RelationTable.numbered(session, decided), List.of()));
    } catch (SqlRefusal refusal) {
      throw session.raise(refusal);
    }
  }

  /**
   * Takes a table out of synchronization. Raises 42704 for a table that is not registered and 22023
   * for the last one.
   */
  @SqlFunction(
      name = "synchro_unregister_table",
      profile = Synchro.APPLICATION_VALUES,
      executableBy = "synchro_operator")
  public static void unregisterTable(@Parameter(name = "p_table_name") String tableName)
      throws SQLException {
    BackendSession session = BackendSession.open();
    try {
      QualifiedName table = RegistrationArguments.tableName(tableName);
      RegistryGenerationTable.lock(session);
      Stored newest =
          RegistryGenerationTable.newest(session)
              .orElseThrow(RegistrationArguments::unregisteredTable);
      RegisteredRelation relation =
          newest
              .registry()
              .byName(table.name())
              .filter(table::names)
              .orElseThrow(RegistrationArguments::unregisteredTable);
      MembershipChecks.checkUnused(newest.registry(), relation);
      run(session, GenerationPlan.without(newest, relation));
    } catch (SqlRefusal refusal) {
      throw session.raise(refusal);
    }
  }

  private static void run(BackendSession session, GenerationPlan plan) throws SQLException {
    Registry registry = plan.registry();
    MembershipChecks.check(registry);
    if (!registry.functions().isEmpty()) {
      for (ProjectionViewTable.Reading reading : ProjectionViewTable.readings(session, registry)) {
        MembershipChecks.check(registry, reading);
      }
    }
    switch (plan.action()) {
      case NOTHING -> {}
      case REPLACE -> RegistryGenerationTable.replace(session, plan.registry());
      case ADD -> RegistryGenerationTable.add(session, plan.registry());
    }
  }
}
