package dev.synchro.worker;

import dev.synchro.core.position.Lsn;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.worker.config.WorkerConfig;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.FaultPoint;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.generation.Evolution;
import dev.synchro.worker.generation.StreamReset;
import dev.synchro.worker.health.Heartbeat;
import dev.synchro.worker.health.Preflight;
import dev.synchro.worker.health.Preflight.Finding;
import dev.synchro.worker.health.WorkerState;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.RelationPlans;
import dev.synchro.worker.recovery.FirstStart;
import dev.synchro.worker.recovery.ServerFacts;
import dev.synchro.worker.store.Boundary;
import dev.synchro.worker.store.PoisonStore;
import dev.synchro.worker.store.PoisonStore.ActivePoison;
import dev.synchro.worker.store.ProgressStore;
import dev.synchro.worker.store.ProjectionStore;
import dev.synchro.worker.store.RegistryStore;
import dev.synchro.worker.store.StoreSession;
import dev.synchro.worker.store.StoredProgress;
import dev.synchro.worker.stream.PgReplicationSource;
import dev.synchro.worker.stream.StreamReader;
import dev.synchro.worker.stream.WalBatch;
import dev.synchro.worker.stream.WorkerConnections;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a worker: check, wait for its turn, take the stream, file it, stop. Whatever breaks
 * the connections starts the life again, a little later each time.
 */
final class Worker {
  private static final Logger log = LoggerFactory.getLogger(Worker.class);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  private static final long IDLE_ACKNOWLEDGE_NANOS = Duration.ofMillis(250).toNanos();
  private static final int CHUNK_ROWS = 20_000;

  private final WorkerConfig config;
  private final WorkerConnections connections;
  private final CountDownLatch stopAsked = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private Duration pause = Duration.ofMillis(200);

  Worker(WorkerConfig config) {
    this.config = config;
    this.connections = new WorkerConnections(config.connection());
  }

  /** Runs until a signal asks to stop; returns the exit code. */
  int run() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
    try {
      while (!stopping()) {
        try {
          live();
        } catch (WorkerFault e) {
          if (!e.kind().retryable()) {
            throw e;
          }
          log.warn("{}; trying again", e.getMessage());
          pause(pause);
          pause = longer(pause);
        }
      }
      log.info("stopped");
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FaultKind.TEMPORARY.exitCode();
    } finally {
      ended.countDown();
    }
  }

  private void stop() {
    stopAsked.countDown();
    try {
      ended.await(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean stopping() {
    return stopAsked.getCount() == 0;
  }

  /** Waits, but not beyond a request to stop. */
  private void pause(Duration time) throws InterruptedException {
    stopAsked.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static Duration longer(Duration pause) {
    Duration doubled = pause.multipliedBy(2);
    return doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
  }

  /** One life on one set of connections. */
  private void live() throws InterruptedException {
    Preflight.refuseFailures(Preflight.run(connections));
    try (StoreSession session = new StoreSession(connections.openAsWorker("store"))) {
      if (!awaitTurn(session)) {
        return;
      }
      try (Heartbeat heartbeat =
          Heartbeat.start(connections, config.heartbeatInterval(), pid(session))) {
        new Turn(session, heartbeat).run();
      }
    }
  }

  private static int pid(StoreSession session) {
    try {
      return session.backendPid();
    } catch (SQLException e) {
      throw SqlFaults.classify("identify the store session", e);
    }
  }

  /** Only one worker per database works; the others wait and write nothing. */
  private boolean awaitTurn(StoreSession session) throws InterruptedException {
    boolean told = false;
    while (!stopping()) {
      if (session.tryLockDatabase()) {
        return true;
      }
      if (!told) {
        log.info("another worker serves this database; waiting for it to end");
        told = true;
      }
      pause(Duration.ofMillis(500));
    }
    return false;
  }

  /** The time during which this worker is the one that works. */
  private final class Turn {
    private final StoreSession session;
    private final Heartbeat heartbeat;
    private final ProgressStore progressStore;
    private final RegistryStore registryStore;
    private final PoisonStore poisonStore;
    private final ProjectionStore.Limits limits =
        new ProjectionStore.Limits(CHUNK_ROWS, config.chunkOctets(), config.digestCacheOctets());
    private List<Finding> told = List.of();
    private final Evolution evolution;
    private final StreamReset reset;
    private long epoch;
    private RelationPlans plans;
    private ProjectionStore store;
    private long lastAcknowledgedNanos;

    /** Known to hold nothing relevant before it, and stored as such. Unsigned. */
    private long idleLsn;

    Turn(StoreSession session, Heartbeat heartbeat) {
      this.session = session;
      this.heartbeat = heartbeat;
      this.progressStore = new ProgressStore(session);
      this.registryStore = new RegistryStore(session);
      this.poisonStore = new PoisonStore(session);
      this.evolution = new Evolution(connections, session, limits);
      this.reset = new StreamReset(connections, session, limits);
    }

    void run() throws InterruptedException {
      try (evolution;
          reset) {
        work();
      }
    }

    private void work() throws InterruptedException {
      Optional<StoredProgress> stored = progressStore.read();
      boolean ready = publicationReady();
      while (stored.isEmpty() && !stopping()) {
        firstStart();
        stored = progressStore.read();
      }
      if (stopping()) {
        return;
      }
      epoch = progressStore.takeEpoch();
      if (!ready) {
        awaitPublication();
      }
      enterGeneration(stored.get());
      boolean retrying = false;
      while (!stopping()) {
        Optional<ActivePoison> poison = poisonStore.active();
        try {
          if (poison.isPresent() && !retrying) {
            retrying = awaitRetry();
          } else {
            retrying = stream(progressStore.read().orElseThrow(), retrying);
          }
        } catch (ResetDue e) {
          retrying = false;
          activateReset();
        }
      }
    }

    /** What is remembered of an earlier generation is of no use any more. */
    private void enterGeneration(StoredProgress progress) {
      Registry registry = registryStore.read(progress.registryGeneration());
      SchemaManifest manifest = registryStore.readManifest(progress.schemaVersion());
      plans = new RelationPlans(registry, manifest.hash());
      store = new ProjectionStore(session, epoch, limits);
      heartbeat.say(heartbeat.status().registry(registry.generation()));
      evolution.resume(registry, manifest);
      reset.resume(registry, manifest, progress.slotName());
    }

    /** Waits for something to capture, then builds the first stream generation. */
    private void firstStart() throws InterruptedException {
      // Capture dependencies alone give clients nothing.
      boolean registered =
          registryStore
              .readNewest()
              .filter(newest -> !newest.registry().tables().isEmpty())
              .isPresent();
      if (!registered || !publicationReady()) {
        pause(Duration.ofMillis(500));
        return;
      }
      firstStartOperation().run();
    }

    private FirstStart firstStartOperation() {
      String slot = registryStore.setting("synchro.replication_slot").orElse("synchro_slot");
      return new FirstStart(connections, session, limits, slot, session.databaseOid());
    }

    private boolean publicationReady() {
      List<Finding> findings = Preflight.run(connections);
      Preflight.refuseFailures(findings);
      List<Finding> missing = findings.stream().filter(finding -> !finding.good()).toList();
      if (!missing.equals(told)) {
        missing.forEach(each -> log.warn("waiting: {}: {}", each.check(), each.remedy()));
        told = missing;
      }
      return missing.isEmpty();
    }

    /** A publication that does not match keeps the worker from starting. Contract 9.3. */
    private void awaitPublication() throws InterruptedException {
      while (!stopping() && !publicationReady()) {
        pause(Duration.ofMillis(500));
      }
    }

    private void activateReset() {
      if (reset.activate(epoch, progressStore.read().orElseThrow().slotName())) {
        enterGeneration(progressStore.read().orElseThrow());
      }
    }

    private void advanceReset() {
      if (reset.advance()) {
        throw new ResetDue();
      }
    }

    /** Blocked: nothing moves until an operator asks for another attempt. */
    private boolean awaitRetry() throws InterruptedException {
      heartbeat.say(heartbeat.status().state(WorkerState.BLOCKED));
      while (!stopping()) {
        if (poisonStore.active().map(ActivePoison::retryRequested).orElse(true)) {
          return true;
        }
        evolution.standStill();
        advanceReset();
        pause(Duration.ofMillis(200));
      }
      return false;
    }

    /** Files one connection's stream; returns whether the next one is a further attempt. */
    private boolean stream(StoredProgress progress, boolean retrying) throws InterruptedException {
      if (!awaitContinuable(progress)) {
        return retrying;
      }
      heartbeat.say(
          heartbeat.status().stored(progress.materializedLsn(), progress.acknowledgedLsn()));
      Capture capture =
          new Capture(
              store,
              plans,
              config,
              evolution,
              progress.materializedLsn().orElse(0),
              progress.acknowledgedLsn(),
              retrying);
      Optional<Boundary> reached = Optional.empty();
      long repairedLsn = retrying ? poisonStore.flushedLsn() : 0;
      try (StreamReader reader = openReader(progress)) {
        log.info("streaming under registry generation {}", plans.generation());
        heartbeat.say(
            heartbeat.status().state(retrying ? WorkerState.BLOCKED : WorkerState.RUNNING));
        pause = Duration.ofMillis(200);
        file(reader, capture, epoch, repairedLsn);
        return false;
      } catch (StepDue e) {
        reached = Optional.of(e.boundary());
      } catch (Blocked e) {
        capture.abandon();
        if (!isHeld(e)) {
          poison(progress, e);
          return false;
        }
      } finally {
        capture.abandon();
      }
      takeStep(reached);
      return false;
    }

    private void poison(StoredProgress progress, Blocked blocked) {
      log.error(
          "capture is blocked at commit {}: {}{}",
          new Lsn(blocked.commitLsn()),
          blocked.poisoned().detail().text(),
          blocked.poisoned().relationId().map(id -> " (relation " + id + ")").orElse(""));
      poisonStore.record(progress.streamGeneration(), blocked.commitLsn(), blocked.poisoned());
    }

    /**
     * A row event that does not fit what is recorded is held while a registration tells why, and so
     * is a row whose function was replaced; it is filed when the registration takes effect.
     * Contract 9.7.
     */
    private boolean isHeld(Blocked blocked) throws InterruptedException {
      if (!isExplained(blocked)) {
        return false;
      }
      log.info("holding the stream at commit {}", new Lsn(blocked.commitLsn()));
      while (!stopping() && !evolution.isMarked()) {
        evolution.advance();
        if (!evolution.isUnsettled()) {
          return false;
        }
        advanceReset();
        pause(Duration.ofMillis(20));
      }
      return true;
    }

    private boolean isExplained(Blocked blocked) {
      return switch (blocked.poisoned().detail()) {
        case SHAPE_CHANGED -> evolution.explains(blocked.transactionId());
        case FUNCTION_CHANGED -> evolution.explainsFunction(blocked.transactionId());
        default -> false;
      };
    }

    /**
     * Takes the step; where rows must be brought up to its mark, or the stream is held before it,
     * the stream is read once more from where the step begins.
     *
     * @param reached the mark, when everything before it is filed
     */
    private void takeStep(Optional<Boundary> reached) throws InterruptedException {
      if (stopping()) {
        return;
      }
      StoredProgress progress = progressStore.read().orElseThrow();
      long materializedLsn = progress.materializedLsn().orElse(0);
      boolean atMark = reached.isPresent() && !evolution.needsReplay();
      boolean taken =
          atMark
              ? evolution.takeAt(reached.orElseThrow(), epoch, materializedLsn)
              : replayStep(progress, materializedLsn);
      if (taken) {
        enterGeneration(progressStore.read().orElseThrow());
      }
    }

    private boolean replayStep(StoredProgress progress, long materializedLsn)
        throws InterruptedException {
      try (StreamReader reader = openReader(progress)) {
        return evolution.take(reader, epoch, materializedLsn, Worker.this::stopping);
      }
    }

    /** A slot that cannot go on is never replaced in silence: blocked until somebody acts. */
    private boolean awaitContinuable(StoredProgress progress) throws InterruptedException {
      boolean told = false;
      while (!stopping()) {
        try {
          ServerFacts.verify(connections, session, progress);
          return true;
        } catch (WorkerFault e) {
          if (e.kind() != FaultKind.PROTOCOL) {
            throw e;
          }
          if (!told) {
            log.error("capture is blocked: {}", e.getMessage());
            told = true;
          }
          heartbeat.say(heartbeat.status().state(WorkerState.BLOCKED));
          evolution.standStill();
          advanceReset();
          pause(Duration.ofMillis(200));
        }
      }
      return false;
    }

    private StreamReader openReader(StoredProgress progress) {
      long start = evolution.startLsn(progress.slotName(), progress.acknowledgedLsn());
      String publication = registryStore.setting("synchro.publication_name").orElse("synchro_pub");
      return StreamReader.start(
          PgReplicationSource.start(connections, progress.slotName(), publication, start),
          config.chunkOctets(),
          start);
    }

    /**
     * Take, decode, assemble, gather, project, store, acknowledge.
     *
     * @param repairedLsn where a repair may still be found after a retry was asked for; the stream
     *     falls silent before it, too, where it passes much that concerns no registered relation
     */
    private void file(StreamReader reader, Capture capture, long epoch, long repairedLsn)
        throws InterruptedException {
      while (!stopping()) {
        if (capture.isBetweenMaterializations() && !capture.isRetrying()) {
          evolution.advance();
          advanceReset();
        }
        Optional<WalBatch> batch = reader.take(Duration.ofMillis(100));
        if (batch.isEmpty()) {
          continue;
        }
        for (ByteBuffer message : batch.get().messages()) {
          capture.take(message);
        }
        say(capture, batch.get());
        long before = capture.storedLsn();
        capture.settle(reader.hasMore());
        if (batch.get().idleLsn().isPresent() && !reader.hasMore()) {
          if (Long.compareUnsigned(batch.get().idleLsn().getAsLong(), repairedLsn) >= 0) {
            capture.giveUpRetry();
          }
          acknowledgeIdle(capture, batch.get().idleLsn().getAsLong(), epoch);
          refuseDrift(capture, batch.get().idleLsn().getAsLong());
        }
        if (capture.storedLsn() != before) {
          FaultPoint.BEFORE_ACKNOWLEDGE.reached();
          say(capture, batch.get());
        }
        reader.stored(evolution.acknowledgeable(acknowledgeable(capture)));
      }
    }

    private void refuseDrift(Capture capture, long lsn) {
      boolean settled = capture.isIdle() && !capture.isRetrying();
      if (settled && evolution.hasDrifted(lsn)) {
        throw new Blocked(lsn, 0, new Poisoned(PoisonDetail.SHAPE_CHANGED, Optional.empty()));
      }
    }

    /** Nothing relevant stands before {@code lsn}: stored first, then told to the server. */
    private void acknowledgeIdle(Capture capture, long lsn, long epoch) {
      boolean due = System.nanoTime() - lastAcknowledgedNanos >= IDLE_ACKNOWLEDGE_NANOS;
      if (due && capture.isIdle() && Long.compareUnsigned(lsn, acknowledgeable(capture)) > 0) {
        progressStore.acknowledge(lsn, epoch);
        idleLsn = lsn;
        lastAcknowledgedNanos = System.nanoTime();
        heartbeat.say(heartbeat.status().stored(OptionalLong.of(capture.materializedLsn()), lsn));
      }
    }

    private long acknowledgeable(Capture capture) {
      return Long.compareUnsigned(capture.storedLsn(), idleLsn) > 0 ? capture.storedLsn() : idleLsn;
    }

    private void say(Capture capture, WalBatch batch) {
      var status =
          heartbeat
              .status()
              .received(batch.idleLsn(), Instant.now())
              .pending(capture.oldestPending());
      if (capture.materializedLsn() != 0) {
        status =
            status.stored(OptionalLong.of(capture.materializedLsn()), acknowledgeable(capture));
      }
      if (!capture.isRetrying()) {
        status = status.state(WorkerState.RUNNING);
      }
      heartbeat.say(status);
    }
  }
}
