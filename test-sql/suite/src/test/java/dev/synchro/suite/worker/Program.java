package dev.synchro.suite.worker;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.synchro.worker.Main;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * One run of the program up to its end, within this JVM.
 *
 * @param status the exit status
 * @param lines what it logged, without times
 */
record Program(int status, List<String> lines) {

  static Program run(String... arguments) {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ListAppender<ILoggingEvent> appender = new ListAppender<>();
    appender.start();
    root.addAppender(appender);
    try {
      int status = Main.execute(arguments);
      return new Program(
          status, appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList());
    } finally {
      root.detachAppender(appender);
    }
  }
}
