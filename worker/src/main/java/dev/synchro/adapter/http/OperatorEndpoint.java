package dev.synchro.adapter.http;

import java.sql.SQLException;
import java.util.concurrent.Executor;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The routes of operators, on an address of their own that devices must not reach: metrics,
 * liveness, readiness, and the two documents contract 5.1 keeps to the operator network. Liveness
 * says that this process serves; it never asks the server, whose absence no restart here can mend.
 */
final class OperatorEndpoint extends Handler.Abstract.NonBlocking {
  /** A function without arguments that returns a document. */
  private interface Document {
    byte[] read() throws SQLException;
  }

  private final Parts parts;
  private final Executor documents;

  /**
   * @param documents where documents are fetched, one at a time
   */
  OperatorEndpoint(Parts parts, Executor documents) {
    this.parts = parts;
    this.documents = documents;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String path = Request.getPathInContext(request);
    switch (path) {
      case "/metrics" -> {
        Exchange exchange = exchange("metrics", request, response, callback);
        if (isGet(request, exchange)) {
          exchange.answer(Answer.document(parts.meter().text()), RequestMeter.CONTENT_TYPE);
        }
      }
      case "/live" -> {
        Exchange exchange = exchange("live", request, response, callback);
        if (isGet(request, exchange)) {
          exchange.answer(Answer.live());
        }
      }
      case SyncEndpoint.READY_PATH -> {
        Exchange exchange = exchange("ready", request, response, callback);
        if (isGet(request, exchange)) {
          SyncEndpoint.answerReadiness(parts, exchange);
        }
      }
      case "/sync/schema" ->
          fetch(
              request, exchange("schema", request, response, callback), parts.functions()::schema);
      case "/sync/tables" ->
          fetch(
              request, exchange("tables", request, response, callback), parts.functions()::tables);
      default -> exchange("none", request, response, callback).answer(Answer.notFound());
    }
    return true;
  }

  private Exchange exchange(String route, Request request, Response response, Callback callback) {
    return new Exchange(request, response, callback, route, parts.meter());
  }

  private static boolean isGet(Request request, Exchange exchange) {
    if (request.getMethod().equals("GET")) {
      return true;
    }
    exchange.answer(Answer.methodNotAllowed("GET"));
    return false;
  }

  private void fetch(Request request, Exchange exchange, Document document) {
    if (isGet(request, exchange)) {
      documents.execute(() -> exchange.answer(fetched(exchange, document)));
    }
  }

  private Answer fetched(Exchange exchange, Document document) {
    try {
      return Answer.document(document.read());
    } catch (SQLException e) {
      CallFailure failure = CallFailure.of(e);
      parts.meter().callFailed(exchange.id(), failure);
      return Answer.of(failure.code());
    }
  }
}
