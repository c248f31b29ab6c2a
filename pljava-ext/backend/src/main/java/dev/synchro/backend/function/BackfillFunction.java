package dev.synchro.backend.function;

import dev.synchro.backend.Synchro;
import dev.synchro.backend.decide.Arguments;
import dev.synchro.backend.decide.QualifiedName;
import dev.synchro.backend.decide.RegistrationArguments;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.BackfillQueries;
import dev.synchro.backend.table.BackfillQueries.Batch;
import dev.synchro.backend.table.BackfillQueries.Boundary;
import dev.synchro.backend.table.RegistryGenerationTable;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.limit.Limits;
import dev.synchro.core.membership.MembershipRules;
import dev.synchro.core.membership.MembershipRules.RelationRules;
import dev.synchro.core.registry.MembershipFunction;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.SyncedTable;
import dev.synchro.core.schema.Composition;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Repairs memberships that a rule does not explain. Contract 4.4. */
public final class BackfillFunction {
  private static final byte[] BEFORE_ALL_KEYS = {};

  private BackfillFunction() {}

  /**
   * Recomputes which scopes every row of one table, or of all, is in, and returns how much it saw.
   * Runs at the current boundary and keeps the worker waiting until its transaction ends. Members
   * that were right stay untouched; scopes whose members changed get a new membership generation.
   */
  @SqlFunction(
      name = "synchro_backfill_bucket_edges",
      returns = "json",
      profile = Synchro.APPLICATION_VALUES,
      executableBy = "synchro_operator")
  public static String backfill(
      @Parameter(name = "p_table_name", defaultValue = "NULL", nullable = true) String tableName,
      @Parameter(name = "p_batch_size", defaultValue = "1000") Long batchSize)
      throws SQLException {
    BackendSession session = BackendSession.open();
    try {
      long batch = Arguments.present(batchSize, "p_batch_size");
      if (batch < 1 || batch > Limits.MAX_BACKFILL_BATCH) {
        throw SqlRefusal.invalidLimit(
            "p_batch_size must be from 1 to " + Limits.MAX_BACKFILL_BATCH);
      }
      Boundary boundary =
          BackfillQueries.lock(session)
              .orElseThrow(
                  () ->
                      SqlRefusal.invalidState(
                          "capture_not_started",
                          "there is nothing to recompute before the worker"
                              + " has started capture"));
      Registry registry = RegistryGenerationTable.active(session).orElseThrow();
      return new Run(session, registry, boundary, batch).over(tables(registry, tableName));
    } catch (SqlRefusal refusal) {
      throw session.raise(refusal);
    }
  }

  private static List<RegisteredRelation> tables(Registry registry, String tableName) {
    if (tableName == null) {
      return registry.tables();
    }
    QualifiedName name = RegistrationArguments.tableName(tableName);
    return List.of(
        registry
            .byName(name.name())
            .filter(name::names)
            .filter(relation -> relation.table().isPresent())
            .orElseThrow(RegistrationArguments::unregisteredTable));
  }

  private static final class Run {
    private final BackendSession session;
    private final MembershipRules rules;
    private final Boundary boundary;
    private final long batchSize;
    private final Set<String> changedScopes = new TreeSet<>();
    private long records;
    private long edges;

    Run(BackendSession session, Registry registry, Boundary boundary, long batchSize) {
      this.session = session;
      this.rules = MembershipRules.of(registry);
      this.boundary = boundary;
      this.batchSize = batchSize;
    }

    String over(List<RegisteredRelation> tables) throws SQLException {
      for (RegisteredRelation table : tables) {
        recompute(table);
      }
      for (String scopeId : changedScopes) {
        BackfillQueries.renew(session, boundary, scopeId);
      }
      JsonObject summary =
          JsonObject.builder()
              .put("tables", (long) tables.size())
              .put("records", records)
              .put("edges", edges)
              .build();
      return new String(CanonicalJson.write(summary), StandardCharsets.UTF_8);
    }

    private void recompute(RegisteredRelation relation) throws SQLException {
      SyncedTable table = relation.table().orElseThrow();
      int fanout = table.composition() == Composition.SINGLE_SCOPE ? 1 : table.maxScopeFanout();
      RelationRules relationRules = rules.of(relation);
      Optional<MembershipFunction> function = relationRules.function();
      if (function.isPresent() && !BackfillQueries.isUnchanged(session, function.get())) {
        throw failed("the membership function of " + relation.name() + " was changed");
      }
      Optional<byte[]> last = Optional.of(BEFORE_ALL_KEYS);
      while (last.isPresent()) {
        Batch batch = BackfillQueries.next(session, relationRules, fanout, last.get(), batchSize);
        if (batch.tooMany()) {
          throw failed("a row of " + relation.name() + " is in more scopes than its table allows");
        }
        if (batch.invalid()) {
          throw failed("a row of " + relation.name() + " has no valid scope id");
        }
        records += batch.rows();
        edges += batch.members();
        BackfillQueries.apply(session, relationRules, boundary, batch.differences());
        batch.differences().forEach(difference -> changedScopes.add(difference.scopeId()));
        last = batch.lastKey();
      }
    }

    private static SqlRefusal failed(String message) {
      return SqlRefusal.invalidState("scope_evaluation_failed", message);
    }
  }
}
