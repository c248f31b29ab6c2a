package dev.synchro.bench.core;

import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.value.PortableValue;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a scope digest costs over the hashing that no implementation can avoid. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ScopeBenchmark {
  private static final int ENTRIES = 10_000;
  private static final int HEADER = 27 + 32 + 8 + 6 + 8;

  private final MessageDigest sha = sha256();
  private final SchemaHash hash = SchemaHash.of(new byte[32]);
  private final byte[][] keys = new byte[ENTRIES][];
  private final byte[][] digests = new byte[ENTRIES][];
  private byte[] packed;
  private int keyLength;
  private final byte[] head =
      RowIdentity.head(
          "0b5f1c3e-9c1f-4c7e-9a51-2f6f1f0c2d11", "9b5f1c3e-9c1f-4c7e-9a51-2f6f1f0c2d12");
  private byte[] input;

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Prepares sorted entries and an array as long as what is hashed for them. */
  @Setup
  public void prepare() {
    for (int i = 0; i < ENTRIES; i++) {
      String key = String.format(Locale.ROOT, "%08x", i) + UUID.nameUUIDFromBytes(new byte[] {1});
      keys[i] = RowIdentity.key(PortableValue.ofString(key.substring(0, 36)));
      digests[i] = new byte[32];
      Arrays.fill(digests[i], (byte) i);
    }
    keyLength = keys[0].length;
    packed = new byte[ENTRIES * (keyLength + 32)];
    for (int i = 0; i < ENTRIES; i++) {
      System.arraycopy(keys[i], 0, packed, i * (keyLength + 32), keyLength);
      System.arraycopy(digests[i], 0, packed, i * (keyLength + 32) + keyLength, 32);
    }
    input = new byte[HEADER + ENTRIES * (8 + head.length + keys[0].length + 32)];
    Arrays.fill(input, (byte) 'a');
  }

  /** Baseline: SHA-256 alone over as many octets, handed over in one piece. */
  @Benchmark
  public byte[] shaOfScopeInput() {
    return sha.digest(input);
  }

  /** Ordered streaming digest with all its checks, entries packed in one array. */
  @Benchmark
  public byte[] scopeDigestOfPackedEntries() {
    ScopeDigest digest = ScopeDigest.start(hash, "user:1", ENTRIES);
    digest.addAll(head, packed, 0, packed.length);
    return digest.finish();
  }

  /** Ordered streaming digest with all its checks, entries in arrays of their own. */
  @Benchmark
  public byte[] scopeDigest() {
    ScopeDigest digest = ScopeDigest.start(hash, "user:1", ENTRIES);
    for (int i = 0; i < ENTRIES; i++) {
      digest.add(head, keys[i], digests[i]);
    }
    return digest.finish();
  }
}
