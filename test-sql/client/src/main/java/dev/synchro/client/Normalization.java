package dev.synchro.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What remains of the unsealed mutations of one row before they are sent. Contract 6.3: insert and
 * update make one insert, insert and delete make nothing, updates make one update on the first
 * base, update and delete make a delete on the first base; a delete takes nothing after it.
 *
 * @param superseded mutations a combination stands for
 * @param cancelled mutations that undid each other
 * @param combinations new mutations, each in the place of its first part
 */
record Normalization(
    List<Mutation> superseded, List<Mutation> cancelled, List<Mutation> combinations) {

  Normalization {
    superseded = List.copyOf(superseded);
    cancelled = List.copyOf(cancelled);
    combinations = List.copyOf(combinations);
  }

  /**
   * @param pending the unsealed mutations of one row in order
   * @param identities fresh mutation ids
   * @param fits whether a combination may be sent as one mutation
   */
  static Normalization of(
      List<Mutation> pending, Supplier<String> identities, Predicate<Mutation> fits) {
    Run run = new Run(identities, fits);
    pending.forEach(run::take);
    return run.end();
  }

  boolean changesNothing() {
    return superseded.isEmpty() && cancelled.isEmpty();
  }

  /** The parts that are being combined, and what became of the runs before them. */
  private static final class Run {

    private final Supplier<String> identities;
    private final Predicate<Mutation> fits;
    private final List<Mutation> superseded = new ArrayList<>();
    private final List<Mutation> cancelled = new ArrayList<>();
    private final List<Mutation> combinations = new ArrayList<>();
    private final List<Mutation> parts = new ArrayList<>();
    private Optional<Mutation> whole = Optional.empty();

    Run(Supplier<String> identities, Predicate<Mutation> fits) {
      this.identities = identities;
      this.fits = fits;
    }

    void take(Mutation next) {
      if (cancels(next)) {
        cancelled.addAll(parts);
        cancelled.add(next);
        parts.clear();
        whole = Optional.empty();
        return;
      }
      Optional<Mutation> longer = joined(next);
      if (longer.isEmpty()) {
        close();
      }
      whole = longer.or(() -> Optional.of(next));
      parts.add(next);
    }

    private boolean cancels(Mutation next) {
      return next.operation() == Operation.DELETE
          && whole.filter(first -> first.operation() == Operation.INSERT).isPresent();
    }

    private Optional<Mutation> joined(Mutation next) {
      return whole
          .filter(first -> first.operation() != Operation.DELETE)
          .filter(first -> next.operation() != Operation.INSERT)
          .filter(first -> first.authored().equals(next.authored()))
          .map(first -> first.combined(next, identities.get()))
          .filter(fits);
    }

    private void close() {
      if (parts.size() > 1) {
        superseded.addAll(parts);
        combinations.add(whole.orElseThrow());
      }
      parts.clear();
      whole = Optional.empty();
    }

    Normalization end() {
      close();
      return new Normalization(superseded, cancelled, combinations);
    }
  }
}
