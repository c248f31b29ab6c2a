package dev.synchro.worker.store;

import java.util.Arrays;

/**
 * Keys and row digests of one relation's members in one scope, sorted by key, without an object for
 * each. Appending in order is amortized; other changes are merged in one pass.
 */
final class RelationEntries {
  static final int DIGEST = 32;

  private byte[] keys = new byte[256];
  private int[] ends = new int[8];
  private byte[] digests = new byte[8 * DIGEST];
  private int count;

  int count() {
    return count;
  }

  long octets() {
    return 96L + keys.length + 4L * ends.length + digests.length;
  }

  byte[] key(int index) {
    return Arrays.copyOfRange(keys, start(index), ends[index]);
  }

  byte[] digest(int index) {
    return Arrays.copyOfRange(digests, index * DIGEST, (index + 1) * DIGEST);
  }

  private int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  /** Adds an entry whose key is greater than every other. */
  void append(byte[] key, byte[] digest) {
    int end = count == 0 ? 0 : ends[count - 1];
    if (end + key.length > keys.length) {
      keys = Arrays.copyOf(keys, grown(keys.length, end + key.length));
    }
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, grown(ends.length, count + 1));
      digests = Arrays.copyOf(digests, ends.length * DIGEST);
    }
    System.arraycopy(key, 0, keys, end, key.length);
    ends[count] = end + key.length;
    System.arraycopy(digest, 0, digests, count * DIGEST, DIGEST);
    count++;
  }

  private static int grown(int length, int least) {
    return Math.max(least, length + (length >> 1));
  }

  private void appendFrom(RelationEntries other, int from, int to) {
    for (int i = from; i < to; i++) {
      append(other.key(i), other.digest(i));
    }
  }

  /** Applies changes sorted by key; an absent digest removes. The result may be a new object. */
  RelationEntries merge(EntryChange[] changes) {
    if (isBehindAll(changes[0])) {
      appendPresent(changes);
      return this;
    }
    return replaceDigests(changes) ? this : merged(changes);
  }

  private boolean isBehindAll(EntryChange change) {
    return count == 0 || compare(count - 1, change.id().key()) < 0;
  }

  private void appendPresent(EntryChange[] changes) {
    for (EntryChange change : changes) {
      if (change.present()) {
        append(change.id().key(), change.digest().orElseThrow());
      }
    }
  }

  /** Overwrites digests in place; false, with nothing wrong done, when a key comes or goes. */
  private boolean replaceDigests(EntryChange[] changes) {
    for (EntryChange change : changes) {
      int at = find(change.id().key());
      if (at < 0 || !change.present()) {
        return false;
      }
      System.arraycopy(change.digest().orElseThrow(), 0, digests, at * DIGEST, DIGEST);
    }
    return true;
  }

  private RelationEntries merged(EntryChange[] changes) {
    RelationEntries merged = new RelationEntries();
    merged.keys = new byte[Math.max(256, count == 0 ? 0 : ends[count - 1])];
    merged.ends = new int[count + changes.length];
    merged.digests = new byte[merged.ends.length * DIGEST];
    int at = 0;
    for (EntryChange change : changes) {
      int place = find(change.id().key());
      int next = place >= 0 ? place : -place - 1;
      merged.appendFrom(this, at, next);
      at = place >= 0 ? next + 1 : next;
      if (change.present()) {
        merged.append(change.id().key(), change.digest().orElseThrow());
      }
    }
    merged.appendFrom(this, at, count);
    return merged;
  }

  private int find(byte[] key) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = compare(middle, key);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  private int compare(int index, byte[] key) {
    return Arrays.compareUnsigned(keys, start(index), ends[index], key, 0, key.length);
  }
}
