package dev.synchro.backend.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.message.MutationOperation;
import dev.synchro.core.message.PushedMutation;
import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.pg.PgScalar;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.RegisteredField;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.schema.DecimalBounds;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.Lifecycle;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import dev.synchro.core.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows 5 and 7 of contract 5.4.3, as far as they can be told without a row. */
final class StaticChecksTest {
  private static final SchemaHash HASH = SchemaHash.of(new byte[32]);

  private static PushedColumn column(
      String name, PgColumnType type, boolean nullable, boolean writable, boolean hasDefault) {
    CapturedColumn captured =
        new CapturedColumn(
            name, 1, 1, type, !nullable, Optional.of(new RegisteredField(name, writable)));
    return new PushedColumn(captured.schema().orElseThrow(), captured, name, "x", "x", hasDefault);
  }

  private static PgColumnType type(PgScalar scalar) {
    return PgColumnType.of(scalar);
  }

  private static PushedTable table(PgScalar keyType) {
    PgColumnType price =
        new PgColumnType(PgScalar.NUMERIC, false, Optional.of(new DecimalBounds(5, 2)));
    List<PushedColumn> columns =
        List.of(
            column("any", type(PgScalar.NUMERIC), true, true, false),
            column("big", type(PgScalar.INT8), true, true, false),
            column("deleted_at", type(PgScalar.TIMESTAMPTZ), true, false, false),
            column("doc", type(PgScalar.JSON), true, true, false),
            column("flag", type(PgScalar.BOOL), true, true, false),
            column("generated", type(PgScalar.INT4), false, false, true),
            column("id", type(keyType), false, false, false),
            column("octets", type(PgScalar.BYTEA), true, true, false),
            column("price", price, true, true, false),
            column("qty", type(PgScalar.INT4), false, true, true),
            column("ratio", type(PgScalar.FLOAT8), true, true, false),
            column("tags", type(PgScalar.TEXT).arrayOf(), true, true, false),
            column("title", type(PgScalar.TEXT), false, true, false),
            column("when", type(PgScalar.TIMESTAMPTZ), true, true, false));
    List<FieldSchema> fields = new ArrayList<>();
    columns.forEach(column -> fields.add(column.field()));
    TableSchema schema =
        new TableSchema(
            "t", "r", "notes", Composition.SINGLE_SCOPE, "id", Lifecycle.NONE, fields, List.of());
    RegisteredRelation relation =
        new RegisteredRelation(
            1,
            "r",
            1,
            "app",
            "notes",
            "d",
            List.of(),
            "id",
            columns.stream().map(PushedColumn::column).toList(),
            Optional.empty());
    return new PushedTable(relation, schema, HASH, "app.notes", columns, RowIndependence.NONE);
  }

  private static JsonValue parse(String json) {
    return JsonParser.parse(json.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
  }

  private static PushedMutation mutation(
      MutationOperation operation, String keyField, String key, String columns) {
    return new PushedMutation(
        "00000000-0000-4000-8000-000000000001",
        "t",
        keyField,
        parse(key),
        new SchemaReference(1, HASH),
        operation,
        Optional.empty(),
        "2026-01-01T00:00:00.000000Z",
        new TreeMap<>(((JsonObject) parse(columns)).members()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "INT8     | id    | \"7\"                    | true",
        "INT8     | id    | \"-9223372036854775808\" | true",
        "INT8     | id    | \"9223372036854775807\"  | true",
        "INT8     | id    | \"9223372036854775808\"  | false",
        "INT8     | id    | \"-9223372036854775809\" | false",
        "INT8     | id    | \"07\"   | false",
        "INT8     | id    | \"+7\"   | false",
        "INT8     | id    | \"-0\"   | false",
        "INT8     | id    | \"\"     | false",
        "INT8     | id    | \" 7\"   | false",
        "INT8     | id    | \"\u0667\" | false",
        "INT8     | id    | 7        | false",
        "INT8     | id    | null     | false",
        "INT8     | id    | [\"7\"]  | false",
        "INT8     | id    | {}       | false",
        "INT8     | title | \"7\"    | false",
        "INT8     | ID    | \"7\"    | false",
        "INT4     | id    | 7        | true",
        "INT4     | id    | -2147483648 | true",
        "INT4     | id    | 2147483647  | true",
        "INT4     | id    | 2147483648  | false",
        "INT4     | id    | 7.0      | false",
        "INT4     | id    | 7e0      | false",
        "INT4     | id    | -0       | false",
        "INT4     | id    | \"7\"    | false",
        "INT4     | id    | 99999999999999999999999 | false",
        "KEY_TEXT | id    | \"\"     | true",
        "KEY_TEXT | id    | \"\ufdd0\" | true",
        "KEY_TEXT | id    | \"a\\u0000b\" | false",
        "KEY_TEXT | id    | 7        | false",
        "KEY_TEXT | id    | true     | false"
      })
  void a_key_is_one_of_its_type_under_the_field_of_the_key(
      PgScalar type, String field, String key, boolean accepted) {
    PushedTable table = table(type);
    PushedMutation mutation = mutation(MutationOperation.DELETE, field, key, "{}");
    assertThat(
            StaticChecks.key(table, mutation)
                .flatMap(value -> StaticChecks.inputText(table.key(), value))
                .isPresent())
        .isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"title\":\"x\"} | true",
        "{\"title\":\"\"} | true",
        "{\"title\":\"\ufffe\"} | true",
        "{\"title\":\"a\\u0000\"} | false",
        "{\"title\":null} | false",
        "{\"title\":7} | false",
        "{\"Title\":\"x\"} | false",
        "{\"nobody\":null} | false",
        "{\"id\":\"7\"} | false",
        "{\"generated\":7} | false",
        "{\"deleted_at\":null} | false",
        "{\"deleted_at\":\"2026-01-01T00:00:00.000000Z\"} | false",
        "{\"qty\":null} | false",
        "{\"qty\":1.0} | false",
        "{\"qty\":1e0} | false",
        "{\"qty\":-0} | false",
        "{\"qty\":0} | true",
        "{\"qty\":2147483648} | false",
        "{\"big\":null} | true",
        "{\"big\":\"-1\"} | true",
        "{\"big\":-1} | false",
        "{\"price\":\"999.99\"} | true",
        "{\"price\":\"-999.9\"} | true",
        "{\"price\":\"0.01\"} | true",
        "{\"price\":\"1000\"} | false",
        "{\"price\":\"0.001\"} | false",
        "{\"price\":\"1.50\"} | false",
        "{\"price\":\"1e2\"} | false",
        "{\"price\":\"-0\"} | false",
        "{\"price\":1} | false",
        "{\"any\":\"123456789012345678901234567890.000000000000000000001\"} | true",
        "{\"any\":\"NaN\"} | false",
        "{\"any\":\"Infinity\"} | false",
        "{\"ratio\":0.1} | true",
        "{\"ratio\":1e+21} | true",
        "{\"ratio\":1e21} | false",
        "{\"ratio\":1.0} | false",
        "{\"ratio\":-0} | false",
        "{\"ratio\":9007199254740993} | false",
        "{\"ratio\":9007199254740992} | true",
        "{\"ratio\":0.1000000000000000055511151231257827} | false",
        "{\"ratio\":\"0.1\"} | false",
        "{\"flag\":true} | true",
        "{\"flag\":1} | false",
        "{\"flag\":\"true\"} | false",
        "{\"doc\":\"{\\\"a\\\":1}\"} | true",
        "{\"doc\":\"null\"} | true",
        "{\"doc\":{\"a\":1}} | false",
        "{\"doc\":\"{\\\"a\\\": 1}\"} | false",
        "{\"doc\":\"{\\\"a\\\":1,\\\"a\\\":1}\"} | false",
        "{\"doc\":\"{\\\"a\\\":1.0}\"} | false",
        "{\"doc\":\"9007199254740992\"} | false",
        "{\"doc\":\"\\\"\\\\ud800\\\"\"} | false",
        "{\"doc\":\"\\\"\ufdd0\\\"\"} | false",
        "{\"doc\":\"1 2\"} | false",
        "{\"doc\":\"\"} | false",
        "{\"octets\":\"AA\"} | true",
        "{\"octets\":\"\"} | true",
        "{\"octets\":\"AB\"} | false",
        "{\"octets\":\"AA==\"} | false",
        "{\"octets\":\"A\"} | false",
        "{\"octets\":\"+/\"} | false",
        "{\"when\":\"0001-01-01T00:00:00.000000Z\"} | true",
        "{\"when\":\"9999-12-31T23:59:59.999999Z\"} | true",
        "{\"when\":\"2026-02-29T00:00:00.000000Z\"} | false",
        "{\"when\":\"2026-01-01T00:00:60.000000Z\"} | false",
        "{\"when\":\"2026-01-01T24:00:00.000000Z\"} | false",
        "{\"when\":\"2026-01-01T00:00:00Z\"} | false",
        "{\"when\":\"2026-01-01T00:00:00.000000+00:00\"} | false",
        "{\"when\":\"2026-01-01T00:00:00.000000Z\\n\"} | false",
        "{\"tags\":\"[]\"} | true",
        "{\"tags\":\"[\\\"a\\\",null]\"} | true",
        "{\"tags\":\"[[\\\"a\\\"],[\\\"b\\\"]]\"} | true",
        "{\"tags\":\"[[\\\"a\\\"],[]]\"} | false",
        "{\"tags\":\"[[\\\"a\\\"],\\\"b\\\"]\"} | false",
        "{\"tags\":\"[1]\"} | false",
        "{\"tags\":\"{}\"} | false",
        "{\"tags\":[\"a\"]} | false"
      })
  void a_column_takes_what_its_field_can_hold(String columns, boolean accepted) {
    assertThat(accepts(MutationOperation.UPDATE, columns)).isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"title\":\"x\"} | true  | true",
        "{\"title\":\"x\",\"qty\":1} | true | true",
        "{\"qty\":1} | false | true",
        "{\"big\":null} | false | true"
      })
  void an_insert_gives_every_field_that_has_no_value_otherwise(
      String columns, boolean insert, boolean update) {
    assertThat(accepts(MutationOperation.INSERT, columns)).isEqualTo(insert);
    assertThat(accepts(MutationOperation.UPDATE, columns)).isEqualTo(update);
  }

  private static boolean accepts(MutationOperation operation, String columns) {
    PushedTable table = table(PgScalar.INT8);
    MutationCandidate candidate =
        new MutationCandidate(mutation(operation, "id", "\"7\"", columns), new byte[0]);
    StaticChecks.columns(table, candidate);
    return candidate.columnsAcceptable();
  }
}
