package dev.synchro.client;

import dev.synchro.client.BackoffStore.Backoff;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.state.ClientState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * One client: a local SQLite database whose tables an application reads with SQL and writes through
 * here, and the synchronisation that keeps it equal to the server. Contract 6.
 *
 * <p>Used by one thread at a time. The process may die at any moment: what {@link DurableStep}
 * names has happened wholly or not at all, and the next {@link #open} goes on from there.
 */
public final class SyncClient implements AutoCloseable {

  private final LocalDatabase database;
  private final Records records;
  private final ClientSettings settings;
  private final Machine machine;
  private final LocalWrites writes;
  private final Conversation conversation;

  private SyncClient(
      LocalDatabase database, Machine machine, SyncCalls calls, ClientSettings settings) {
    this.database = database;
    this.machine = machine;
    this.settings = settings;
    records = new Records(database);
    writes = new LocalWrites(records, settings.clock());
    conversation = new Conversation(records, machine, calls, settings);
  }

  /**
   * Opens the client's database, creating it at the first time, and leaves the client in state
   * {@code local_ready}.
   *
   * @throws LocalDatabaseFailure when the file is not a client's database or cannot be used
   */
  public static SyncClient open(Path file, SyncCalls calls, ClientSettings settings) {
    return open(file, calls, settings, ClientState.LOCAL_READY);
  }

  /**
   * Like {@link #open}, but a file that holds nothing yet begins with a seed, and its first connect
   * presents the receipts. Contract 5.3, 13.
   *
   * @throws SeedRefused when the seed is not what its digests say
   * @throws LocalDatabaseFailure when the file is not a client's database or cannot be used
   */
  public static SyncClient openSeeded(
      Path file, Seed seed, SyncCalls calls, ClientSettings settings) {
    SyncClient client = open(file, calls, settings);
    boolean seeded = false;
    try {
      new SeedIntake(client.records).install(seed);
      seeded = true;
      return client;
    } finally {
      if (!seeded) {
        client.close();
      }
    }
  }

  /**
   * Like {@link #open}, but the client is in state {@code stopped} and nothing is sent before
   * {@link #start}.
   *
   * @throws LocalDatabaseFailure when the file is not a client's database or cannot be used
   */
  public static SyncClient openStopped(Path file, SyncCalls calls, ClientSettings settings) {
    return open(file, calls, settings, ClientState.STOPPED);
  }

  private static SyncClient open(
      Path file, SyncCalls calls, ClientSettings settings, ClientState opened) {
    Machine machine = new Machine(settings.observer());
    try {
      SyncClient client =
          new SyncClient(prepared(file, settings.observer()), machine, calls, settings);
      machine.moveTo(opened);
      return client;
    } catch (LocalDatabaseFailure unusable) {
      machine.fail(unusable.getMessage());
      throw unusable;
    }
  }

  private static LocalDatabase prepared(Path file, StepObserver observer) {
    LocalDatabase database = LocalDatabase.open(file, observer);
    boolean prepared = false;
    try {
      LocalSchema.prepare(database);
      prepared = true;
      return database;
    } finally {
      if (!prepared) {
        database.close();
      }
    }
  }

  /** The state by its name in contract 6.1. */
  public ClientState state() {
    return machine.state();
  }

  /** Why the client is in state {@code error}. */
  public Optional<String> fault() {
    return machine.fault();
  }

  /** Does the next thing: one transition, one request at most. */
  public Progress step() {
    return conversation.step();
  }

  /**
   * Sends what is pending and fetches what is new, waiting where the server asks for it.
   *
   * @param atMost gives up waiting after this long and returns {@link Progress#WAITING}
   * @return {@link Progress#DONE} when every scope was found equal to the server's
   */
  public Progress sync(Duration atMost) {
    long giveUp = System.nanoTime() + atMost.toNanos();
    conversation.wantPull();
    Progress progress = Progress.MOVED;
    while (progress == Progress.MOVED && System.nanoTime() - giveUp < 0) {
      progress = step();
      if (progress == Progress.WAITING && waited(giveUp)) {
        progress = Progress.MOVED;
      }
    }
    return progress == Progress.MOVED ? Progress.WAITING : progress;
  }

  private boolean waited(long giveUp) {
    Instant deadline = records.backoff().find().map(Backoff::deadline).orElse(Instant.MIN);
    long left = giveUp - System.nanoTime();
    while (settings.clock().instant().isBefore(deadline)) {
      if (left <= 0) {
        return false;
      }
      Duration pause = Duration.between(settings.clock().instant(), deadline);
      LockSupport.parkNanos(Math.max(1, Math.min(left, pause.toNanos())));
      left = giveUp - System.nanoTime();
    }
    return true;
  }

  /** Leaves state {@code error} after an explicit decision; the next step connects. */
  public void retry() {
    machine.moveTo(ClientState.LOCAL_READY);
  }

  /** Leaves state {@code error} and asks the server to replace the schema whatever ours is. */
  public void resetSchema() {
    machine.moveTo(ClientState.LOCAL_READY);
    database.transaction(DurableStep.SCHEMA_RESET_ASKED, records.client()::askSchemaReset);
  }

  /**
   * Nothing is sent any more; what is durable stays. Called from an observer in the middle of a
   * step it lets what that step has begun become durable first.
   */
  public void stop() {
    conversation.stop();
  }

  /** Has the client connect again before its next choice, to learn of changed assignments. */
  public void reconnect() {
    conversation.wantConnect();
  }

  /** Goes on after {@link #stop}. */
  public void start() {
    machine.moveTo(ClientState.LOCAL_READY);
  }

  /**
   * Adds a row.
   *
   * @param row JSON object of wire values by field name, the key included
   * @throws LocalWriteRefused for a row no server would take
   */
  public void insert(String table, String row) {
    writes.insert(table, row);
  }

  /**
   * Changes a row.
   *
   * @param key the key's text: the string itself, or decimal digits
   * @param changes JSON object of wire values by field name
   * @throws LocalWriteRefused for a change no server would take, or when there is no such row
   */
  public void update(String table, String key, String changes) {
    writes.update(table, key, changes);
  }

  /**
   * Removes a row.
   *
   * @throws LocalWriteRefused when there is no such row
   */
  public void delete(String table, String key) {
    writes.delete(table, key);
  }

  /** Every local write there ever was, in order, with what became of it. */
  public List<MutationReport> mutations() {
    return records.mutations().reports();
  }

  /** The assigned scopes. */
  public List<ScopeStatus> scopes() {
    return records.scopes().all().values().stream().map(this::status).toList();
  }

  private ScopeStatus status(ScopeRecord scope) {
    long rows =
        database.count("SELECT count(*) FROM _synchro_scope_row WHERE scope = ?", scope.number());
    return new ScopeStatus(scope.id(), rows, scope.awaitsRebuild(), scope.digest());
  }

  /**
   * Digests of all scopes in hex, computed from the rows themselves and from nothing that was kept
   * about them. Equal to the server's after {@link Progress#DONE}.
   */
  public Map<String, String> recomputedDigests() {
    Catalog catalog = records.catalog();
    Map<String, String> digests = new TreeMap<>(ScopeIds.ORDER);
    records
        .scopes()
        .all()
        .forEach(
            (id, scope) ->
                digests.put(id, Hex.encode(records.verifier().digestFromContent(catalog, scope))));
    return digests;
  }

  /** Requests sent by this object so far. */
  public Map<SyncCall, Long> requests() {
    return conversation.requests();
  }

  /** Closes the database; nothing is sent. */
  @Override
  public void close() {
    database.close();
  }
}
