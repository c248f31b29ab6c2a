package dev.synchro.worker.project;

/** The state of a row identity as stored. Contract 1.1. */
public enum RowState {
  LIVE(0),
  /** The row exists and is marked deleted. */
  TOMBSTONE(1),
  /** The row is gone; its identity and deletion version remain. */
  FENCE(2);

  private final int code;

  RowState(int code) {
    this.code = code;
  }

  /** The number in {@code row_head.state}. */
  public int code() {
    return code;
  }

  public static RowState of(int code) {
    for (RowState state : values()) {
      if (state.code == code) {
        return state;
      }
    }
    throw new IllegalArgumentException("no row state has this number");
  }
}
