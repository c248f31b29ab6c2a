package dev.synchro.worker.stream;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;

/**
 * Messages in the order they came, and, when the server had nothing further to say, the position up
 * to which it had shown everything.
 */
public record WalBatch(List<ByteBuffer> messages, OptionalLong idleLsn) {
  public WalBatch {
    messages = List.copyOf(messages);
  }

  long octets() {
    long octets = 0;
    for (ByteBuffer message : messages) {
      octets += message.remaining();
    }
    return octets;
  }
}
