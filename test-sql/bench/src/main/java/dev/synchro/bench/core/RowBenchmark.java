package dev.synchro.bench.core;

import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.pg.PgText;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.row.RowEncoder;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.value.PortableValue;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a row costs over the hashing that no implementation can avoid. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RowBenchmark {
  /** Characters of the text column: rows of about 200 octets and 1 KiB of values. */
  @Param({"8", "850"})
  int textCharacters;

  private final MessageDigest sha = sha256();
  private RowEncoder encoder;
  private PgColumnType[] types;
  private byte[][] texts;
  private PortableValue[] values;
  private byte[] versionInput;
  private byte[] digestInput;
  private String version;

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Prepares one row and arrays as long as what is hashed for it. */
  @Setup
  public void prepare() {
    SampleRows sample = new SampleRows(textCharacters);
    types = sample.types();
    texts = sample.texts();
    encoder = new RowEncoder(sample.table(), SchemaHash.of(new byte[32]));
    values = new PortableValue[texts.length];
    convert();
    EncodedRow row = encoder.encode(values);
    version = row.contentVersion();
    int identity = row.identity().length;
    int body = row.body().length;
    versionInput = new byte[27 + 8 + identity + body];
    digestInput = new byte[26 + 32 + 8 + identity + 8 + body + 8 + version.length()];
    Arrays.fill(versionInput, (byte) 'a');
    Arrays.fill(digestInput, (byte) 'a');
  }

  private void convert() {
    for (int i = 0; i < texts.length; i++) {
      values[i] = PgText.toPortable(types[i], texts[i]);
    }
  }

  /** Baseline: SHA-256 alone over the octets of the row digest. */
  @Benchmark
  public byte[] shaOfDigestInput() {
    return sha.digest(digestInput);
  }

  /** Baseline: SHA-256 alone over the octets of version and row digest. */
  @Benchmark
  public byte[] shaOfVersionAndDigestInput() {
    sha.digest(versionInput);
    return sha.digest(digestInput);
  }

  /** Body and row digest under a given version. */
  @Benchmark
  public byte[] encodeAndDigest() {
    return encoder.digest(values, version);
  }

  /** Everything: identity, body, canonical text, content version and row digest. */
  @Benchmark
  public EncodedRow encodeEverything() {
    return encoder.encode(values);
  }

  /** PostgreSQL text of twelve fields to portable values and everything derived from them. */
  @Benchmark
  public EncodedRow postgresTextToRow() {
    convert();
    return encoder.encode(values);
  }
}
