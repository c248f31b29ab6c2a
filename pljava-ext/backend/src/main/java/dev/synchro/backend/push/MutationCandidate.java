package dev.synchro.backend.push;

import dev.synchro.core.message.MutationOutcome;
import dev.synchro.core.message.PushedMutation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A mutation on its way to its outcome. */
final class MutationCandidate {
  private final PushedMutation mutation;
  private final byte[] fingerprinted;
  private Optional<byte[]> copied = Optional.empty();
  private boolean copiedAsApplied;
  private Optional<MutationOutcome> outcome = Optional.empty();
  private RowSlot slot;
  private boolean columnsAcceptable = true;
  private final List<PushedColumn> columns = new ArrayList<>();
  private final List<String> values = new ArrayList<>();

  MutationCandidate(PushedMutation mutation, byte[] fingerprinted) {
    this.mutation = mutation;
    this.fingerprinted = fingerprinted.clone();
  }

  PushedMutation mutation() {
    return mutation;
  }

  /** What the fingerprint of the mutation is the digest of. */
  byte[] fingerprinted() {
    return fingerprinted.clone();
  }

  /** Takes over the stored outcome of the same mutation in another batch. */
  void copy(byte[] text, boolean applied) {
    copied = Optional.of(text);
    copiedAsApplied = applied;
  }

  boolean isCopied() {
    return copied.isPresent();
  }

  boolean isDecided() {
    return copied.isPresent() || outcome.isPresent();
  }

  void decide(MutationOutcome decided) {
    outcome = Optional.of(decided);
  }

  Optional<MutationOutcome> outcome() {
    return outcome;
  }

  boolean isApplied() {
    return copied.isPresent() ? copiedAsApplied : outcome.orElseThrow().applied();
  }

  /** Canonical text of the outcome. */
  byte[] text() {
    return copied.isPresent() ? copied.get() : outcome.orElseThrow().write();
  }

  RowSlot slot() {
    return slot;
  }

  void slot(RowSlot found) {
    slot = found;
  }

  /** Row 7 of the evaluation failed; it counts only after row 6. */
  void refuseColumns() {
    columnsAcceptable = false;
  }

  boolean columnsAcceptable() {
    return columnsAcceptable;
  }

  void value(PushedColumn column, String text) {
    columns.add(column);
    values.add(text);
  }

  /** Whether a statement that writes this mutation writes the other, with other values. */
  boolean sharesStatement(MutationCandidate other) {
    return slot.table() == other.slot.table()
        && mutation.operation() == other.mutation.operation()
        && columns.equals(other.columns);
  }

  /** The columns it gives values to, in the order of the field ids. */
  List<PushedColumn> columns() {
    return columns;
  }

  /** Their values as text input, null for NULL. */
  List<String> values() {
    return values;
  }
}
