package dev.synchro.worker.store;

import dev.synchro.core.membership.MembershipRules;
import dev.synchro.core.position.Lsn;
import dev.synchro.core.registry.EvolutionClass;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.SyncedTable;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.worker.fault.FaultPoint;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RelationPlans;
import dev.synchro.worker.registry.GenerationStep;
import dev.synchro.worker.registry.GenerationStep.Part;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Takes a step from one generation of the registry to a later one, in the transaction of a
 * materialization that ends at the same boundary: everything becomes visible by its one commit, and
 * readers see the old state until then. Contract 8.2, 8.5, 9.7.
 */
public final class Activation {
  private final ProjectionStore store;
  private final StoreSession session;
  private final GenerationStep step;
  private final SchemaManifest parent;
  private final long materializedLsn;
  private final StagedSchema schema;
  private SchemaHash stagedHash;
  private SchemaManifest published;
  private EntryWrites.Place place = EntryWrites.Place.START;
  private boolean fresh;
  private boolean hasReplayed;
  private final ScopeNumbers affected = new ScopeNumbers();
  private final ScopeNumbers renewed = new ScopeNumbers();

  /** Relations whose rows are where they belong and filed. */
  private final Set<Integer> settled = new HashSet<>();

  /** Those of them of which some row entered or left a scope. */
  private final Set<Integer> reassigned = new HashSet<>();

  /**
   * Prepares the step.
   *
   * @param store not used for anything else: what it remembers does not outlive the step
   * @param parent the manifest in force
   * @param materializedLsn commit LSN of the last transaction materialized before; unsigned
   */
  public Activation(
      ProjectionStore store, GenerationStep step, SchemaManifest parent, long materializedLsn) {
    this.store = store;
    this.session = store.session();
    this.step = step;
    this.parent = parent;
    this.published = parent;
    this.materializedLsn = materializedLsn;
    this.schema = new StagedSchema(step, parent);
    this.stagedHash = parent.hash();
  }

  /** How events are to be filed that are part of the activation. */
  public RelationPlans plansUnderWay() throws SQLException {
    stagedHash = schema.find(session);
    List<Integer> filed = store.filedAhead().isPresent() ? step.addedNumbers() : List.of();
    return RelationPlans.staging(
        step.underWay(), parent.hash(), step.stagedNumbers(), filed, stagedHash);
  }

  /**
   * Takes the step and commits.
   *
   * @param replayed holds every event of the activation
   * @return how far the step reached
   */
  public EvolutionClass commit(Materialization replayed, Boundary boundary) throws SQLException {
    replayed.settle();
    hasReplayed = true;
    return commit(boundary);
  }

  /**
   * Takes the step and commits, when no event is part of the activation.
   *
   * @return how far the step reached
   */
  public EvolutionClass commit(Boundary boundary) throws SQLException {
    EvolutionClass reached = bringOver(EntryWrites.Place.at(boundary), false);
    advance(boundary);
    if (step.needsData()) {
      OperationStore.advance(session, "activated", null, 0);
    }
    // What a registration was needed for is filed now.
    session.statement(Statement.REPAIR_EVALUATION_POISON).executeUpdate();
    commit();
    return reached;
  }

  private void commit() throws SQLException {
    FaultPoint.BEFORE_ACTIVATION_COMMIT.reached();
    session.commit();
    store.committed();
    FaultPoint.OPERATION_ACTIVATED.reached();
  }

  /**
   * Begins another stream generation with what is staged, and commits. Contract 9.7.
   *
   * @param candidate the slot that the stream goes on with
   * @param former the slot that is not needed any more
   */
  public EvolutionClass commitReset(
      String candidate, String former, long consistentPoint, ServerIdentity server)
      throws SQLException {
    for (Statement change :
        new Statement[] {
          Statement.FORGET_ENTRIES,
          Statement.FORGET_CHECKPOINTS,
          Statement.FORGET_REBUILDS,
          Statement.FORGET_SNAPSHOTS,
          Statement.RENEW_RETENTION,
          Statement.TAKE_STAGED_EPOCHS,
          Statement.FORGET_STAGED_EPOCHS,
          Statement.RESET_POISON,
          Statement.RESET_FAULTS
        }) {
      session.statement(change).executeUpdate();
    }
    EvolutionClass reached = bringOver(EntryWrites.Place.START, true);
    session.statement(Statement.FORGET_POSITIONS).executeUpdate();
    resetProgress(candidate, consistentPoint, server);
    OperationStore.advance(session, "activated", former, consistentPoint);
    commit();
    return reached;
  }

  private void resetProgress(String slot, long consistentPoint, ServerIdentity server)
      throws SQLException {
    String lsn = new Lsn(consistentPoint).postgres();
    PreparedStatement statement = session.statement(Statement.RESET_PROGRESS);
    statement.setString(1, lsn);
    statement.setString(2, slot);
    statement.setString(3, lsn);
    statement.setString(4, lsn);
    statement.setLong(5, step.after().generation());
    statement.setLong(6, published.version());
    statement.setString(7, server.systemIdentifier());
    statement.setLong(8, server.databaseOid());
    statement.setLong(9, server.timeline());
    statement.setLong(10, store.epoch());
    if (statement.executeUpdate() != 1) {
      throw ProgressStore.replaced();
    }
  }

  private EvolutionClass bringOver(EntryWrites.Place unmoved, boolean everything)
      throws SQLException {
    place = unmoved;
    fresh = everything;
    for (RegisteredRelation relation : step.removed()) {
      remove(relation);
    }
    evaluateDeferred();
    EvolutionClass reached = EvolutionClass.between(step.before(), step.after(), rows());
    published = schema.manifest(reached);
    RelationPlans plans = new RelationPlans(step.after(), published.hash());
    List<RegisteredRelation> changed = changedFor(reached);
    noteScopes(changed);
    bringOver(plans);
    noteScopes(changed);
    if (reached == EvolutionClass.CLASS_1 && !step.needsData() && renewed.isEmpty()) {
      store.digests().write(plans);
    } else {
      store.digests().writeAll(plans);
    }
    publish(reached);
    activateRegistry();
    return reached;
  }

  /**
   * Rows whose scopes depend on other rows are judged together, once all rows are where they
   * belong; what they are digested under does not matter yet.
   */
  private void evaluateDeferred() throws SQLException {
    RelationPlans plans = new RelationPlans(step.after(), parent.hash());
    MembershipRules before = MembershipRules.of(step.before());
    for (RelationPlan plan : plans.all()) {
      if (isDeferred(plan) && step.part(plan.relation()) == Part.SHAPE) {
        staged(plan).move();
        settled.add(plan.number());
      }
    }
    for (RelationPlan plan : plans.all()) {
      if (!sameEdges(plan, before)) {
        judged(plan).rewriteEdges();
      }
    }
    MembershipEvaluation membership = new MembershipEvaluation(store, plans, new EffectNumbers());
    for (RelationPlan plan : plans.all()) {
      if (isDeferred(plan) && plan.isSynced()) {
        int known = membership.changedScopes().size();
        membership.reevaluateFiled(plan, fresh, materializedLsn, place);
        if (membership.changedScopes().size() != known) {
          reassigned.add(plan.number());
        }
        settled.add(plan.number());
      }
    }
    membership.changedScopes().forEach(renewed::add);
  }

  private static boolean isDeferred(RelationPlan plan) {
    return plan.rules().isDeferred();
  }

  private boolean sameEdges(RelationPlan plan, MembershipRules before) {
    if (step.stages((int) plan.relation().oid())) {
      return false;
    }
    return former(plan.relation())
        .filter(known -> before.of(known).edges().equals(plan.rules().edges()))
        .isPresent();
  }

  private StagedRows rows() {
    return new StagedRows(session, this::currentNumber, this::rejudged);
  }

  /** Where the rows of a relation are now. */
  private int currentNumber(RegisteredRelation relation) {
    return settled.contains(relation.relation())
        ? relation.relation()
        : step.stagedNumber(relation);
  }

  /** Whether the change of the rules, not of the rows, moves some row between scopes. */
  private boolean rejudged(RegisteredRelation relation) {
    if (step.part(relation) == Part.SAME || sameMembers(relation)) {
      return false;
    }
    if (settled.contains(relation.relation())) {
      return reassigned.contains(relation.relation());
    }
    RelationPlan plan =
        new RelationPlans(step.after(), parent.hash()).byNumber(relation.relation()).orElseThrow();
    try {
      return step.stages((int) relation.oid())
          ? staged(plan).changesMembership()
          : judged(plan).changesMembership();
    } catch (SQLException e) {
      throw new StoreRefused(e);
    }
  }

  /** Whether the same rules name the same rows, so that only the rows can have changed. */
  private boolean sameMembers(RegisteredRelation relation) {
    Optional<SyncedTable> before = former(relation).flatMap(RegisteredRelation::table);
    SyncedTable now = relation.table().orElseThrow();
    return before.isPresent()
        && before.get().templates().equals(now.templates())
        && before.get().life().equals(now.life())
        && step.sameFunction(relation);
  }

  private Optional<RegisteredRelation> former(RegisteredRelation relation) {
    return step.before().relations().stream()
        .filter(known -> known.relation() == relation.relation())
        .findFirst();
  }

  private RelationActivation judged(RelationPlan plan) {
    return new RelationActivation(
        session, store.directory(), plan, currentNumber(plan.relation()), terms());
  }

  private StagedActivation staged(RelationPlan plan) {
    return new StagedActivation(
        session, store.directory(), plan, currentNumber(plan.relation()), terms());
  }

  private StepTerms terms() {
    return new StepTerms(materializedLsn, fresh, place, renewed);
  }

  /** The tables whose clients have to rebuild; none unless the class is 3. */
  private List<RegisteredRelation> changedFor(EvolutionClass reached) {
    List<RegisteredRelation> changed = new ArrayList<>();
    if (reached != EvolutionClass.CLASS_3) {
      return changed;
    }
    for (RegisteredRelation relation : step.after().tables()) {
      EvolutionClass own = EvolutionClass.of(former(relation), relation, rows());
      if (own == EvolutionClass.CLASS_3) {
        changed.add(relation);
      }
    }
    return changed;
  }

  private void noteScopes(List<RegisteredRelation> relations) throws SQLException {
    for (RegisteredRelation relation : relations) {
      if (isFiledAnew(relation)) {
        continue;
      }
      PreparedStatement statement = session.statement(Statement.SCOPES_OF_RELATION);
      statement.setInt(1, relation.relation());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          affected.add(rows.getLong(1));
        }
      }
    }
  }

  /** Whether the relation had no entries before, and all of its scopes are noted as it is filed. */
  private boolean isFiledAnew(RegisteredRelation relation) {
    return step.part(relation) == Part.ADDED
        && !fresh
        && !MembershipRules.of(step.after()).of(relation).isDeferred();
  }

  private void remove(RegisteredRelation relation) throws SQLException {
    for (Statement removal :
        new Statement[] {
          Statement.REMOVE_ENTRIES,
          Statement.REMOVE_HEADS,
          Statement.REMOVE_IMAGES,
          Statement.REMOVE_EDGES
        }) {
      PreparedStatement statement = session.statement(removal);
      statement.setInt(1, relation.relation());
      statement.executeUpdate();
    }
  }

  private void bringOver(RelationPlans plans) throws SQLException {
    for (RelationPlan plan : plans.all()) {
      if (isStaged(plan) && !settled.contains(plan.number())) {
        bringOver(plan);
        settled.add(plan.number());
      }
    }
    redigest(plans);
    for (RelationPlan plan : plans.all()) {
      if (step.part(plan.relation()) == Part.RULES && !settled.contains(plan.number())) {
        judged(plan).run();
      }
    }
    if (step.needsData() && hasReplayed) {
      numberEffects(plans);
    }
  }

  private void bringOver(RelationPlan plan) throws SQLException {
    if (store.filedAhead().isPresent() && step.part(plan.relation()) == Part.ADDED) {
      staged(plan).takeFiled(store.filedAhead().get(), hasReplayed);
    } else {
      staged(plan).run();
    }
  }

  private boolean isStaged(RelationPlan plan) {
    return step.stages((int) plan.relation().oid());
  }

  /** Digests those rows anew that are digested under another schema than the published one. */
  private void redigest(RelationPlans plans) throws SQLException {
    List<Integer> outdated = new ArrayList<>();
    for (RelationPlan plan : plans.all()) {
      SchemaHash digestedUnder = isStaged(plan) ? stagedHash : parent.hash();
      if (plan.isSynced()
          && !digestedUnder.equals(published.hash())
          && rows().hasRows(plan.relation())) {
        outdated.add(plan.number());
      }
    }
    Redigest redigest = new Redigest(session, plans);
    redigest.images(outdated);
    redigest.entries(outdated);
  }

  /** Rows that were read anew were filed without regard to others of the same event. */
  private void numberEffects(RelationPlans plans) throws SQLException {
    List<Integer> order = new ArrayList<>();
    ScopeContent.inIdentityOrder(plans).forEach(plan -> order.add(plan.number()));
    PreparedStatement statement = session.statement(Statement.NUMBER_EFFECTS);
    statement.setArray(1, session.array("integer", order.toArray(Integer[]::new)));
    statement.setString(2, new Lsn(materializedLsn).postgres());
    session.joiningFreely(statement::executeUpdate);
  }

  /** The scopes named by the registration count for class 3 alone. Contract 8.5. */
  private void publish(EvolutionClass reached) throws SQLException {
    affected.addAll(renewed);
    Object[] none = {};
    boolean naming = reached == EvolutionClass.CLASS_3;
    Object[] named = naming ? step.after().affectedScopes().toArray() : none;
    if (reached != EvolutionClass.CLASS_1) {
      PreparedStatement statement = session.statement(Statement.PUBLISH_MANIFEST);
      statement.setLong(1, published.version());
      statement.setBytes(2, published.hash().octets());
      statement.setObject(3, published.parent().map(p -> p.version()).orElse(null));
      statement.setString(4, published.transition().wireName());
      statement.setLong(5, step.after().generation());
      statement.setString(6, new String(published.published(), StandardCharsets.UTF_8));
      statement.setArray(7, session.array("bigint", naming ? affected.toArray() : none));
      statement.setArray(8, session.array("text", named));
      statement.executeUpdate();
    }
    PreparedStatement statement = session.statement(Statement.RENEW_MEMBERSHIP);
    statement.setArray(1, session.array("bigint", affected.toArray()));
    statement.setArray(2, session.array("text", named));
    statement.executeUpdate();
  }

  private void activateRegistry() throws SQLException {
    for (Statement change :
        new Statement[] {Statement.SUPERSEDE_REGISTRIES, Statement.ACTIVATE_REGISTRY}) {
      PreparedStatement statement = session.statement(change);
      statement.setLong(1, step.after().generation());
      statement.executeUpdate();
    }
    if (!step.needsData()) {
      RegistryStore.recordPublished(session, step.after().generation(), false);
    }
  }

  private void advance(Boundary boundary) throws SQLException {
    PreparedStatement statement = session.statement(Statement.ACTIVATE_PROGRESS);
    statement.setString(1, new Lsn(boundary.commitLsn()).postgres());
    statement.setString(2, new Lsn(boundary.endLsn()).postgres());
    statement.setString(3, new Lsn(boundary.endLsn()).postgres());
    statement.setLong(4, step.after().generation());
    statement.setLong(5, published.version());
    statement.setLong(6, store.epoch());
    if (statement.executeUpdate() != 1) {
      throw ProgressStore.replaced();
    }
  }
}
