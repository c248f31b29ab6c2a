package dev.synchro.worker.pgoutput;

/**
 * A message that does not follow the protocol. Its text names the place and the fact, never octets
 * of the message (contract 11).
 */
public final class MalformedMessage extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MalformedMessage(String message) {
    super(message);
  }
}
