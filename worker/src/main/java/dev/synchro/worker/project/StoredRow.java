package dev.synchro.worker.project;

import java.util.Arrays;
import java.util.Optional;

/** What is stored of a row before the materialization. */
public final class StoredRow {
  private final RowState state;
  private final long imageId;
  private final Optional<String> serverVersion;
  private final Optional<byte[]> captured;
  private final long[] scopes;

  /**
   * A stored row.
   *
   * @param imageId zero when there is none
   * @param scopes ascending
   */
  public StoredRow(
      RowState state,
      long imageId,
      Optional<String> serverVersion,
      Optional<byte[]> captured,
      long[] scopes) {
    this.state = state;
    this.imageId = imageId;
    this.serverVersion = serverVersion;
    this.captured = captured;
    this.scopes = scopes.clone();
  }

  public RowState state() {
    return state;
  }

  public long imageId() {
    return imageId;
  }

  public Optional<String> serverVersion() {
    return serverVersion;
  }

  public boolean sameCaptured(Optional<byte[]> other) {
    return Arrays.equals(captured.orElse(null), other.orElse(null));
  }

  public Optional<byte[]> captured() {
    return captured.map(byte[]::clone);
  }

  public long[] scopes() {
    return scopes.clone();
  }
}
