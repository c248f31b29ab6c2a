package dev.synchro.embedded.stack;

/**
 * Something that works with a server and must be closed before it, whatever ends the server.
 * Closing twice does nothing, and may happen from another thread while the companion is at work.
 */
public interface Companion extends AutoCloseable {

  @Override
  void close();
}
