package dev.synchro.worker;

import dev.synchro.worker.config.ConfigRefused;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.StackPlaces;
import dev.synchro.worker.fault.WorkerFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of a command: one bounded line and an exit code. */
final class Exits {
  private static final Logger log = LoggerFactory.getLogger("synchro");

  private Exits() {}

  static int report(Throwable exception) {
    if (exception instanceof ConfigRefused refused) {
      refused.problems().forEach(problem -> log.error("configuration: {}", problem));
      return FaultKind.CONFIGURATION.exitCode();
    }
    if (exception instanceof WorkerFault fault) {
      log.error("{}", fault.getMessage());
      return fault.kind().exitCode();
    }
    // The message of a foreign exception may hold values; its class and places do not.
    log.error("internal error {}", StackPlaces.of(exception));
    return FaultKind.BUG.exitCode();
  }
}
