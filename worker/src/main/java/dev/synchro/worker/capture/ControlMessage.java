package dev.synchro.worker.capture;

import java.util.Objects;

/**
 * A transactional logical message under one of our prefixes. Any role can write one, so its content
 * is untrusted: at most {@link #MAX_CONTENT} octets, otherwise not even kept (contract 9.3).
 */
public final class ControlMessage {
  public static final int MAX_CONTENT = 4096;

  /** The prefixes the worker listens to. */
  public enum Topic {
    PUSH("synchro_push"),
    REGISTRY("synchro_registry"),
    /** Written by the worker itself to know a place in the stream. */
    BOUNDARY("synchro_boundary");

    private final String prefix;

    Topic(String prefix) {
      this.prefix = prefix;
    }

    public String prefix() {
      return prefix;
    }
  }

  private final Topic topic;
  private final byte[] content;

  ControlMessage(Topic topic, byte[] content) {
    this.topic = Objects.requireNonNull(topic);
    this.content = content.clone();
  }

  public Topic topic() {
    return topic;
  }

  public byte[] content() {
    return content.clone();
  }
}
