package dev.synchro.bench.core;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.pg.PgTypeMapping;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.Lifecycle;
import dev.synchro.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;

/** One row of twelve fields as a task list would have it, short or with about 1 KiB of text. */
final class SampleRows {
  /** PostgreSQL type and text output of each column, the key first. */
  private static final String[][] COLUMNS = {
    {"uuid", "0b5f1c3e-9c1f-4c7e-9a51-2f6f1f0c2d11"},
    {"text", ""},
    {"integer", "421337"},
    {"bigint", "9007199254740993"},
    {"numeric", "12345.6700"},
    {"double precision", "0.1"},
    {"boolean", "t"},
    {"timestamp with time zone", "2026-11-30 09:06:00.5+00"},
    {"date", "2026-11-30"},
    {"time without time zone", "09:06:00"},
    {"jsonb", "{\"a\": 1}"},
    {"bytea", "\\xfbef0102"}
  };

  private final TableSchema table;
  private final PgColumnType[] types = new PgColumnType[COLUMNS.length];
  private final byte[][] texts = new byte[COLUMNS.length][];

  /**
   * Makes the row.
   *
   * @param textCharacters length of its text column
   */
  SampleRows(int textCharacters) {
    List<FieldSchema> fields = new ArrayList<>();
    for (int i = 0; i < COLUMNS.length; i++) {
      types[i] = PgTypeMapping.ofFormatted(COLUMNS[i][0]).orElseThrow();
      String id = "f" + Character.toString('a' + i);
      fields.add(new FieldSchema(id, id, types[i].portableType(), i > 0, i > 0));
      texts[i] = Utf8.encode(i == 1 ? note(textCharacters) : COLUMNS[i][1]);
    }
    table =
        new TableSchema(
            "t1", "r1", "tasks", Composition.SINGLE_SCOPE, "fa", Lifecycle.NONE, fields, List.of());
  }

  private static String note(int characters) {
    return "Call the café about the order, then write it down. "
        .repeat(characters / 50 + 1)
        .substring(0, characters);
  }

  TableSchema table() {
    return table;
  }

  PgColumnType[] types() {
    return types.clone();
  }

  byte[][] texts() {
    return texts.clone();
  }
}
