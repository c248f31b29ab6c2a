package dev.synchro.worker.store;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.row.EncodedRow;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.copy.CopyIn;

/** Writes rows in PostgreSQL's binary COPY format. */
final class BinaryCopy {
  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0
  };
  private static final int FLUSH_OCTETS = 256 * 1024;
  private static final int NULL = -1;
  private static final int INT8_OID = 20;

  private final CopyIn copy;
  private final Octets octets = new Octets(FLUSH_OCTETS + 65_536);

  BinaryCopy(StoreSession session, Statement statement) throws SQLException {
    copy = session.copyIn(statement);
    octets.raw(SIGNATURE).u32be(0).u32be(0);
  }

  BinaryCopy row(int columns) throws SQLException {
    if (octets.length() >= FLUSH_OCTETS) {
      flush();
    }
    octets.u8(columns >>> 8).u8(columns);
    return this;
  }

  BinaryCopy int8(long value) {
    octets.u32be(8).u64be(value);
    return this;
  }

  BinaryCopy int4(int value) {
    octets.u32be(4).u32be(value);
    return this;
  }

  BinaryCopy int2(int value) {
    octets.u32be(2).u8(value >>> 8).u8(value);
    return this;
  }

  BinaryCopy bool(boolean value) {
    octets.u32be(1).u8(value ? 1 : 0);
    return this;
  }

  /** A row's canonical text. */
  BinaryCopy row(EncodedRow row) {
    row.appendRow(octets.u32be(row.rowLength()));
    return this;
  }

  BinaryCopy octets(byte[] value) {
    octets.u32be(value.length).raw(value);
    return this;
  }

  BinaryCopy optionalOctets(Optional<byte[]> value) {
    return value.isPresent() ? octets(value.get()) : nothing();
  }

  BinaryCopy optionalText(Optional<String> value) {
    return value.isPresent() ? octets(value.get().getBytes(StandardCharsets.UTF_8)) : nothing();
  }

  BinaryCopy nothing() {
    octets.u32be(NULL);
    return this;
  }

  BinaryCopy int8Array(long[] values) {
    if (values.length == 0) {
      octets.u32be(12).u32be(0).u32be(0).u32be(INT8_OID);
      return this;
    }
    octets.u32be(20 + 12 * values.length).u32be(1).u32be(0).u32be(INT8_OID);
    octets.u32be(values.length).u32be(1);
    for (long value : values) {
      int8(value);
    }
    return this;
  }

  void finish() throws SQLException {
    octets.u8(0xff).u8(0xff);
    flush();
    copy.endCopy();
  }

  private void flush() throws SQLException {
    copy.writeToCopy(octets.array(), 0, octets.length());
    octets.reset();
  }
}
