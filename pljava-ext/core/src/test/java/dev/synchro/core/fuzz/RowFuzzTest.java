package dev.synchro.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.row.RowEncoder;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.row.RowReader;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.Lifecycle;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

class RowFuzzTest {
  /** One field of each type under a name of one letter, behind an int64 key. */
  private static final TableSchema TABLE = table();

  private static final SchemaHash HASH = SchemaHash.of(new byte[32]);

  private static TableSchema table() {
    List<FieldSchema> fields = new ArrayList<>();
    fields.add(new FieldSchema("k", "k", PortableType.INT64, false, false));
    char name = 'a';
    for (PortableType type : PortableType.values()) {
      String field = name == 'k' ? "z" : String.valueOf(name);
      fields.add(new FieldSchema(field, field, type, true, true));
      name++;
    }
    return new TableSchema(
        "t", "r", "n", Composition.SINGLE_SCOPE, "k", Lifecycle.NONE, fields, List.of());
  }

  static Stream<byte[]> seeds() {
    return Stream.of(
            "{\"k\":\"-5\",\"a\":\"s\",\"b\":1,\"c\":\"2\",\"d\":\"1.5\",\"e\":0.5,\"f\":true,"
                + "\"g\":\"1970-01-01T00:00:00.000000Z\",\"h\":\"1970-01-01\","
                + "\"i\":\"00:00:00.000000\",\"j\":\"{\\\"a\\\":1}\",\"z\":\"AA\"}",
            "{\"k\":\"0\",\"a\":null,\"b\":null,\"c\":null,\"d\":null,\"e\":null,\"f\":null,"
                + "\"g\":null,\"h\":null,\"i\":null,\"j\":null,\"z\":null}")
        .map(Utf8::encode);
  }

  @MethodSource("seeds")
  @FuzzTest
  void a_row_is_refused_or_written_as_it_was_read(byte[] json) {
    RowReader reader = new RowReader(TABLE);
    Judged.read(() -> reader.read(json)).ifPresent(values -> roundTrip(reader, values));
  }

  private static void roundTrip(RowReader reader, PortableValue[] values) {
    RowEncoder encoder = new RowEncoder(TABLE, HASH);
    EncodedRow row = encoder.encode(values);
    assertThat(reader.read(row.row())).isEqualTo(values);
    assertThat(encoder.digest(values, row.contentVersion())).isEqualTo(row.rowDigest());
    assertThat(RowIdentity.check(row.identity())).isEqualTo(encoder.head().length);
  }
}
