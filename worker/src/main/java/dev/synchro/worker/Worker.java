package dev.synchro.worker;

import dev.synchro.worker.config.WorkerConfig;
import dev.synchro.worker.health.Preflight;
import dev.synchro.worker.stream.WorkerConnections;

/** The life of a worker: check, wait for its turn, take the stream, file it, stop. */
final class Worker {
  private final WorkerConfig config;

  Worker(WorkerConfig config) {
    this.config = config;
  }

  int run() {
    WorkerConnections connections = new WorkerConnections(config.connection());
    Preflight.refuseFailures(Preflight.run(connections));
    return 0;
  }
}
