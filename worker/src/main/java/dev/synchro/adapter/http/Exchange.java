package dev.synchro.adapter.http;

import dev.synchro.worker.fault.StackPlaces;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request and its answer. It is answered or broken off once; what comes later is ignored. */
final class Exchange {
  private static final Logger log = LoggerFactory.getLogger(Exchange.class);
  private static final String RETRY_SECONDS = "5";

  /** Below this a packed answer saves no packet worth its time. */
  private static final int LEAST_PACKED_OCTETS = 1024;

  /** What the measurements say of an exchange without an answer; nginx counts them likewise. */
  private static final int BROKEN_STATUS = 499;

  private static final String BROKEN = "broken";
  private static final String COUNTED = Exchange.class.getName();

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final String route;
  private final RequestMeter meter;
  private final String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  private final long startNanos = System.nanoTime();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile Runnable atEnd = () -> {};

  Exchange(
      Request request, Response response, Callback callback, String route, RequestMeter meter) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.route = route;
    this.meter = meter;
    request.setAttribute(COUNTED, this);
  }

  /** The id under which the exchange is found in the log. */
  String id() {
    return id;
  }

  /** Says what must happen when the last octet of the answer is gone, or nobody waits for it. */
  void atEnd(Runnable action) {
    atEnd = action;
  }

  /** Answers in JSON. */
  void answer(Answer answer) {
    answer(answer, JsonContent.TYPE);
  }

  void answer(Answer answer, String contentType) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    try {
      byte[] body = head(answer, contentType);
      int sent = body.length;
      response.write(
          true,
          ByteBuffer.wrap(body),
          Callback.from(
              () -> end(answer.status(), answer.code(), sent, callback::succeeded),
              failure -> end(BROKEN_STATUS, BROKEN, 0, () -> callback.failed(failure))));
    } catch (RuntimeException e) {
      log.error("internal error {}", StackPlaces.of(e));
      end(BROKEN_STATUS, BROKEN, 0, () -> callback.failed(e));
    }
  }

  /** Writes status and header fields; returns the body as it will be sent. */
  private byte[] head(Answer answer, String contentType) {
    byte[] body = answer.body();
    HttpFields.Mutable fields = response.getHeaders();
    response.setStatus(answer.status());
    fields.put("X-Request-Id", id);
    fields.put(HttpHeader.CACHE_CONTROL, "no-store");
    if (answer.status() == Answer.TOO_SLOW_STATUS) {
      fields.put(HttpHeader.CONNECTION, "close");
    }
    answer.allow().ifPresent(method -> fields.put(HttpHeader.ALLOW, method));
    if (answer.status() == 401) {
      fields.put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
    }
    if (answer.retryable()) {
      fields.put(HttpHeader.RETRY_AFTER, RETRY_SECONDS);
    }
    if (body.length > 0) {
      fields.put(HttpHeader.CONTENT_TYPE, contentType);
      fields.put(HttpHeader.VARY, "Accept-Encoding");
      if (body.length >= LEAST_PACKED_OCTETS && acceptsGzip()) {
        body = Gzip.pack(body);
        fields.put(HttpHeader.CONTENT_ENCODING, "gzip");
      }
    }
    fields.put(HttpHeader.CONTENT_LENGTH, body.length);
    return body;
  }

  private boolean acceptsGzip() {
    return request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING).contains("gzip");
  }

  /** Whether answering this takes long enough not to do it on a thread that makes calls. */
  boolean isLong(Answer answer) {
    return answer.body().length >= LEAST_PACKED_OCTETS && acceptsGzip();
  }

  /** Gives up an exchange whose sender is gone. */
  void broken(Throwable why) {
    if (ended.compareAndSet(false, true)) {
      end(BROKEN_STATUS, BROKEN, 0, () -> callback.failed(why));
    }
  }

  /** Whether a request has come as far as an exchange, which then counts it. */
  static boolean counts(Request request) {
    return request.getAttribute(COUNTED) != null;
  }

  private void end(int status, String code, long sent, Runnable complete) {
    meter.answered(
        id,
        route,
        status,
        code,
        Duration.ofNanos(System.nanoTime() - startNanos),
        Request.getContentBytesRead(request),
        sent);
    complete.run();
    atEnd.run();
  }
}
