package dev.synchro.core.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.error.Malformed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records of a page, put together from columns. Contract 5.5 and 5.6. */
final class PagedRowsTest {
  private static final Map<Integer, PagedTable> TABLES =
      Map.of(7, new PagedTable("t-1", "f-b"), 8, new PagedTable("t-2", "f-a"));
  private static final String FIRST = "v1.aaaaaaaaaaaaaaaaaaaaaa";
  private static final String SECOND = "d1.bbbbbbbbbbbbbbbbbbbbbb";
  private static final String DIGEST =
      "{\"algorithm\":\"sha256\",\"digest\":\""
          + "0a".repeat(32)
          + "\",\"encoding\":\"hex\","
          + "\"version\":1}";

  @Test
  void an_upsert_carries_its_row_and_a_removal_only_its_key() {
    String row = "{\"f-a\":\"x\",\"f-b\":5}";
    PagedRows rows =
        new PagedRows(
            TABLES,
            index(0, 7, PagedRows.UPSERT, row.length(), 1, 8, PagedRows.ROWLESS, 0),
            new Octets().u8(2).u8(1).u32be(5).u8(1).u8(1).text("k\"\u00e9").toByteArray(),
            digests(1),
            utf8(FIRST + SECOND),
            utf8(row));

    assertThat(text(rows.changes(List.of("a", "b\"c"))))
        .isEqualTo(
            "{\"op\":\"upsert\",\"pk\":{\"f-b\":5},\"row\":"
                + row
                + ",\"row_checksum\":"
                + DIGEST
                + ",\"scope\":\"a\",\"server_version\":\""
                + FIRST
                + "\",\"table\":\"t-1\"},{\"op\":\"delete\",\"pk\":{\"f-a\":\"k\\\"\u00e9\"},"
                + "\"scope\":\"b\\\"c\",\"server_version\":\""
                + SECOND
                + "\",\"table\":\"t-2\"}");
  }

  @Test
  void a_tombstone_is_a_delete_with_its_row() {
    String row = "{\"f-b\":\"-3\"}";
    PagedRows rows =
        new PagedRows(
            TABLES,
            index(0, 7, PagedRows.TOMBSTONE, row.length()),
            new Octets().u8(3).u8(1).u64be(-3).toByteArray(),
            digests(1),
            utf8(FIRST),
            utf8(row));

    assertThat(text(rows.changes(List.of("s"))))
        .startsWith("{\"op\":\"delete\",\"pk\":{\"f-b\":\"-3\"},\"row\":" + row);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"f-b\":5}                                | 5",
        "{\"f-a\":\"x\",\"f-b\":-12,\"f-c\":null}   | -12",
        "{\"f-a\":\"\\\"f-b\\\":7\",\"f-b\":\"k\"}  | \"k\"",
        "{\"f-a\":[\"f-b\",1],\"f-b\":\"a\\\"}\"}   | \"a\\\"}\"",
        "{\"f-b\":\"\\\\\",\"f-c\":1}               | \"\\\\\"",
      })
  void a_record_takes_its_key_from_its_row(String row, String key) {
    PagedRows rows =
        new PagedRows(
            TABLES, index(0, 7, 0, row.length()), new byte[0], digests(1), utf8(FIRST), utf8(row));

    assertThat(text(rows.records()))
        .isEqualTo(
            "{\"pk\":{\"f-b\":"
                + key
                + "},\"row\":"
                + row
                + ",\"row_checksum\":"
                + DIGEST
                + ",\"server_version\":\""
                + FIRST
                + "\",\"table\":\"t-1\"}");
  }

  @Test
  void a_page_without_rows_is_empty() {
    byte[] none = {};
    PagedRows rows = new PagedRows(TABLES, none, none, none, none, none);

    assertThat(rows.changes(List.of())).isEmpty();
    assertThat(rows.records()).isEmpty();
  }

  @Test
  void parts_that_do_not_belong_together_are_refused() {
    byte[] none = {};
    byte[] one = index(0, 7, 0, 2);
    assertThatThrownBy(() -> new PagedRows(TABLES, one, none, none, none, none))
        .isInstanceOf(Malformed.class);
    assertThatThrownBy(
            () -> new PagedRows(TABLES, one, none, digests(2), utf8(FIRST), utf8("{}")).records())
        .isInstanceOf(Malformed.class);
    byte[] unknown = index(0, 9, 0, 2);
    assertThatThrownBy(
            () ->
                new PagedRows(TABLES, unknown, none, digests(1), utf8(FIRST), utf8("{}")).records())
        .isInstanceOf(Malformed.class);
  }

  private static byte[] index(int... numbers) {
    Octets index = new Octets();
    for (int number : numbers) {
      index.u32be(number);
    }
    return index.toByteArray();
  }

  private static byte[] digests(int count) {
    byte[] digests = new byte[32 * count];
    Arrays.fill(digests, (byte) 10);
    return digests;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
