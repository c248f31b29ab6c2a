package dev.synchro.core.digest;

import dev.synchro.core.bytes.Domain;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.limit.Limits;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.schema.SchemaHash;
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
  private static final int PENDING_OCTETS = 8192;

  private final Sha256 sha = new Sha256();
  private final Octets pending = new Octets(2 * PENDING_OCTETS);
  private final long cardinality;
  private long entries;
  private byte[] lastHead = NOTHING;
  private byte[] lastKey = NOTHING;

  private ScopeDigest(SchemaHash schemaHash, String scopeId, long cardinality) {
    this.cardinality = cardinality;
    Domain.SCOPE_DIGEST.appendTo(pending);
    schemaHash.appendTo(pending);
    int at = pending.length();
    pending.text(scopeId).u64be(cardinality);
    int scopeOctets = pending.length() - at - 16;
    if (scopeOctets == 0) {
      throw new Malformed(Rule.EMPTY_SCOPE_ID);
    }
    if (scopeOctets > Limits.MAX_SCOPE_ID_OCTETS) {
      throw new Malformed(Rule.TOO_LONG);
    }
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
    int headOrder = head == lastHead ? 0 : Arrays.compareUnsigned(lastHead, head);
    int order = headOrder == 0 ? Arrays.compareUnsigned(lastKey, key) : headOrder;
    if (order >= 0) {
      throw new Malformed(order == 0 ? Rule.DUPLICATE_IDENTITY : Rule.IDENTITY_ORDER);
    }
    if (digest.length != Sha256.LENGTH) {
      throw new Malformed(Rule.DIGEST_LENGTH);
    }
    if (entries == cardinality) {
      throw new Malformed(Rule.CARDINALITY_MISMATCH);
    }
    entries++;
    lastHead = head;
    lastKey = key;
    pending.u64be((long) head.length + key.length).raw(head).raw(key).raw(digest);
    if (pending.length() >= PENDING_OCTETS) {
      feed();
    }
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
    sha.update(pending.array(), 0, pending.length());
    pending.reset();
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
