package dev.synchro.worker.capture;

import java.nio.charset.StandardCharsets;

/** Makes control messages for tests of other packages. */
public final class ControlMessages {
  private ControlMessages() {}

  public static ControlMessage push(String content) {
    return new ControlMessage(ControlMessage.Topic.PUSH, content.getBytes(StandardCharsets.UTF_8));
  }
}
