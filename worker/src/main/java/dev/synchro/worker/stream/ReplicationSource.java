package dev.synchro.worker.stream;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * WAL octets of one slot. There are three positions: <em>received</em> is what the server has shown
 * us, <em>stored</em> is what the store has committed, <em>acknowledged</em> is what the server has
 * been told it may forget. Promise: nothing is acknowledged except through {@link #acknowledge}.
 * One thread owns a source.
 */
public interface ReplicationSource extends AutoCloseable {
  /** The next message, or empty when the server has nothing to say for about a millisecond. */
  Optional<ByteBuffer> poll();

  /**
   * The position up to which the server has shown everything it had, meaningful directly after
   * {@link #poll} came back empty. Unsigned.
   */
  long receivedLsn();

  /** Tells the server that everything before {@code storedLsn} is stored, and that we live. */
  void acknowledge(long storedLsn);

  @Override
  void close();
}
