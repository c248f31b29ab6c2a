package dev.synchro.backend.push;

import dev.synchro.core.value.PortableValue;
import java.util.Optional;

/**
 * What a call knows of one row, shared by all mutations of that row. Read once for all rows of a
 * table and again only when something may have changed it since.
 */
final class RowSlot {
  private final PushedTable table;
  private final PortableValue key;
  private final String keyText;
  private Status status = Status.UNREAD;
  private PushedRow row;
  private Optional<String> deletedVersion = Optional.empty();
  private boolean deletionLookedUp;
  private Optional<String> deletedHere = Optional.empty();
  private long readAt;

  /** What reading the row brought. */
  enum Status {
    UNREAD,
    /** The key is not what PostgreSQL would give back. */
    KEY_REFUSED,
    /** There is no row. */
    MISSING,
    /** There is a row that the user may not see. */
    HIDDEN,
    /** There is a row with a value that has no portable form. */
    UNPORTABLE,
    /** There is a row. */
    FOUND
  }

  RowSlot(PushedTable table, PortableValue key, String keyText) {
    this.table = table;
    this.key = key;
    this.keyText = keyText;
  }

  PushedTable table() {
    return table;
  }

  PortableValue key() {
    return key;
  }

  /** The key as text input. */
  String keyText() {
    return keyText;
  }

  Status status() {
    return status;
  }

  PushedRow row() {
    return row;
  }

  /** Version of the deletion when the identity is known though there is no row. */
  Optional<String> deletedVersion() {
    return deletedVersion;
  }

  boolean deletionLookedUp() {
    return deletionLookedUp;
  }

  /** How many writes the call had made when the row was read. */
  long readAt() {
    return readAt;
  }

  void refused() {
    status = Status.KEY_REFUSED;
  }

  void missing(long writes) {
    status = Status.MISSING;
    row = null;
    readAt = writes;
  }

  void found(PushedRow found, long writes) {
    status = Status.FOUND;
    row = found;
    readAt = writes;
  }

  void unportable(long writes) {
    status = Status.UNPORTABLE;
    row = null;
    readAt = writes;
  }

  void hidden() {
    status = Status.HIDDEN;
  }

  void deletion(Optional<String> version) {
    deletedVersion = version;
    deletionLookedUp = true;
  }

  /** A mutation of this call removed the row; what the projection knows of it comes first. */
  void deletedHere(String version) {
    deletedHere = Optional.of(version);
    deletionLookedUp = false;
  }

  /** The version with which a mutation of this call removed the row. */
  Optional<String> deletedHere() {
    return deletedHere;
  }

  /** What the slot was, to be restored when a unit is undone. */
  Memento memento() {
    return new Memento(status, row, deletedVersion, deletionLookedUp, deletedHere, readAt);
  }

  void restore(Memento memento) {
    status = memento.status;
    row = memento.row;
    deletedVersion = memento.deletedVersion;
    deletionLookedUp = memento.deletionLookedUp;
    deletedHere = memento.deletedHere;
    readAt = memento.readAt;
  }

  /** A former state of a slot. */
  record Memento(
      Status status,
      PushedRow row,
      Optional<String> deletedVersion,
      boolean deletionLookedUp,
      Optional<String> deletedHere,
      long readAt) {}
}
