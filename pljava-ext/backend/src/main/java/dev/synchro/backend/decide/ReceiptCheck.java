package dev.synchro.backend.decide;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.position.Position;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.SeedReceipt;
import dev.synchro.core.token.TokenOpener;
import dev.synchro.core.token.TokenRejected;
import java.util.Optional;

/**
 * Judges seed receipts of scopes that are assigned and still portable. One that cannot be verified
 * and one that is stale are both worth nothing. Contract 5.3.
 */
public final class ReceiptCheck implements ConnectPlan.Receipts {
  private final KeyRing keys;
  private final StreamFacts stream;

  public ReceiptCheck(KeyRing keys, StreamFacts stream) {
    this.keys = keys;
    this.stream = stream;
  }

  @Override
  public Optional<Position> position(String token, ConnectScope scope) {
    SeedReceipt receipt;
    try {
      receipt = TokenOpener.openSeedReceipt(token, keys);
    } catch (TokenRejected rejected) {
      return Optional.empty();
    }
    return isCurrent(receipt, scope) ? Optional.of(receipt.snapshotBoundary()) : Optional.empty();
  }

  private boolean isCurrent(SeedReceipt receipt, ConnectScope scope) {
    ScopeFacts facts = scope.facts();
    Position boundary = receipt.snapshotBoundary();
    return receipt.scopeId().equals(facts.scopeId())
        && receipt.schemaHash().equals(stream.schema().hash())
        && receipt.registryGeneration() == stream.registryGeneration()
        && receipt.streamGeneration() == stream.streamGeneration()
        && receipt.membershipGeneration() == facts.membershipGeneration()
        && receipt.retentionGeneration() == facts.retentionGeneration()
        && boundary.compareTo(facts.floor()) >= 0
        && boundary.compareTo(stream.boundary()) <= 0
        && (changedSince(boundary, scope) || showsState(receipt, facts));
  }

  /** Whether entries changed since, so that only the MAC can vouch for count and digest. */
  private static boolean changedSince(Position boundary, ConnectScope scope) {
    return scope.lastChange().isPresent() && scope.lastChange().get().compareTo(boundary) > 0;
  }

  private static boolean showsState(SeedReceipt receipt, ScopeFacts facts) {
    return receipt.cardinality() == facts.cardinality()
        && receipt.checksum().equals(Hex.encode(facts.digest()));
  }
}
