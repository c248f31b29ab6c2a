package dev.synchro.worker.stream;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The thread that owns the replication stream. It reads ahead within a memory bound and reports the
 * stored position, so that the server hears from us also while one huge transaction is being
 * stored.
 */
public final class StreamReader implements AutoCloseable {
  private static final int BATCH_MESSAGES = 512;
  private static final int BATCH_OCTETS = 128 * 1024;
  private static final Duration PATIENCE = Duration.ofMillis(100);
  private static final long STATUS_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long ACKNOWLEDGE_INTERVAL_NANOS = Duration.ofMillis(10).toNanos();
  private static final int QUIET_POLLS_BEFORE_PARKING = 2000;
  private static final long PARK_MILLIS = 3;

  private final ReplicationSource source;
  private final WalQueue queue;
  private final AtomicLong stored;
  private final Thread thread;
  private volatile boolean stopped;
  private long lastIdleLsn;
  private long lastAcknowledged;
  private long lastStatusNanos = System.nanoTime();
  private int quietPolls;

  private StreamReader(ReplicationSource source, long queueOctets, long storedLsn) {
    this.source = source;
    this.queue = new WalQueue(queueOctets);
    this.stored = new AtomicLong(storedLsn);
    this.lastAcknowledged = storedLsn;
    this.thread = new Thread(this::run, "stream reader");
    thread.setDaemon(true);
  }

  /** Takes over {@code source} and starts reading. */
  public static StreamReader start(ReplicationSource source, long queueOctets, long storedLsn) {
    StreamReader reader = new StreamReader(source, queueOctets, storedLsn);
    reader.thread.start();
    return reader;
  }

  /** The next batch, or empty when none came in time. Rethrows what stopped the reader. */
  public Optional<WalBatch> take(Duration patience) throws InterruptedException {
    return queue.take(patience);
  }

  /** Whether a further batch is there at once. */
  public boolean hasMore() {
    return !queue.isEmpty();
  }

  /** Everything before {@code lsn} is durably stored; the server is told soon. */
  public void stored(long lsn) {
    stored.set(lsn);
  }

  @Override
  public void close() {
    stopped = true;
    thread.interrupt();
    try {
      thread.join(Duration.ofSeconds(5).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (source) {
      readUntilStopped();
      // The interrupt asked us to stop; the flag must not disturb the last message.
      Thread.interrupted();
      source.acknowledge(stored.get());
    } catch (Throwable e) {
      queue.fail(e);
    }
  }

  private void readUntilStopped() {
    try {
      while (!stopped) {
        WalBatch batch = read();
        if (!batch.messages().isEmpty() || batch.idleLsn().isPresent()) {
          hand(batch);
        }
        report();
        parkWhenQuiet(batch);
      }
    } catch (InterruptedException e) {
      stopped = true;
    }
  }

  private WalBatch read() {
    List<ByteBuffer> messages = new ArrayList<>();
    int octets = 0;
    while (messages.size() < BATCH_MESSAGES && octets < BATCH_OCTETS) {
      Optional<ByteBuffer> message = source.poll();
      if (message.isEmpty()) {
        return new WalBatch(messages, newIdleLsn());
      }
      messages.add(message.get());
      octets += message.get().remaining();
    }
    return new WalBatch(messages, OptionalLong.empty());
  }

  private OptionalLong newIdleLsn() {
    long lsn = source.receivedLsn();
    if (Long.compareUnsigned(lsn, lastIdleLsn) <= 0) {
      return OptionalLong.empty();
    }
    lastIdleLsn = lsn;
    return OptionalLong.of(lsn);
  }

  private void hand(WalBatch batch) throws InterruptedException {
    while (!queue.offer(batch, PATIENCE)) {
      report();
    }
  }

  private void report() {
    long lsn = stored.get();
    long waited = System.nanoTime() - lastStatusNanos;
    boolean news = lsn != lastAcknowledged && waited >= ACKNOWLEDGE_INTERVAL_NANOS;
    if (news || waited >= STATUS_INTERVAL_NANOS) {
      source.acknowledge(lsn);
      lastAcknowledged = lsn;
      lastStatusNanos = System.nanoTime();
    }
  }

  /** Each poll waits a millisecond for data; after a while of nothing, look a little less often. */
  private void parkWhenQuiet(WalBatch batch) throws InterruptedException {
    quietPolls = batch.messages().isEmpty() ? quietPolls + 1 : 0;
    if (quietPolls > QUIET_POLLS_BEFORE_PARKING) {
      Thread.sleep(PARK_MILLIS);
    }
  }
}
