package dev.synchro.worker.store;

/** A set of scope numbers without an object for each. */
final class ScopeNumbers {
  private long[] places = new long[64];
  private int count;

  /** Scope numbers start at 1, so that zero marks a free place. */
  void add(long scope) {
    if (put(places, scope)) {
      count++;
      if (count * 2 > places.length) {
        grow();
      }
    }
  }

  void addAll(ScopeNumbers others) {
    for (long scope : others.places) {
      if (scope != 0) {
        add(scope);
      }
    }
  }

  private void grow() {
    long[] larger = new long[places.length * 2];
    for (long scope : places) {
      if (scope != 0) {
        put(larger, scope);
      }
    }
    places = larger;
  }

  private static boolean put(long[] places, long scope) {
    int place = Long.hashCode(scope * 0x9E3779B97F4A7C15L) & (places.length - 1);
    while (places[place] != 0) {
      if (places[place] == scope) {
        return false;
      }
      place = (place + 1) & (places.length - 1);
    }
    places[place] = scope;
    return true;
  }

  boolean isEmpty() {
    return count == 0;
  }

  Object[] toArray() {
    Object[] scopes = new Object[count];
    int next = 0;
    for (long scope : places) {
      if (scope != 0) {
        scopes[next++] = scope;
      }
    }
    return scopes;
  }
}
