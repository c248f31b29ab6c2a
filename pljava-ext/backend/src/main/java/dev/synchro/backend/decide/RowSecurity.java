package dev.synchro.backend.decide;

import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.facts.RelationFacts.PolicyFacts;

/** What the row security policies of a table do to our roles. Contract 3.4. */
final class RowSecurity {
  private RowSecurity() {}

  /** Whether capture reads every row, as long as no restrictive policy takes some away. */
  static boolean workerSeesEverything(RelationFacts relation) {
    for (PolicyFacts policy : relation.policies()) {
      boolean reads = policy.command().equals("*") || policy.command().equals("r");
      if (policy.toWorker()
          && policy.permissive()
          && reads
          && policy.using().filter("true"::equals).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** Whether a push sees and writes every row, as far as no restrictive policy forbids it. */
  static boolean ownerSeesEverything(RelationFacts relation) {
    for (PolicyFacts policy : relation.policies()) {
      if (policy.toOwner() && policy.allowsEverything()) {
        return true;
      }
    }
    return false;
  }

  /** Whether a policy bounds what a push may see and write. */
  static boolean restrictsOwner(PolicyFacts policy) {
    return policy.toOwner()
        && !policy.permissive()
        && policy.command().equals("*")
        && policy.using().isPresent()
        && policy.check().isPresent();
  }
}
