package dev.synchro.client;

import dev.synchro.client.BackoffStore.Backoff;
import dev.synchro.client.BatchStore.Batch;
import dev.synchro.client.ConnectAnswer.Action;
import dev.synchro.client.RebuildStore.Attempt;
import dev.synchro.core.error.BugException;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.state.ClientState;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who speaks when: each step does one thing in the current state and moves on. An answer is read
 * and verified before anything changes, and changes everything it says in one local transaction.
 * Contract 6.2.
 */
final class Conversation {

  /** Digests of one scope that may differ in a row before the client stops and says so. */
  private static final int MOST_MISMATCHES = 3;

  private final Records records;
  private final Machine machine;
  private final SyncCalls calls;
  private final ClientSettings settings;
  private final ConnectExchange connect;
  private final Sealing sealing;
  private final PushExchange push;
  private final PullExchange pull;
  private final RebuildExchange rebuild;
  private final Map<SyncCall, Long> requests = new EnumMap<>(SyncCall.class);
  private boolean pullWanted = true;
  private boolean connectWanted;
  private boolean inStep;
  private boolean stopAsked;

  Conversation(Records records, Machine machine, SyncCalls calls, ClientSettings settings) {
    this.records = records;
    this.machine = machine;
    this.calls = calls;
    this.settings = settings;
    connect = new ConnectExchange(records, settings);
    sealing = new Sealing(records, settings);
    push = new PushExchange(records);
    pull = new PullExchange(records, settings);
    rebuild = new RebuildExchange(records);
  }

  Map<SyncCall, Long> requests() {
    return Map.copyOf(requests);
  }

  /** A terminal page is to be fetched again, even if the last one left nothing open. */
  void wantPull() {
    pullWanted = true;
  }

  /** The next choice is to connect. */
  void wantConnect() {
    connectWanted = true;
  }

  /** Stops now, or in the middle of a step as soon as that has made its change durable. */
  void stop() {
    if (inStep) {
      stopAsked = true;
    } else {
      machine.moveTo(ClientState.STOPPED);
    }
  }

  Progress step() {
    inStep = true;
    try {
      return stepIn(machine.state());
    } catch (ContractFault | LocalDatabaseFailure fault) {
      machine.fail(fault.getMessage());
      return Progress.HALTED;
    } finally {
      inStep = false;
      stopAsked = false;
    }
  }

  private Progress stepIn(ClientState state) {
    return switch (state) {
      case UNINITIALIZED, SCHEMA_APPLYING -> throw new BugException("no step begins in this state");
      case LOCAL_READY -> afterDeadline(ClientState.CONNECTING);
      case CONNECTING -> connect();
      case READY -> choose();
      case PUSHING -> push();
      case PULLING -> pull();
      case REBUILDING -> rebuild();
      case BACKOFF -> afterDeadline(records.backoff().find().orElseThrow().resume());
      case ERROR, STOPPED -> Progress.HALTED;
    };
  }

  private Progress afterDeadline(ClientState next) {
    Optional<Backoff> backoff = records.backoff().find();
    if (backoff.filter(b -> settings.clock().instant().isBefore(b.deadline())).isPresent()) {
      return Progress.WAITING;
    }
    return moved(next);
  }

  private Progress moved(ClientState next) {
    if (stopAsked) {
      machine.moveTo(ClientState.STOPPED);
      return Progress.HALTED;
    }
    machine.moveTo(next);
    return Progress.MOVED;
  }

  private Progress choose() {
    if (connectWanted) {
      return moved(ClientState.CONNECTING);
    }
    if (records.mutations().anyUnresolved()) {
      return moved(ClientState.PUSHING);
    }
    if (records.scopes().anyAwaitsRebuild()) {
      return moved(ClientState.REBUILDING);
    }
    return pullWanted ? moved(ClientState.PULLING) : Progress.DONE;
  }

  private Progress connect() {
    connectWanted = false;
    announceFirstConnect();
    Reply reply = ask(SyncCall.CONNECT, octets(connect.request()));
    if (reply.error().isPresent()) {
      return connectRefused(reply.error().get());
    }
    if (reply.answer().isEmpty()) {
      return backOff("");
    }
    ConnectAnswer answer = connect.read(reply.answer().get());
    if (answer.action() == Action.UNSUPPORTED) {
      throw new ContractFault("the server does not support the installed schema");
    }
    if (answer.action() == Action.NONE) {
      commit(DurableStep.CONNECT_APPLIED, () -> connect.apply(answer));
      return moved(ClientState.READY);
    }
    machine.moveTo(ClientState.SCHEMA_APPLYING);
    applySchema(answer);
    boolean pushFirst = answer.action() == Action.REPLACE || records.mutations().anyUnresolved();
    return moved(pushFirst ? ClientState.READY : ClientState.REBUILDING);
  }

  private void applySchema(ConnectAnswer answer) {
    try {
      commit(DurableStep.CONNECT_APPLIED, () -> connect.apply(answer));
    } catch (LocalDatabaseFailure failed) {
      throw new ContractFault("the local schema could not be changed");
    }
  }

  /**
   * A first connect whose answer was lost has made its identity known to the server, which will not
   * take it for a first one again; the client then starts over as another. Contract 5.3.
   */
  private void announceFirstConnect() {
    ClientRecord client = records.client().read();
    if (client.generation().isEmpty()) {
      String id = client.firstConnectAnnounced() ? Sealing.freshId() : client.clientId();
      commit(DurableStep.FIRST_CONNECT_ANNOUNCED, () -> records.client().announceFirstConnect(id));
    }
  }

  private Progress connectRefused(ErrorAnswer error) {
    boolean identityUnknown =
        records.client().read().generation().isEmpty() && !error.refusesFirstConnect();
    Runnable withdrawal =
        identityUnknown ? records.client()::withdrawAnnouncement : Conversation::nothing;
    if (error.retryable()) {
      return backOff("", withdrawal);
    }
    throw new ContractFault(error.code());
  }

  private static void nothing() {}

  private Progress push() {
    if (records.batches().open().filter(batch -> !batch.refused()).isEmpty()) {
      commit(DurableStep.BATCH_SEALED, sealing::seal);
    }
    Optional<Batch> open = records.batches().open();
    return open.isPresent() ? send(open.get()) : nothingToSend();
  }

  /** Everything that was pending undid itself or was set aside. */
  private Progress nothingToSend() {
    if (records.mutations().anyUnresolved()) {
      throw new BugException("pending mutations remain that no batch takes");
    }
    return moved(ClientState.READY);
  }

  private Progress drained() {
    pullWanted = true;
    return moved(ClientState.PULLING);
  }

  private Progress send(Batch batch) {
    Reply reply = ask(SyncCall.PUSH, batch.request().getBytes(StandardCharsets.UTF_8));
    if (reply.error().filter(ErrorAnswer::asksForConnect).isPresent()) {
      commit(DurableStep.PUSH_APPLIED, () -> push.refuse(batch));
      return moved(ClientState.CONNECTING);
    }
    if (reply.answer().isEmpty()) {
      return interrupted(reply, batch.batchId());
    }
    PushAnswer answer = push.read(reply.answer().get(), batch);
    commit(DurableStep.PUSH_APPLIED, () -> push.apply(answer, batch));
    return records.mutations().anyUnresolved() ? moved(ClientState.PUSHING) : drained();
  }

  private Progress pull() {
    Reply reply = ask(SyncCall.PULL, octets(pull.request()));
    if (reply.error().filter(ErrorAnswer::asksForConnect).isPresent()) {
      return moved(ClientState.CONNECTING);
    }
    if (reply.answer().isEmpty()) {
      return interrupted(reply, "");
    }
    PullAnswer page = pull.read(reply.answer().get());
    commit(DurableStep.PULL_APPLIED, () -> pull.apply(page));
    if (!page.isTerminal()) {
      return moved(ClientState.PULLING);
    }
    requireFewMismatches();
    if (records.scopes().anyAwaitsRebuild()) {
      return moved(ClientState.REBUILDING);
    }
    pullWanted = false;
    return moved(ClientState.READY);
  }

  private Progress rebuild() {
    Optional<ScopeRecord> scope = records.scopes().firstAwaitingRebuild();
    return scope.isPresent() ? rebuild(scope.get()) : moved(ClientState.READY);
  }

  private Progress rebuild(ScopeRecord scope) {
    Attempt attempt = attempt(scope);
    Reply reply = ask(SyncCall.REBUILD, octets(rebuild.request(scope, attempt)));
    if (reply.error().filter(ErrorAnswer::asksForConnect).isPresent()) {
      return moved(ClientState.CONNECTING);
    }
    if (reply.error().filter(ErrorAnswer::asksForNewRebuild).isPresent()) {
      startAttempt(scope);
      return moved(ClientState.REBUILDING);
    }
    if (reply.answer().isEmpty()) {
      return interrupted(reply, attempt.rebuildId());
    }
    RebuildAnswer page = rebuild.read(reply.answer().get(), scope, attempt);
    if (page.end().isEmpty()) {
      commit(DurableStep.REBUILD_PAGE_STAGED, () -> rebuild.stage(scope, page));
      return moved(ClientState.REBUILDING);
    }
    commit(DurableStep.REBUILD_INSTALLED, () -> rebuild.finish(scope, page));
    requireFewMismatches();
    pullWanted = true;
    return moved(records.scopes().anyAwaitsRebuild() ? ClientState.REBUILDING : ClientState.READY);
  }

  /** The attempt to go on with; one made under another schema is worth nothing. */
  private Attempt attempt(ScopeRecord scope) {
    String schemaHash = records.catalog().hashText();
    Optional<Attempt> attempt = records.rebuilds().find(scope.number());
    if (attempt.filter(found -> found.schemaHash().equals(schemaHash)).isEmpty()) {
      startAttempt(scope);
    }
    return records.rebuilds().find(scope.number()).orElseThrow();
  }

  private void startAttempt(ScopeRecord scope) {
    commit(
        DurableStep.REBUILD_STARTED,
        () ->
            records
                .rebuilds()
                .start(
                    scope.number(),
                    Sealing.freshId(),
                    settings.pageLimit(),
                    records.catalog().hashText()));
  }

  private void requireFewMismatches() {
    boolean tooMany =
        records.scopes().all().values().stream()
            .anyMatch(scope -> scope.mismatches() >= MOST_MISMATCHES);
    if (tooMany) {
      throw new ContractFault("a scope differs from the server's digest again and again");
    }
  }

  /** No answer, or an error: retryable ones wait, the others end in state {@code error}. */
  private Progress interrupted(Reply reply, String requestIdentity) {
    reply
        .error()
        .filter(error -> !error.retryable())
        .ifPresent(
            error -> {
              throw new ContractFault(error.code());
            });
    return backOff(requestIdentity);
  }

  private Progress backOff(String requestIdentity) {
    return backOff(requestIdentity, Conversation::nothing);
  }

  private Progress backOff(String requestIdentity, Runnable also) {
    int attempts = records.backoff().find().map(Backoff::attempts).orElse(0) + 1;
    Backoff backoff =
        new Backoff(
            machine.state(),
            requestIdentity,
            attempts,
            settings.clock().instant().plus(settings.backoff().afterAttempts(attempts)));
    commit(
        DurableStep.BACKOFF_STORED,
        () -> {
          also.run();
          records.backoff().store(backoff);
        });
    return moved(ClientState.BACKOFF);
  }

  private void commit(DurableStep step, Runnable work) {
    records.database().transaction(step, work);
  }

  /** What came back: an answer, an error, or neither when the transport failed. */
  private record Reply(Optional<JsonObject> answer, Optional<ErrorAnswer> error) {}

  private Reply ask(SyncCall call, byte[] request) {
    requests.merge(call, 1L, Long::sum);
    byte[] octets;
    try {
      octets = calls.call(call, request);
    } catch (TransportFailure lost) {
      return new Reply(Optional.empty(), Optional.empty());
    }
    JsonObject answer = parsed(octets);
    Optional<ErrorAnswer> error = ErrorAnswer.find(answer);
    return new Reply(error.isPresent() ? Optional.empty() : Optional.of(answer), error);
  }

  private static JsonObject parsed(byte[] octets) {
    try {
      return JsonParser.parseObject(octets, JsonLimits.DOCUMENT);
    } catch (Malformed refused) {
      throw new ContractFault("the answer is refused: " + refused.getMessage());
    }
  }

  private static byte[] octets(JsonObject request) {
    return CanonicalJson.write(request);
  }
}
