package dev.synchro.backend.push;

import dev.synchro.backend.decide.RowStateMatrix;
import dev.synchro.backend.decide.SchemaCompatibility;
import dev.synchro.backend.decide.StoredRow;
import dev.synchro.backend.decide.StreamFacts;
import dev.synchro.backend.decide.WriteFailure;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlState;
import dev.synchro.backend.session.Undo;
import dev.synchro.backend.table.PushQueries;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.NotPortable;
import dev.synchro.core.error.OutcomeCode;
import dev.synchro.core.error.Rule;
import dev.synchro.core.message.MutationOperation;
import dev.synchro.core.message.MutationOutcome;
import dev.synchro.core.message.PushRequest;
import dev.synchro.core.message.PushedMutation;
import dev.synchro.core.registry.PushPolicy;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.row.RowEncoder;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.schema.SchemaReference;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableValue;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Executes the mutations of one batch that was not executed before. Contract 5.4.3 to 5.4.6. */
public final class PushExecution {
  /** Locks that inserts into one table share; the server's lock table bounds their number. */
  private static final int KEY_SHARES = 128;

  private final BackendSession session;
  private final SchemaReference schema;
  private final PublishedRegistry published;
  private final PushQueries.Facts facts;
  private final List<MutationCandidate> candidates = new ArrayList<>();
  private final Map<String, RowSlot> slots = new LinkedHashMap<>();
  private final PushContext context;
  private final RowReads reads;
  private final RowWrites writer;
  private Map<SchemaReference, SchemaManifest> authored = Map.of();
  private PushedTables tables = PushedTables.NONE;
  private long writes;

  private PushExecution(
      BackendSession session,
      String userId,
      PushRequest request,
      StreamFacts stream,
      PushQueries.Facts facts)
      throws SQLException {
    this.session = session;
    this.facts = facts;
    schema = stream.schema();
    published = PublishedRegistry.current(session, stream);
    context = new PushContext(session, userId, request.clientId());
    reads = new RowReads(session, context);
    writer = new RowWrites(session);
  }

  /**
   * What a batch came to.
   *
   * @param accepted canonical outcomes of applied mutations, in request order
   * @param rejected those of the others
   * @param recorded what goes into the ledger
   * @param wrote whether a source write remains
   */
  public record Result(
      List<byte[]> accepted,
      List<byte[]> rejected,
      List<PushQueries.Recorded> recorded,
      boolean wrote) {}

  /**
   * Executes a batch.
   *
   * @param fingerprinted what the fingerprints of the mutations are digests of, in request order
   */
  public static Result execute(
      BackendSession session,
      String userId,
      PushRequest request,
      StreamFacts stream,
      PushQueries.Facts facts,
      List<byte[]> fingerprinted)
      throws SQLException {
    PushExecution execution = new PushExecution(session, userId, request, stream, facts);
    for (int i = 0; i < request.mutations().size(); i++) {
      execution.add(request.mutations().get(i), fingerprinted.get(i));
    }
    execution.check();
    if (execution.tables.deferrable()) {
      session.run("SET CONSTRAINTS ALL DEFERRED");
    }
    execution.lockInserts();
    execution.reads.read(execution.slots.values(), 0);
    if (request.atomic()) {
      execution.executeTogether();
    } else {
      execution.executeEach();
    }
    execution.context.nobody();
    return execution.result();
  }

  private void add(PushedMutation mutation, byte[] fingerprinted) {
    MutationCandidate candidate = new MutationCandidate(mutation, fingerprinted);
    PushQueries.Known known = facts.mutations().get(mutation.mutationId());
    if (known != null) {
      candidate.copy(known.outcome(), known.applied());
    }
    candidates.add(candidate);
  }

  // Rows 2 to 5 and 7: what needs no row.

  private void check() throws SQLException {
    List<SchemaReference> references = new ArrayList<>();
    Set<String> unknownTables = new HashSet<>();
    for (MutationCandidate candidate : candidates) {
      if (!candidate.isDecided()) {
        references.add(candidate.mutation().authoredSchema());
        if (published.manifest().table(candidate.mutation().table()).isEmpty()) {
          unknownTables.add(candidate.mutation().table());
        }
      }
    }
    authored = published.authored(session, references);
    Set<String> everPublished =
        unknownTables.isEmpty() ? Set.of() : PushQueries.everPublished(session, unknownTables);
    Map<String, RegisteredRelation> relations = new LinkedHashMap<>();
    for (MutationCandidate candidate : candidates) {
      if (!candidate.isDecided()) {
        checkTable(candidate, everPublished, relations);
      }
    }
    if (relations.isEmpty()) {
      return;
    }
    tables = PushedTables.find(session, published, relations.values());
    for (MutationCandidate candidate : candidates) {
      if (!candidate.isDecided()) {
        checkContent(candidate, tables.byId().get(candidate.mutation().table()));
      }
    }
  }

  private void checkTable(
      MutationCandidate candidate,
      Set<String> everPublished,
      Map<String, RegisteredRelation> relations) {
    PushedMutation mutation = candidate.mutation();
    boolean inForce = published.manifest().table(mutation.table()).isPresent();
    List<String> incompatible =
        SchemaCompatibility.incompatibleFields(
            mutation,
            Optional.ofNullable(authored.get(mutation.authoredSchema())),
            published.manifest(),
            inForce || everPublished.contains(mutation.table()));
    if (!incompatible.isEmpty()) {
      candidate.decide(new MutationOutcome.Incompatible(mutation, schema, incompatible));
      return;
    }
    Optional<RegisteredRelation> relation = relation(mutation.table());
    if (relation.isEmpty()) {
      reject(candidate, OutcomeCode.TABLE_NOT_SYNCED);
    } else if (relation.get().table().orElseThrow().pushPolicy() == PushPolicy.READ_ONLY) {
      reject(candidate, OutcomeCode.POLICY_REJECTED);
    } else {
      relations.put(mutation.table(), relation.get());
    }
  }

  private Optional<RegisteredRelation> relation(String tableId) {
    for (RegisteredRelation relation : published.registry().relations()) {
      if (relation.table().isPresent() && relation.table().get().tableId().equals(tableId)) {
        return Optional.of(relation);
      }
    }
    return Optional.empty();
  }

  private void checkContent(MutationCandidate candidate, PushedTable table) {
    Optional<PortableValue> key = StaticChecks.key(table, candidate.mutation());
    Optional<String> keyText = key.flatMap(value -> StaticChecks.inputText(table.key(), value));
    if (keyText.isEmpty()) {
      reject(candidate, OutcomeCode.VALIDATION_FAILED);
      return;
    }
    String identity = table.relation().relation() + ":" + Hex.encode(key.get().typed());
    candidate.slot(
        slots.computeIfAbsent(identity, id -> new RowSlot(table, key.get(), keyText.get())));
    StaticChecks.columns(table, candidate);
  }

  private void reject(MutationCandidate candidate, OutcomeCode code) {
    candidate.decide(new MutationOutcome.Rejected(candidate.mutation(), schema, code));
  }

  /**
   * An insert has no row to lock. Two pushes that insert the same keys in another order would wait
   * for each other at the index, so those with more than one insert wait here, for a share of the
   * keys of each table. Comes before the locks on rows: who has both waits for nobody here.
   */
  private void lockInserts() throws SQLException {
    Set<RowSlot> inserted = new HashSet<>();
    Set<String> shares = new HashSet<>();
    for (MutationCandidate candidate : candidates) {
      boolean inserts = candidate.mutation().operation() == MutationOperation.INSERT;
      if (inserts && !candidate.isDecided()) {
        RowSlot slot = candidate.slot();
        int share = Arrays.hashCode(slot.key().typed()) & (KEY_SHARES - 1);
        inserted.add(slot);
        shares.add(slot.table().relation().relation() + ":" + share);
      }
    }
    if (inserted.size() > 1) {
      PushQueries.lock(session, shares);
    }
  }

  // Units.

  private void executeEach() throws SQLException {
    for (int place = 0; place < candidates.size(); ) {
      place = evaluateFrom(place, true);
    }
  }

  private void executeTogether() throws SQLException {
    context.nobody();
    PushContext.Memento before = context.memento();
    Undo unit = session.undo();
    MutationCandidate failed = null;
    for (int place = 0; place < candidates.size() && failed == null; ) {
      place = evaluateFrom(place, false);
      MutationCandidate last = candidates.get(place - 1);
      failed = last.isApplied() ? null : last;
    }
    if (failed == null && !endTogether()) {
      failed = candidates.get(candidates.size() - 1);
      reject(failed, OutcomeCode.VALIDATION_FAILED);
    }
    if (failed == null) {
      unit.keep();
      return;
    }
    unit.back();
    context.undone(before);
    writes = 0;
    for (MutationCandidate candidate : candidates) {
      if (candidate != failed) {
        reject(candidate, OutcomeCode.ATOMIC_BATCH_REJECTED);
      }
    }
  }

  /** The end of an atomic batch: its constraints hold, and its rows are read as they stand. */
  private boolean endTogether() throws SQLException {
    PushContext.Memento before = context.memento();
    Undo end = session.undo();
    try {
      checkConstraints();
      if (tables.sideEffects()) {
        readAgain();
      }
      end.keep();
      return true;
    } catch (NotPortable unportable) {
      end.back();
      context.undone(before);
      return false;
    } catch (SQLException error) {
      WriteFailure failure = failureOf(end.back(error));
      context.undone(before);
      return failure != WriteFailure.VALIDATION_FAILED && failure != WriteFailure.POLICY_REJECTED;
    }
  }

  private void readAgain() throws SQLException {
    reads.read(slots.values(), writes);
    for (MutationCandidate candidate : candidates) {
      if (candidate.outcome().orElseThrow() instanceof MutationOutcome.Applied applied
          && applied.row().isPresent()) {
        candidate.decide(
            MutationOutcome.Applied.row(
                candidate.mutation(), schema, standing(candidate.slot()).serverRow()));
      }
    }
  }

  private void checkConstraints() throws SQLException {
    if (tables.deferrable()) {
      session.run("SET CONSTRAINTS ALL IMMEDIATE");
      session.run("SET CONSTRAINTS ALL DEFERRED");
    }
  }

  // Runs.

  /**
   * Evaluates a mutation, and those behind it that go with it; of an atomic batch up to the first
   * that is not applied. Returns the place behind the last.
   */
  private int evaluateFrom(int place, boolean alone) throws SQLException {
    int end = endOfRun(place, alone);
    if (end - place > 1) {
      evaluateRun(candidates.subList(place, end), alone);
    }
    for (int at = place; at < end; at++) {
      MutationCandidate candidate = candidates.get(at);
      if (!candidate.isDecided()) {
        evaluate(candidate, alone);
      }
      if (!alone && !candidate.isApplied()) {
        return at + 1;
      }
    }
    return end;
  }

  /** A run: mutations of different and independent rows that share a statement. */
  private int endOfRun(int place, boolean alone) {
    MutationCandidate first = candidates.get(place);
    if (first.isDecided() || first.slot().table().independence() == RowIndependence.NONE) {
      return place + 1;
    }
    Set<RowSlot> rows = new HashSet<>();
    int end = place;
    while (end < candidates.size()) {
      MutationCandidate candidate = candidates.get(end);
      boolean belongs =
          candidate.isDecided()
              ? alone
              : first.sharesStatement(candidate) && rows.add(candidate.slot());
      if (!belongs) {
        return end;
      }
      end++;
    }
    return end;
  }

  /**
   * Tries to write a run by one statement. Since its rows are independent, what comes of each is
   * the same as if it had a savepoint of its own; and when the statement does not write every row,
   * none is written and nothing is decided by it.
   */
  private void evaluateRun(List<MutationCandidate> run, boolean alone) throws SQLException {
    List<RowSlot> stale = new ArrayList<>();
    List<RowSlot> all = new ArrayList<>();
    for (MutationCandidate candidate : run) {
      if (!candidate.isDecided()) {
        all.add(candidate.slot());
        if (tables.sideEffects() && candidate.slot().readAt() != writes) {
          stale.add(candidate.slot());
        }
      }
    }
    if (!stale.isEmpty()) {
      reads.read(stale, writes);
    }
    reads.lookUpDeletions(all);
    List<MutationCandidate> writable = new ArrayList<>();
    for (MutationCandidate candidate : run) {
      if (!candidate.isDecided() && !decideWithoutWrite(candidate)) {
        writable.add(candidate);
      } else if (!alone) {
        break;
      }
    }
    if (writable.size() > 1) {
      writeRun(writable);
    }
  }

  private void writeRun(List<MutationCandidate> run) throws SQLException {
    context.mutations();
    Undo undo = session.undo();
    try {
      Optional<List<RowWrites.Written>> written = writer.writeAll(run);
      if (written.isPresent()) {
        undo.keep();
        writes += run.size();
        for (int i = 0; i < run.size(); i++) {
          run.get(i).decide(applied(run.get(i), written.get().get(i)));
        }
      } else {
        undo.back();
      }
    } catch (NotPortable unportable) {
      undo.back();
    } catch (SQLException error) {
      failureOf(undo.back(error));
    }
  }

  // Rows 6 to 9.

  private void evaluate(MutationCandidate candidate, boolean alone) throws SQLException {
    RowSlot slot = candidate.slot();
    if (tables.sideEffects() && slot.readAt() != writes) {
      reads.read(List.of(slot), writes);
    }
    for (boolean again = true; ; again = false) {
      reads.lookUpDeletions(List.of(slot));
      if (decideWithoutWrite(candidate) || write(candidate, alone, again)) {
        return;
      }
    }
  }

  private boolean decideWithoutWrite(MutationCandidate candidate) throws SQLException {
    RowSlot slot = candidate.slot();
    switch (slot.status()) {
      case KEY_REFUSED, UNPORTABLE -> reject(candidate, OutcomeCode.VALIDATION_FAILED);
      case HIDDEN -> reject(candidate, OutcomeCode.POLICY_REJECTED);
      default -> {
        if (!candidate.columnsAcceptable()) {
          reject(candidate, OutcomeCode.VALIDATION_FAILED);
        } else {
          conflict(candidate).ifPresent(candidate::decide);
        }
      }
    }
    return candidate.isDecided();
  }

  private Optional<MutationOutcome> conflict(MutationCandidate candidate) {
    RowSlot slot = candidate.slot();
    Optional<PushedRow> row = Optional.ofNullable(slot.row());
    StoredRow stored =
        row.map(found -> new StoredRow(stateOf(found), Optional.of(found.version())))
            .orElseGet(
                () ->
                    new StoredRow(
                        slot.deletedVersion().isPresent()
                            ? StoredRow.State.DELETED
                            : StoredRow.State.ABSENT,
                        slot.deletedVersion()));
    Optional<OutcomeCode> code =
        RowStateMatrix.conflict(
            stored.state(),
            row.isPresent() && matchesBase(candidate, row.get()),
            candidate.mutation().operation());
    return code.map(
        conflict ->
            new MutationOutcome.Conflict(
                candidate.mutation(),
                schema,
                conflict,
                row.map(PushedRow::serverRow),
                stored.version()));
  }

  private static StoredRow.State stateOf(PushedRow row) {
    return row.tombstone() ? StoredRow.State.DELETED : StoredRow.State.LIVE;
  }

  /** The base is the row's version, under the manifest in force or the one of the mutation. */
  private boolean matchesBase(MutationCandidate candidate, PushedRow row) {
    Optional<String> base = candidate.mutation().baseVersion();
    if (base.isEmpty()) {
      return false;
    }
    return base.get().equals(row.version())
        || authoredVersion(candidate, row).filter(base.get()::equals).isPresent();
  }

  private Optional<String> authoredVersion(MutationCandidate candidate, PushedRow row) {
    PushedTable table = candidate.slot().table();
    SchemaManifest manifest = authored.get(candidate.mutation().authoredSchema());
    if (manifest.reference().equals(schema)) {
      return Optional.empty();
    }
    TableSchema then = manifest.table(candidate.mutation().table()).orElseThrow();
    PortableValue[] values = new PortableValue[then.fields().size()];
    for (int i = 0; i < values.length; i++) {
      int place = table.schema().indexOf(then.fields().get(i).fieldId());
      if (place < 0 || row.values()[place].type() != then.fields().get(i).type()) {
        return Optional.empty();
      }
      values[i] = row.values()[place];
    }
    try {
      return Optional.of(new RowEncoder(then, manifest.hash()).encode(values).contentVersion());
    } catch (Malformed outgrown) {
      return Optional.empty();
    }
  }

  /**
   * Row 9. Returns false when the row must be looked at again.
   *
   * @param alone whether the mutation is a unit of its own
   * @param again whether looking again is still allowed
   */
  private boolean write(MutationCandidate candidate, boolean alone, boolean again)
      throws SQLException {
    context.mutation(candidate.mutation().mutationId());
    RowSlot slot = candidate.slot();
    PushContext.Memento before = context.memento();
    RowSlot.Memento unwritten = slot.memento();
    long writesBefore = writes;
    Undo undo = session.undo();
    WriteFailure failure;
    boolean collision = false;
    try {
      Optional<RowWrites.Written> written = writer.write(candidate);
      if (written.isPresent()) {
        writes++;
        candidate.decide(end(candidate, written.get(), alone));
        undo.keep();
        return true;
      }
      undo.back();
      failure = WriteFailure.POLICY_REJECTED;
    } catch (NotPortable unportable) {
      undo.back();
      failure = WriteFailure.VALIDATION_FAILED;
    } catch (UnitFailure broken) {
      undo.back();
      failure = broken.failure();
    } catch (SQLException error) {
      String state = undo.back(error);
      failure = failureOf(state);
      collision =
          state.equals("23505") && candidate.mutation().operation() == MutationOperation.INSERT;
    }
    context.undone(before);
    slot.restore(unwritten);
    writes = writesBefore;
    return settle(candidate, failure, collision, again);
  }

  /** What a failed write comes to; false when the row must be looked at again. */
  private boolean settle(
      MutationCandidate candidate, WriteFailure failure, boolean collision, boolean again)
      throws SQLException {
    RowSlot slot = candidate.slot();
    boolean unseen =
        failure == WriteFailure.POLICY_REJECTED
            && candidate.mutation().operation() != MutationOperation.INSERT
            && tables.sideEffects();
    if (!collision && !unseen) {
      reject(candidate, failure.outcome());
      return true;
    }
    String place = slot.row() == null ? "" : slot.row().place();
    reads.read(List.of(slot), writes);
    boolean there = slot.status() != RowSlot.Status.MISSING;
    boolean other = slot.row() == null || !slot.row().place().equals(place);
    boolean changed = there ? other : unseen;
    if (!changed) {
      reject(candidate, failure.outcome());
      return true;
    }
    if (!again) {
      reject(candidate, OutcomeCode.POLICY_REJECTED);
      return true;
    }
    return false;
  }

  /** The end of a unit, or of a write inside a larger one. */
  private MutationOutcome end(MutationCandidate candidate, RowWrites.Written written, boolean alone)
      throws SQLException {
    RowSlot slot = candidate.slot();
    if (alone) {
      try {
        checkConstraints();
      } catch (SQLException error) {
        WriteFailure failure = WriteFailure.of(SqlState.of(error));
        if (failure == WriteFailure.TEMPORARY || failure == WriteFailure.UNFORESEEN) {
          throw error;
        }
        throw new UnitFailure(WriteFailure.VALIDATION_FAILED, error);
      }
    }
    MutationOutcome outcome = applied(candidate, written);
    if (written.row().isEmpty() || !alone || !tables.sideEffects()) {
      return outcome;
    }
    reads.read(List.of(slot), writes);
    slot.found(standing(slot), writes);
    return MutationOutcome.Applied.row(candidate.mutation(), schema, slot.row().serverRow());
  }

  /** The outcome of a write, by the row as its statement returned it. */
  private MutationOutcome applied(MutationCandidate candidate, RowWrites.Written written) {
    RowSlot slot = candidate.slot();
    if (written.row().isEmpty()) {
      String version = RowReads.derived(slot, slot.row().version());
      slot.missing(writes);
      slot.deletedHere(version);
      return MutationOutcome.Applied.gone(candidate.mutation(), schema, version);
    }
    slot.found(written.row().get(), writes);
    return MutationOutcome.Applied.row(candidate.mutation(), schema, slot.row().serverRow());
  }

  /** The row after a unit, which its own triggers may have changed once more. */
  private static PushedRow standing(RowSlot slot) {
    if (slot.row() == null) {
      throw new NotPortable(Rule.KEY_MISMATCH);
    }
    return slot.row();
  }

  private static WriteFailure failureOf(String state) throws SQLException {
    WriteFailure failure = WriteFailure.of(state);
    if (failure == WriteFailure.TEMPORARY || failure == WriteFailure.UNFORESEEN) {
      throw new SQLException("a pushed write failed with SQLSTATE " + state, state);
    }
    return failure;
  }

  private Result result() {
    List<byte[]> accepted = new ArrayList<>();
    List<byte[]> rejected = new ArrayList<>();
    List<PushQueries.Recorded> recorded = new ArrayList<>();
    for (MutationCandidate candidate : candidates) {
      byte[] text = candidate.text();
      (candidate.isApplied() ? accepted : rejected).add(text);
      if (!candidate.isCopied()) {
        MutationOutcome outcome = candidate.outcome().orElseThrow();
        recorded.add(
            new PushQueries.Recorded(
                candidate.mutation().mutationId(),
                candidate.fingerprinted(),
                Optional.ofNullable(candidate.slot()).map(RowReads::identity),
                outcome.status(),
                outcome.version(),
                text));
      }
    }
    return new Result(accepted, rejected, recorded, writes > 0);
  }

  /** Constraints that were put off do not hold at the end of a unit. */
  private static final class UnitFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final WriteFailure failure;

    UnitFailure(WriteFailure failure, SQLException cause) {
      super("constraints of a unit do not hold", cause);
      this.failure = failure;
    }

    WriteFailure failure() {
      return failure;
    }
  }
}
