package dev.synchro.core.digest;

import dev.synchro.core.bytes.Domain;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.limit.Limits;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.schema.SchemaHash;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The standard streaming digest of a scope: one SHA-256 context fed with {@code SCOPE_DOMAIN ||
 * schema_hash || text(scope_id) || u64be(cardinality)} and then, in ascending order of identities,
 * {@code u64be(identity length) || identity || row_digest}. Order, repetition and cardinality are
 * checked as the entries arrive. Memory does not grow with their number. Not safe for use by
 * several threads. ADR 005 "Scope digest".
 */
public final class ScopeDigest {
  private static final byte[] NOTHING = {};
  private static final int MIN_PENDING_OCTETS = 1024;
  private static final int MAX_PENDING_OCTETS = 16 * 1024;
  private static final int USUAL_ENTRY_OCTETS = 256;

  private final Sha256 sha = new Sha256();
  private final long cardinality;
  private long entries;
  private byte[] lastHead = NOTHING;
  private byte[] lastKey = NOTHING;
  private int lastKeyFrom;
  private int lastKeyTo;

  /** Octets not yet hashed: {@code [0, length)}. */
  private byte[] pending;

  private int length;

  /** {@code u64be(identity length) || head} of the last entry. */
  private byte[] prefix = NOTHING;

  private int prefixKeyLength = -1;

  /**
   * Between these two, slots of equal size hold the prefix already: consecutive entries of one
   * table with keys of one length need it copied once per slot, not once per entry.
   */
  private int slotsFrom;

  private int slotsTo;

  private ScopeDigest(SchemaHash schemaHash, String scopeId, long cardinality) {
    this.cardinality = cardinality;
    long usual =
        Math.min(
            MAX_PENDING_OCTETS, Math.min(cardinality, MAX_PENDING_OCTETS) * USUAL_ENTRY_OCTETS);
    pending = new byte[(int) Math.max(MIN_PENDING_OCTETS, usual)];
    Octets start = new Octets(256);
    Domain.SCOPE_DIGEST.appendTo(start);
    schemaHash.appendTo(start);
    int at = start.length();
    start.text(scopeId).u64be(cardinality);
    int scopeOctets = start.length() - at - 16;
    if (scopeOctets == 0) {
      throw new Malformed(Rule.EMPTY_SCOPE_ID);
    }
    if (scopeOctets > Limits.MAX_SCOPE_ID_OCTETS) {
      throw new Malformed(Rule.TOO_LONG);
    }
    sha.update(start.array(), 0, start.length());
  }

  /**
   * Starts the digest of one scope.
   *
   * @param cardinality exact number of entries that will be added
   * @throws Malformed for an empty or too long scope id
   */
  public static ScopeDigest start(SchemaHash schemaHash, String scopeId, long cardinality) {
    if (cardinality < 0) {
      throw new Malformed(Rule.CARDINALITY_MISMATCH);
    }
    return new ScopeDigest(schemaHash, scopeId, cardinality);
  }

  /**
   * Adds the next entry in ascending order. The arrays must not change until the next call.
   *
   * @param head of the row identity, see {@link RowIdentity#head}; passing the same array for every
   *     row of a table is fastest
   * @param key typed key value
   * @param digest row digest, 32 octets
   * @throws Malformed for an entry out of order, repeated or out of form
   */
  public void add(byte[] head, byte[] key, byte[] digest) {
    if (digest.length != Sha256.LENGTH) {
      throw new Malformed(Rule.DIGEST_LENGTH);
    }
    requireNext(head, key, 0, key.length);
    int at = slot(head, key.length);
    System.arraycopy(key, 0, pending, at, key.length);
    System.arraycopy(digest, 0, pending, at + key.length, Sha256.LENGTH);
  }

  /**
   * Adds many entries of one table from one array, as a query gives them out: {@code
   * repeated(typed_value || row_digest)} in ascending order. The array must not change until the
   * next call.
   *
   * @param head of the row identities, see {@link RowIdentity#head}
   * @param packed complete entries from {@code from} to {@code to}
   * @throws Malformed for an entry out of order, repeated or out of form
   */
  public void addAll(byte[] head, byte[] packed, int from, int to) {
    ByteBuffer words = ByteBuffer.wrap(packed);
    int at = from;
    while (at < to) {
      int keyLength = RowIdentity.keyLength(words, at, to - Sha256.LENGTH);
      requireNext(head, packed, at, at + keyLength);
      int size = keyLength + Sha256.LENGTH;
      System.arraycopy(packed, at, pending, slot(head, keyLength), size);
      at = addLike(packed, words, at, at + size, to);
    }
  }

  /**
   * Adds the entries behind {@code last} as long as their keys have its type and length and slots
   * that hold the prefix are free; returns where it stopped. Nearly all entries pass here.
   */
  private int addLike(byte[] packed, ByteBuffer words, int last, int from, int to) {
    int size = from - last;
    int keyLength = size - Sha256.LENGTH;
    int keyStart = Math.min(RowIdentity.STRING_KEY_START, keyLength);
    int stride = prefix.length + size;
    byte[] out = pending;
    int place = length + prefix.length;
    int lastPlace = slotsTo - size;
    int at = from;
    long room = cardinality - entries;
    long added = 0;
    while (at <= to - size && place <= lastPlace && added < room) {
      // Equal starts mean equal type and length; a longer fixed-size key ends before its start
      // does.
      int differs = mismatch(packed, at - size, at, keyLength);
      if (differs < keyStart && !RowIdentity.isFixedLengthKey(words, at, keyLength)) {
        break;
      }
      requireAscending(
          differs == keyLength
              ? 0
              : (packed[at - size + differs] & 0xff) - (packed[at + differs] & 0xff));
      System.arraycopy(packed, at, out, place, size);
      place += stride;
      at += size;
      added++;
    }
    entries += added;
    length = place - prefix.length;
    lastKeyFrom = at - size;
    lastKeyTo = lastKeyFrom + keyLength;
    return at;
  }

  /** First place where two runs of octets differ, else their length. */
  private static int mismatch(byte[] octets, int a, int b, int length) {
    int differs = Arrays.mismatch(octets, a, a + length, octets, b, b + length);
    return differs < 0 ? length : differs;
  }

  private static void requireAscending(int order) {
    if (order >= 0) {
      throw new Malformed(order == 0 ? Rule.DUPLICATE_IDENTITY : Rule.IDENTITY_ORDER);
    }
  }

  private void requireAnnounced() {
    if (entries == cardinality) {
      throw new Malformed(Rule.CARDINALITY_MISMATCH);
    }
    entries++;
  }

  private void requireNext(byte[] head, byte[] key, int from, int to) {
    int headOrder = head == lastHead ? 0 : Arrays.compareUnsigned(lastHead, head);
    int order = headOrder;
    if (headOrder == 0) {
      order = Arrays.compareUnsigned(lastKey, lastKeyFrom, lastKeyTo, key, from, to);
    }
    requireAscending(order);
    requireAnnounced();
    lastKey = key;
    lastKeyFrom = from;
    lastKeyTo = to;
  }

  /** Appends the prefix of an entry and returns where its key and digest go. */
  private int slot(byte[] head, int keyLength) {
    if (head != lastHead || keyLength != prefixKeyLength) {
      lastHead = head;
      prefixKeyLength = keyLength;
      prefix =
          new Octets(8 + head.length).u64be((long) head.length + keyLength).raw(head).toByteArray();
      slotsFrom = length;
      slotsTo = length;
    }
    int size = prefix.length + keyLength + Sha256.LENGTH;
    if (size > pending.length - length) {
      feed();
      if (size > pending.length) {
        pending = new byte[2 * size];
        slotsTo = 0;
      }
    }
    int at = length;
    length += size;
    if (at >= slotsTo) {
      System.arraycopy(prefix, 0, pending, at, prefix.length);
      slotsTo = length;
    }
    return at + prefix.length;
  }

  /**
   * Adds the next entry in ascending order, checking that the identity is one.
   *
   * @param identity complete row identity
   * @param digest row digest, 32 octets
   * @throws Malformed for an entry out of order, repeated or out of form
   */
  public void add(byte[] identity, byte[] digest) {
    int headLength = RowIdentity.check(identity);
    add(
        Arrays.copyOf(identity, headLength),
        Arrays.copyOfRange(identity, headLength, identity.length),
        digest);
  }

  private void feed() {
    sha.update(pending, 0, length);
    length = 0;
    if (slotsFrom != 0) {
      slotsFrom = 0;
      slotsTo = 0;
    }
  }

  /**
   * The 32 octets of the digest.
   *
   * @throws Malformed when fewer entries came than were announced
   */
  public byte[] finish() {
    if (entries != cardinality) {
      throw new Malformed(Rule.CARDINALITY_MISMATCH);
    }
    feed();
    return sha.finish();
  }
}
