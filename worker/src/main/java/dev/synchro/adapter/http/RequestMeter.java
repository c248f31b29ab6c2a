package dev.synchro.adapter.http;

import dev.synchro.adapter.database.CallThreads;
import dev.synchro.adapter.database.ConnectionPool;
import dev.synchro.adapter.token.TokenKeyFiles;
import dev.synchro.adapter.token.TokenRefused;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and logs what becomes of requests. Labels and lines hold routes, codes, counts, durations
 * and an id made for the purpose; nothing a sender can choose. Contract 11.
 */
final class RequestMeter {
  static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final Logger log = LoggerFactory.getLogger("requests");
  private static final double[] SECONDS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
  };

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Counter requests =
      Counter.builder()
          .name("synchro_adapter_requests_total")
          .help("requests by route, HTTP status and code")
          .labelNames("route", "status", "code")
          .register(registry);
  private final Histogram seconds =
      Histogram.builder()
          .name("synchro_adapter_request_seconds")
          .help("time from the request line to the last octet of the answer")
          .labelNames("route")
          .classicOnly()
          .classicUpperBounds(SECONDS)
          .register(registry);
  private final Counter received =
      Counter.builder()
          .name("synchro_adapter_request_octets_total")
          .help("octets of request bodies as received")
          .labelNames("route")
          .register(registry);
  private final Counter sent =
      Counter.builder()
          .name("synchro_adapter_answer_octets_total")
          .help("octets of answers as sent")
          .labelNames("route")
          .register(registry);
  private final Counter tokens =
      Counter.builder()
          .name("synchro_adapter_refused_tokens_total")
          .help("requests without a token that can be believed, by reason")
          .labelNames("reason")
          .register(registry);
  private final Counter failures =
      Counter.builder()
          .name("synchro_adapter_failed_calls_total")
          .help("calls that ended in a database error, by SQLSTATE class")
          .labelNames("sqlstate_class")
          .register(registry);

  /** Shows the state of the parts that have one. */
  void watch(
      Admission admission,
      BodyMemory memory,
      CallThreads calls,
      ConnectionPool pool,
      TokenKeyFiles keys) {
    gauge("synchro_adapter_requests_held", "requests being held", admission::held);
    gauge("synchro_adapter_calls_waiting", "requests waiting for their call", calls::waiting);
    gauge("synchro_adapter_body_octets_free", "memory left for request bodies", memory::free);
    gauge("synchro_adapter_connections_busy", "database connections in use", pool::busy);
    gauge("synchro_adapter_connections_idle", "database connections not in use", pool::idle);
    gauge(
        "synchro_adapter_token_keys_current",
        "1 when the keys in force are those of the files",
        () -> keys.current() ? 1 : 0);
  }

  private void gauge(String name, String help, DoubleSupplier value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback -> callback.call(value.getAsDouble()))
        .register(registry);
  }

  /** Something arrived, was answered, and is gone. */
  void answered(
      String id,
      String route,
      int status,
      String code,
      Duration time,
      long octetsIn,
      long octetsOut) {
    requests.labelValues(route, String.valueOf(status), code).inc();
    seconds.labelValues(route).observe(time.toNanos() / 1e9);
    received.labelValues(route).inc(octetsIn);
    sent.labelValues(route).inc(octetsOut);
    log.info(
        "id={} route={} status={} code={} micros={} in={} out={}",
        id,
        route,
        status,
        code,
        time.toNanos() / 1000,
        octetsIn,
        octetsOut);
  }

  /** What arrived was no HTTP request we take. */
  void malformed(int status) {
    requests.labelValues("none", String.valueOf(status), "malformed").inc();
  }

  void tokenRefused(TokenRefused.Reason reason) {
    tokens.labelValues(reason.label()).inc();
  }

  /** A call ended in a database error. */
  void callFailed(String id, CallFailure failure) {
    failures.labelValues(failure.state().substring(0, 2)).inc();
    if (failure.foreseen()) {
      log.warn("id={} the call ended with SQLSTATE {}", id, failure.state());
    } else {
      log.error("id={} the call ended with unforeseen SQLSTATE {}", id, failure.state());
    }
  }

  /** Everything in the text form Prometheus reads. */
  byte[] text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create()
          .write(out, registry.scrape(), EscapingScheme.UNDERSCORE_ESCAPING);
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory cannot fail", e);
    }
    return out.toByteArray();
  }
}
