package dev.synchro.sqlgen.processor.order;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The order of a graph in which everything comes after what it requires and, of all that could come
 * next, the smallest comes first. The same graph gives the same order however it was built.
 */
public final class StableOrder {

  private StableOrder() {}

  /**
   * Orders the keys of a map from key to required keys. Every required key must itself be a key.
   *
   * @throws Cycle when some keys require each other
   */
  public static <K extends Comparable<K>> List<K> of(Map<K, ? extends NavigableSet<K>> requires)
      throws Cycle {
    NavigableMap<K, NavigableSet<K>> dependents = new TreeMap<>();
    NavigableMap<K, Integer> missing = new TreeMap<>();
    requires.forEach(
        (key, required) -> {
          missing.put(key, required.size());
          required.forEach(
              one -> dependents.computeIfAbsent(one, unused -> new TreeSet<>()).add(key));
        });

    NavigableSet<K> ready = new TreeSet<>();
    missing.forEach(
        (key, count) -> {
          if (count == 0) {
            ready.add(key);
          }
        });
    List<K> order = new ArrayList<>();
    while (!ready.isEmpty()) {
      K next = ready.first();
      ready.remove(next);
      order.add(next);
      for (K dependent : dependents.getOrDefault(next, new TreeSet<>())) {
        if (missing.merge(dependent, -1, Integer::sum) == 0) {
          ready.add(dependent);
        }
      }
    }
    if (order.size() < requires.size()) {
      throw new Cycle(cycle(requires, order));
    }
    return order;
  }

  /** Follows requirements among the keys that found no place until one comes round again. */
  private static <K extends Comparable<K>> List<K> cycle(
      Map<K, ? extends NavigableSet<K>> requires, List<K> placed) {
    NavigableSet<K> open = new TreeSet<>(requires.keySet());
    placed.forEach(open::remove);
    List<K> path = new ArrayList<>();
    K current = open.first();
    while (!path.contains(current)) {
      path.add(current);
      current = requires.get(current).stream().filter(open::contains).findFirst().orElseThrow();
    }
    List<K> cycle = new ArrayList<>(path.subList(path.indexOf(current), path.size()));
    cycle.add(current);
    return cycle;
  }
}
