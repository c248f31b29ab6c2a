package dev.synchro.worker.capture;

/**
 * Takes source transactions apart as they arrive. Promise of the caller: {@code begin}, then events
 * and messages in order, then {@code commit}, and only then the next {@code begin}; a transaction
 * is announced by the server only after it committed, so what has begun will end unless the stream
 * breaks. Nothing may become visible before {@code commit}.
 */
public interface TransactionReceiver {
  void begin(SourceTransaction transaction);

  void event(RowEvent event);

  void message(ControlMessage message);

  /** {@code endLsn} is the first position after the commit record. */
  void commit(SourceTransaction transaction, long endLsn);

  /** A message under our prefixes that cannot be trusted by its form alone was dropped. */
  void ignored(IgnoredMessage reason);

  /** Why a logical message was dropped. */
  enum IgnoredMessage {
    NOT_TRANSACTIONAL,
    OVERSIZED
  }
}
