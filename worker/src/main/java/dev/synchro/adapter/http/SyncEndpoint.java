package dev.synchro.adapter.http;

import dev.synchro.adapter.token.TokenRefused;
import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.message.SyncCall;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The routes of devices: the four calls and {@code /ready}. Contract 5.1. A request passes, in this
 * order, route, method, token, content type, admission and body limit; then it waits for its call.
 */
final class SyncEndpoint extends Handler.Abstract.NonBlocking {
  static final String READY_PATH = "/ready";

  private static final Map<String, SyncCall> CALLS =
      Stream.of(SyncCall.values())
          .collect(Collectors.toUnmodifiableMap(call -> "/sync/" + label(call), call -> call));

  private final Parts parts;

  SyncEndpoint(Parts parts) {
    this.parts = parts;
  }

  private static String label(SyncCall call) {
    return call.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String path = Request.getPathInContext(request);
    SyncCall call = CALLS.get(path);
    if (call != null) {
      sync(call, request, new Exchange(request, response, callback, label(call), parts.meter()));
    } else if (path.equals(READY_PATH)) {
      ready(request, new Exchange(request, response, callback, "ready", parts.meter()));
    } else {
      new Exchange(request, response, callback, "none", parts.meter()).answer(Answer.notFound());
    }
    return true;
  }

  private void ready(Request request, Exchange exchange) {
    if (!request.getMethod().equals("GET")) {
      exchange.answer(Answer.methodNotAllowed("GET"));
    } else {
      answerReadiness(parts, exchange);
    }
  }

  /** Not ready any more once a stop was asked for. */
  static void answerReadiness(Parts parts, Exchange exchange) {
    boolean open = !parts.admission().closed();
    parts.readiness().ask(ready -> exchange.answer(Answer.ready(ready && open)));
  }

  private void sync(SyncCall call, Request request, Exchange exchange) {
    if (!request.getMethod().equals("POST")) {
      exchange.answer(Answer.methodNotAllowed("POST"));
      return;
    }
    String user;
    try {
      user = parts.tokens().user(authorization(request));
    } catch (TokenRefused refused) {
      parts.meter().tokenRefused(refused.reason());
      exchange.answer(Answer.of(ErrorCode.AUTH_REQUIRED));
      return;
    }
    Optional<BodyCoding> coding = BodyCoding.of(request);
    if (coding.isEmpty()) {
      exchange.answer(Answer.of(ErrorCode.INVALID_REQUEST));
      return;
    }
    Admission.Entry entry = parts.admission().enter();
    if (entry == Admission.Entry.ADMITTED) {
      new SyncExchange(parts, call, user, coding.get(), exchange).read(request);
    } else {
      exchange.answer(
          Answer.of(
              entry == Admission.Entry.FULL
                  ? ErrorCode.RETRY_LATER
                  : ErrorCode.TEMPORARY_UNAVAILABLE));
    }
  }

  /** One Authorization header or none: two would let another program in front read the other. */
  private static String authorization(Request request) {
    List<HttpField> fields = request.getHeaders().getFields(HttpHeader.AUTHORIZATION);
    return fields.size() == 1 ? fields.get(0).getValue() : null;
  }
}
