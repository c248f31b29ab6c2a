package dev.synchro.adapter.http;

import dev.synchro.adapter.config.AdapterConfig;
import dev.synchro.adapter.database.CallThreads;
import dev.synchro.adapter.database.ConnectionPool;
import dev.synchro.adapter.database.Readiness;
import dev.synchro.adapter.database.SyncFunctions;
import dev.synchro.adapter.token.TokenKeyFiles;
import dev.synchro.adapter.token.TokenVerifier;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.WorkerFault;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The two addresses that are listened on, and everything behind them. HTTP/1.1 with keep-alive. */
public final class HttpServer implements AutoCloseable {
  private static final int MOST_THREADS = 64;
  private static final int OPERATOR_CLIENTS = 64;
  private static final int WAITING_DOCUMENTS = 64;
  private static final int HEADER_OCTETS = 16_384;
  private static final Duration IDLE = Duration.ofSeconds(60);

  private final Admission admission;
  private final CallThreads calls;
  private final Readiness readiness;
  private final ExecutorService documents;
  private final Server server;
  private final ServerConnector devices;
  private final ServerConnector operators;

  /** Makes everything; nothing listens before {@link #start}. */
  public HttpServer(
      AdapterConfig config, TokenVerifier tokens, TokenKeyFiles keys, ConnectionPool pool) {
    SyncFunctions functions = new SyncFunctions(pool);
    RequestMeter meter = new RequestMeter();
    BodyMemory memory = new BodyMemory(config.traffic().bodyOctets());
    admission = new Admission(config.traffic().maxRequests());
    calls =
        new CallThreads(
            config.database().connections(),
            config.traffic().maxRequests(),
            config.database().waitTime());
    readiness = new Readiness(functions);
    documents =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_DOCUMENTS),
            work -> new Thread(work, "documents"));
    meter.watch(admission, memory, calls, pool, keys);
    Parts parts =
        new Parts(
            tokens,
            functions,
            calls,
            readiness,
            admission,
            memory,
            config.traffic().bodyTime(),
            meter);
    QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS);
    threads.setName("http");
    server = new Server(threads);
    devices = connector(config.listen());
    operators = connector(config.operatorListen());
    server.addBean(new NetworkConnectionLimit(config.traffic().maxClients(), devices));
    server.addBean(new NetworkConnectionLimit(OPERATOR_CLIENTS, operators));
    server.setErrorHandler(
        (request, response, callback) -> malformed(meter, request, response, callback));
    server.setHandler(
        new ByAddress(new SyncEndpoint(parts), new OperatorEndpoint(parts, documents)));
  }

  private ServerConnector connector(InetSocketAddress address) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(HEADER_OCTETS);
    // One thread takes connections, so that the limit is kept exactly.
    ServerConnector connector = new ServerConnector(server, 1, -1, new HttpConnectionFactory(http));
    connector.setHost(address.getAddress().getHostAddress());
    connector.setPort(address.getPort());
    connector.setIdleTimeout(IDLE.toMillis());
    server.addConnector(connector);
    return connector;
  }

  /** What is no HTTP request gets its status and not a word. */
  private static boolean malformed(
      RequestMeter meter, Request request, Response response, Callback callback) {
    if (!Exchange.counts(request)) {
      meter.malformed(response.getStatus());
    }
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 0);
    callback.succeeded();
    return true;
  }

  /** Sends a request to the endpoint of the address it came in by. */
  private final class ByAddress extends Handler.Abstract.NonBlocking {
    private final Handler forDevices;
    private final Handler forOperators;

    ByAddress(Handler forDevices, Handler forOperators) {
      this.forDevices = forDevices;
      this.forOperators = forOperators;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      boolean operator = request.getConnectionMetaData().getConnector() == operators;
      return (operator ? forOperators : forDevices).handle(request, response, callback);
    }
  }

  /**
   * Starts to listen.
   *
   * @throws WorkerFault when an address cannot be had
   */
  public void start() {
    try {
      server.start();
    } catch (Exception e) {
      close();
      throw new WorkerFault(
          FaultKind.UNAVAILABLE, "cannot listen on listen and operator-listen; is one in use");
    }
  }

  /** The port devices find. */
  public int devicePort() {
    return devices.getLocalPort();
  }

  /** The port operators find. */
  public int operatorPort() {
    return operators.getLocalPort();
  }

  /**
   * Takes no new connections and no new requests, and waits for those it has.
   *
   * @return whether all were answered in time
   */
  public boolean drain(Duration atMost) throws InterruptedException {
    devices.close();
    admission.close();
    return admission.awaitEmpty(atMost);
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      // The process ends; what does not stop in order ends with it.
    }
    calls.close();
    readiness.close();
    documents.shutdownNow();
  }
}
