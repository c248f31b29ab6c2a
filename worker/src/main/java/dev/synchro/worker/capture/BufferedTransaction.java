package dev.synchro.worker.capture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A source transaction held in memory: small enough, or not complete yet. */
public final class BufferedTransaction {
  private final SourceTransaction source;
  private final List<RowEvent> events = new ArrayList<>();
  private final List<ControlMessage> messages = new ArrayList<>();
  private long octets;
  private long endLsn;

  public BufferedTransaction(SourceTransaction source) {
    this.source = source;
  }

  public SourceTransaction source() {
    return source;
  }

  /**
   * Keeps an event.
   *
   * @param size octets of the message it came in
   */
  public void add(RowEvent event, long size) {
    events.add(event);
    // What the objects around a message take, about.
    octets += size + 200;
  }

  public void add(ControlMessage message) {
    messages.add(message);
  }

  public void end(long lsn) {
    endLsn = lsn;
  }

  public long endLsn() {
    return endLsn;
  }

  public List<RowEvent> events() {
    return Collections.unmodifiableList(events);
  }

  public List<ControlMessage> messages() {
    return Collections.unmodifiableList(messages);
  }

  /** Memory it holds, about. */
  public long octets() {
    return octets;
  }

  public boolean isEmpty() {
    return events.isEmpty() && messages.isEmpty();
  }
}
