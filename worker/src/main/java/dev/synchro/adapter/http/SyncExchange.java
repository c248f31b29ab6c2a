package dev.synchro.adapter.http;

import dev.synchro.adapter.database.CallThreads;
import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.message.SyncCall;
import dev.synchro.worker.fault.StackPlaces;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An admitted request on its way: its body, its wait, its one call. Place and memory are given back
 * when its exchange ends.
 */
final class SyncExchange implements BodyReader.Receiver, CallThreads.Work {
  private static final Logger log = LoggerFactory.getLogger(SyncExchange.class);

  private final Parts parts;
  private final SyncCall call;
  private final String user;
  private final BodyCoding coding;
  private final Exchange exchange;
  private BodyReader reader;
  private Executor answering;
  private byte[] body;
  private volatile long memory;

  SyncExchange(Parts parts, SyncCall call, String user, BodyCoding coding, Exchange exchange) {
    this.parts = parts;
    this.call = call;
    this.user = user;
    this.coding = coding;
    this.exchange = exchange;
  }

  /** Starts; everything else follows from what arrives. */
  void read(Request request) {
    exchange.atEnd(this::giveBack);
    answering = request.getComponents().getExecutor();
    reader = new BodyReader(request, call.maxBodyOctets(), parts.memory(), this);
    reader.start(parts.bodyTime());
  }

  private void giveBack() {
    parts.memory().give(memory);
    parts.admission().leave();
  }

  @Override
  public void received(byte[] octets) {
    memory = reader.taken();
    if (coding == BodyCoding.GZIP) {
      // Unpacked it may be as long as any body.
      if (!parts.memory().take(call.maxBodyOctets())) {
        exchange.answer(Answer.of(ErrorCode.RETRY_LATER));
        return;
      }
      memory = reader.taken() + call.maxBodyOctets();
    }
    body = octets;
    parts.threads().submit(this);
  }

  @Override
  public void refused(ErrorCode code) {
    memory = reader.taken();
    exchange.answer(Answer.of(code));
  }

  @Override
  public void broken(Throwable why) {
    memory = reader.taken();
    if (why instanceof TimeoutException) {
      exchange.answer(Answer.tooSlow());
    } else {
      exchange.broken(why);
    }
  }

  @Override
  public void run() {
    Answer answer;
    try {
      answer = call();
    } catch (RuntimeException bug) {
      log.error("id={} internal error {}", exchange.id(), StackPlaces.of(bug));
      answer = Answer.of(ErrorCode.TEMPORARY_UNAVAILABLE);
    }
    Answer made = answer;
    if (exchange.isLong(made)) {
      answering.execute(() -> exchange.answer(made));
    } else {
      exchange.answer(made);
    }
  }

  @Override
  public void expired() {
    exchange.answer(Answer.of(ErrorCode.TEMPORARY_UNAVAILABLE));
  }

  private Answer call() {
    Optional<byte[]> request =
        coding == BodyCoding.GZIP ? Gzip.unpack(body, call.maxBodyOctets()) : Optional.of(body);
    if (request.isEmpty() || !BodyShape.acceptable(request.get())) {
      return Answer.of(ErrorCode.INVALID_REQUEST);
    }
    try {
      return parts
          .functions()
          .call(call, user, request.get())
          .map(Answer::returned)
          .orElseGet(() -> Answer.of(ErrorCode.INVALID_REQUEST));
    } catch (SQLException e) {
      CallFailure failure = CallFailure.of(e);
      parts.meter().callFailed(exchange.id(), failure);
      return Answer.of(failure.code());
    }
  }
}
