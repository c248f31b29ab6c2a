package dev.synchro.backend.decide;

import dev.synchro.core.position.Lsn;
import dev.synchro.core.position.Position;

/**
 * A position as three ordered columns: commit LSN, event ordinal, effect ordinal. The end of a
 * transaction has the greatest event ordinal there is, the start of a generation one below all.
 *
 * @param lsn in PostgreSQL's form
 */
public record StoredPosition(String lsn, long event, long effect) {
  private static final long BEFORE_ALL = -1;
  private static final long BEHIND_ALL = Long.MAX_VALUE;

  /** The start of a stream generation. */
  public static final StoredPosition START = new StoredPosition(Lsn.ZERO.postgres(), BEFORE_ALL, 0);

  /** The end of the transaction that committed at an LSN, or the start when there is none. */
  public static StoredPosition boundary(String commitLsn) {
    return commitLsn == null ? START : new StoredPosition(commitLsn, BEHIND_ALL, 0);
  }

  /** The columns of a position. */
  public static StoredPosition of(Position position) {
    return switch (position.kind()) {
      case EFFECT -> {
        Position.Effect effect = (Position.Effect) position;
        yield new StoredPosition(
            effect.commitLsn().postgres(), effect.eventOrdinal(), effect.effectOrdinal());
      }
      case TRANSACTION_END -> boundary(((Position.TransactionEnd) position).commitLsn().postgres());
      case GENERATION_START -> START;
    };
  }

  /** The position that the columns stand for. */
  public Position position() {
    if (event == BEFORE_ALL) {
      return new Position.GenerationStart();
    }
    Lsn commit = Lsn.parsePostgres(lsn);
    return event == BEHIND_ALL
        ? new Position.TransactionEnd(commit)
        : new Position.Effect(commit, event, effect);
  }
}
