package dev.synchro.core.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.Lifecycle;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableType;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowEncoderTest {
  private static final SchemaHash HASH =
      SchemaHash.parse("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");

  private static FieldSchema field(String id, PortableType type, boolean key) {
    return new FieldSchema(id, id, type, !key, !key);
  }

  private static TableSchema table(FieldSchema... others) {
    List<FieldSchema> fields = new java.util.ArrayList<>(List.of(others));
    fields.add(field("f_id", PortableType.STRING, true));
    return new TableSchema(
        "t1", "r1", "t", Composition.SINGLE_SCOPE, "f_id", Lifecycle.NONE, fields, List.of());
  }

  private static TableSchema knownTable() {
    return table(
        field("f_gone", PortableType.DATETIME, false),
        field("f_flag", PortableType.BOOLEAN, false),
        field("f_big", PortableType.INT64, false),
        field("f_amount", PortableType.DECIMAL, false));
  }

  private static EncodedRow encode(TableSchema table, String row) {
    return new RowEncoder(table, HASH).encode(new RowReader(table).read(Utf8.encode(row)));
  }

  @Test
  void knows_the_answer_of_the_contract() {
    EncodedRow row =
        encode(
            knownTable(),
            "{\"f_id\":\"a\",\"f_amount\":\"1.23\",\"f_big\":\"-9223372036854775808\","
                + "\"f_flag\":true,\"f_gone\":null}");
    assertThat(row.contentVersion()).isEqualTo("v1.krQI1cmFCyS4X_Flr0U9ig");
    assertThat(DeletionVersion.of(row.identity(), row.contentVersion()))
        .isEqualTo("d1.3dn4rLufmq2euPlDyP1b7Q");
    assertThat(Hex.encode(row.rowDigest()))
        .isEqualTo("d25057db7c712468ce074ef2dbaa44c5281f27fb04b93cd96391474ea63c557e");
  }

  @Test
  void a_new_null_field_changes_the_digest_but_no_version() {
    String short1 = "{\"f_id\":\"a\",\"x\":1}";
    EncodedRow before = encode(table(field("x", PortableType.INT, false)), short1);
    TableSchema wider =
        table(field("x", PortableType.INT, false), field("y", PortableType.INT, false));
    EncodedRow after = encode(wider, "{\"f_id\":\"a\",\"x\":1,\"y\":null}");
    assertThat(after.contentVersion()).isEqualTo(before.contentVersion());
    assertThat(after.rowDigest()).isNotEqualTo(before.rowDigest());
  }

  @Test
  void writes_members_by_utf16_and_the_body_by_utf8() {
    TableSchema table =
        table(field("\ue000", PortableType.INT, false), field("🙂", PortableType.INT, false));
    EncodedRow row = encode(table, "{\"f_id\":\"a\",\"\ue000\":1,\"🙂\":2}");
    assertThat(Utf8.decode(row.row())).isEqualTo("{\"f_id\":\"a\",\"🙂\":2,\"\ue000\":1}");
    String body = Hex.encode(row.body());
    assertThat(body.indexOf("ee8080")).isLessThan(body.indexOf("f09f9982"));
  }

  @Test
  void gives_out_copies() {
    EncodedRow row = encode(table(), "{\"f_id\":\"a\"}");
    row.rowDigest()[0]++;
    row.row()[0]++;
    row.key()[0]++;
    assertThat(row.rowDigest()).isEqualTo(encode(table(), "{\"f_id\":\"a\"}").rowDigest());
    assertThat(Utf8.decode(row.row())).isEqualTo("{\"f_id\":\"a\"}");
  }

  @Test
  void an_empty_version_has_no_digest_and_a_pk_object_must_match() {
    EncodedRow row = encode(table(), "{\"f_id\":\"a\"}");
    assertThatThrownBy(() -> row.rowDigest("")).hasMessage("empty server version");
    RowReader reader = new RowReader(table());
    var other = dev.synchro.core.json.JsonObject.builder().put("f_id", "b").build();
    assertThatThrownBy(() -> reader.checkKey(other, reader.read(Utf8.encode("{\"f_id\":\"a\"}"))))
        .isInstanceOf(Malformed.class)
        .hasMessage("key differs from the row");
  }
}
