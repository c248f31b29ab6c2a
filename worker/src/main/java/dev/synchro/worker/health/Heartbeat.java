package dev.synchro.worker.health;

import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.stream.WorkerConnections;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Beats on a connection and thread of its own, so that the beat goes on while one huge transaction
 * is being stored. The backend it names is the one that does the storing.
 */
public final class Heartbeat implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);

  private final WorkerConnections connections;
  private final Duration interval;
  private final AtomicReference<WorkerStatus> status = new AtomicReference<>(WorkerStatus.STARTING);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread;
  private Optional<HeartbeatStore> store = Optional.empty();
  private volatile int backendPid;
  private volatile boolean stopped;
  private boolean urgent;

  private Heartbeat(WorkerConnections connections, Duration interval) {
    this.connections = connections;
    this.interval = interval;
    this.thread = new Thread(this::run, "heartbeat");
    thread.setDaemon(true);
  }

  public static Heartbeat start(WorkerConnections connections, Duration interval, int backendPid) {
    Heartbeat heartbeat = new Heartbeat(connections, interval);
    heartbeat.backendPid = backendPid;
    heartbeat.thread.start();
    return heartbeat;
  }

  public WorkerStatus status() {
    return status.get();
  }

  /** What the next beat says; a change of state beats at once. */
  public void say(WorkerStatus next) {
    WorkerStatus before = status.getAndSet(next);
    if (before.state() != next.state()) {
      wake();
    }
  }

  private void wake() {
    lock.lock();
    try {
      urgent = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Says {@code stopped} and ends. */
  @Override
  public void close() {
    status.set(status.get().pending(Optional.empty()).state(WorkerState.STOPPED));
    stopped = true;
    wake();
    try {
      thread.join(Duration.ofSeconds(5).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    boolean last;
    do {
      last = stopped;
      beat();
      if (!last) {
        await();
      }
    } while (!last);
    store.ifPresent(HeartbeatStore::close);
  }

  private void beat() {
    try {
      if (store.isEmpty()) {
        store = Optional.of(new HeartbeatStore(connections.openAsWorker("heartbeat")));
      }
      store.get().beat(status.get(), backendPid);
    } catch (WorkerFault e) {
      log.warn("no heartbeat: {}", e.getMessage());
      store.ifPresent(HeartbeatStore::close);
      store = Optional.empty();
    }
  }

  private void await() {
    lock.lock();
    try {
      long nanos = interval.toNanos();
      while (!urgent && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      urgent = false;
    } catch (InterruptedException e) {
      stopped = true;
    } finally {
      lock.unlock();
    }
  }
}
