package dev.synchro.worker.store;

import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RelationPlans;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The members of one scope in memory, ready to be digested again. */
final class ScopeContent {
  private final Map<Integer, RelationEntries> relations = new HashMap<>();

  /** The digest this content had when it was last stored; empty before. */
  private byte[] storedDigest = {};

  RelationEntries of(int relation) {
    return relations.computeIfAbsent(relation, number -> new RelationEntries());
  }

  /** Applies changes in stored order, all of this scope. */
  void apply(List<EntryChange> changes) {
    int from = 0;
    while (from < changes.size()) {
      int relation = changes.get(from).id().relation().number();
      int to = from;
      while (to < changes.size() && changes.get(to).id().relation().number() == relation) {
        to++;
      }
      EntryChange[] part = changes.subList(from, to).toArray(EntryChange[]::new);
      relations.put(relation, of(relation).merge(part));
      from = to;
    }
  }

  long octets() {
    long octets = 128;
    for (RelationEntries entries : relations.values()) {
      octets += entries.octets();
    }
    return octets;
  }

  boolean isStoredAs(byte[] digest) {
    return Arrays.equals(storedDigest, digest);
  }

  void storedAs(byte[] digest) {
    storedDigest = digest.clone();
  }

  /**
   * The digest over all entries.
   *
   * @throws dev.synchro.core.error.Malformed when there are not exactly {@code cardinality}
   */
  byte[] digest(RelationPlans plans, String scopeId, long cardinality) {
    SchemaHash schemaHash = plans.schemaHash();
    ScopeDigest digest = ScopeDigest.start(schemaHash, scopeId, cardinality);
    for (RelationPlan plan : inIdentityOrder(plans)) {
      RelationEntries entries = relations.get(plan.number());
      if (entries != null) {
        byte[] head = plan.head();
        for (int i = 0; i < entries.count(); i++) {
          digest.add(head, entries.key(i), entries.digest(i));
        }
      }
    }
    return digest.finish();
  }

  static List<RelationPlan> inIdentityOrder(RelationPlans plans) {
    List<RelationPlan> synced = new ArrayList<>();
    for (RelationPlan plan : plans.all()) {
      if (plan.isSynced()) {
        synced.add(plan);
      }
    }
    synced.sort((left, right) -> Arrays.compareUnsigned(left.head(), right.head()));
    return synced;
  }
}
