package dev.synchro.adapter;

import dev.synchro.adapter.config.AdapterConfig;
import dev.synchro.adapter.database.ConnectionPool;
import dev.synchro.adapter.http.HttpServer;
import dev.synchro.adapter.token.KeysRefused;
import dev.synchro.adapter.token.TokenKeyFiles;
import dev.synchro.adapter.token.TokenVerifier;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.WorkerFault;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of an adapter: read the keys, listen, read the keys again and again, drain, stop. */
final class Adapter {
  private static final Logger log = LoggerFactory.getLogger(Adapter.class);
  private static final Duration RELOAD = Duration.ofSeconds(5);
  private static final Duration END_PATIENCE = Duration.ofSeconds(10);

  private final AdapterConfig config;
  private final CountDownLatch stopAsked = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  Adapter(AdapterConfig config) {
    this.config = config;
  }

  /** Runs until a signal asks to stop; returns the exit code. */
  int run() {
    TokenKeyFiles keys = keys();
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
    try (ConnectionPool pool = new ConnectionPool(config.database());
        HttpServer server =
            new HttpServer(
                config, new TokenVerifier(config.token(), keys, Clock.systemUTC()), keys, pool)) {
      server.start();
      log.info(
          "listening for devices on port {} and for operators on port {}",
          server.devicePort(),
          server.operatorPort());
      if (config.token().audience().isEmpty()) {
        log.warn("token-audience is not set: tokens for other services are believed too");
      }
      while (!stopAsked.await(RELOAD.toMillis(), TimeUnit.MILLISECONDS)) {
        keys.reload();
      }
      boolean all = server.drain(config.stopTime());
      log.info(all ? "stopped" : "stopped with requests unanswered");
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FaultKind.TEMPORARY.exitCode();
    } finally {
      ended.countDown();
    }
  }

  private TokenKeyFiles keys() {
    try {
      return TokenKeyFiles.open(config.token());
    } catch (KeysRefused e) {
      throw new WorkerFault(FaultKind.CONFIGURATION, e.getMessage());
    }
  }

  private void stop() {
    stopAsked.countDown();
    try {
      ended.await(config.stopTime().plus(END_PATIENCE).toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
