package dev.synchro.adapter.http;

import dev.synchro.core.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Reads one request body without blocking a thread, keeps at most the limit, and takes the memory
 * for what it keeps from a shared budget. A body that is too long is read on and thrown away for a
 * while, since a sender that is cut off while sending may never see the answer. Contract 15.
 */
final class BodyReader implements Runnable {
  /** Where the body goes; exactly one of the three is called, once. */
  interface Receiver {
    void received(byte[] body);

    void refused(ErrorCode code);

    /** The sender went away or was too slow. */
    void broken(Throwable why);
  }

  /** How much of a body that is refused is read before the connection is given up. */
  private static final long MOST_DISCARDED = 16L << 20;

  private final Request request;
  private final int limit;
  private final BodyMemory memory;
  private final Receiver receiver;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(1024);
  private Scheduler.Task deadline;
  private long seen;
  private long taken;
  private boolean full;

  BodyReader(Request request, int limit, BodyMemory memory, Receiver receiver) {
    this.request = request;
    this.limit = limit;
    this.memory = memory;
    this.receiver = receiver;
  }

  /** Starts reading; a body not complete in time is broken off. */
  void start(Duration atMost) {
    if (request.getLength() > limit && expectsContinue()) {
      receiver.refused(ErrorCode.INVALID_REQUEST);
      return;
    }
    deadline =
        request
            .getComponents()
            .getScheduler()
            .schedule(
                () -> request.fail(new TimeoutException("body not complete in time")),
                atMost.toMillis(),
                TimeUnit.MILLISECONDS);
    run();
  }

  private boolean expectsContinue() {
    return request.getHeaders().contains(HttpHeader.EXPECT);
  }

  /** Reads what is there; called again when there is more. */
  @Override
  public void run() {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        end();
        receiver.broken(chunk.getFailure());
        return;
      }
      boolean last = chunk.isLast();
      take(chunk);
      chunk.release();
      if (last || seen > MOST_DISCARDED) {
        end();
        tell();
        return;
      }
    }
  }

  private void take(Content.Chunk chunk) {
    int octets = chunk.remaining();
    seen += octets;
    if (full || seen > limit || request.getLength() > limit) {
      return;
    }
    if (!memory.take(octets)) {
      full = true;
      return;
    }
    taken += octets;
    byte[] part = new byte[octets];
    chunk.getByteBuffer().get(part);
    kept.write(part, 0, octets);
  }

  private void end() {
    deadline.cancel();
  }

  private void tell() {
    if (seen > limit) {
      receiver.refused(ErrorCode.INVALID_REQUEST);
    } else if (full) {
      receiver.refused(ErrorCode.RETRY_LATER);
    } else {
      receiver.received(kept.toByteArray());
    }
  }

  /** Octets taken from the budget; whoever started the reading gives them back. */
  long taken() {
    return taken;
  }
}
