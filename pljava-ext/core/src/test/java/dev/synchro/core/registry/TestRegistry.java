package dev.synchro.core.registry;

import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.pg.PgScalar;
import dev.synchro.core.pg.PgTypeMapping;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.scope.InvalidScopeTemplate;
import dev.synchro.core.scope.ScopeTemplate;
import java.util.List;
import java.util.Optional;

/** Registered relations for tests. */
final class TestRegistry {
  static final CapturedColumn ID = field("id", 1, "text!", true, "f_id", false);
  static final CapturedColumn OWNER = captured("owner_id", 2, "text!", true);
  static final CapturedColumn TITLE = field("title", 3, "text!", false, "f_title", true);
  static final CapturedColumn PRICE = field("price", 4, "numeric(10,2)", false, "f_price", true);
  static final CapturedColumn DELETED =
      field("deleted_at", 5, "timestamptz", false, "f_deleted", false);

  private TestRegistry() {}

  private static CapturedColumn captured(String name, int number, String type, boolean notNull) {
    return new CapturedColumn(name, number, 25, type(type), notNull, Optional.empty());
  }

  static CapturedColumn field(
      String name, int number, String type, boolean notNull, String fieldId, boolean writable) {
    return new CapturedColumn(
        name, number, 25, type(type), notNull, Optional.of(new RegisteredField(fieldId, writable)));
  }

  private static PgColumnType type(String text) {
    return text.equals("text!")
        ? PgColumnType.of(PgScalar.KEY_TEXT)
        : PgTypeMapping.ofFormatted(text).orElseThrow();
  }

  static SyncedTable table(String tableId, String... templates) {
    return new SyncedTable(
        tableId,
        PushPolicy.ENABLED,
        Composition.MULTI_SCOPE,
        8,
        new RowLife(Optional.empty(), Optional.empty(), Optional.of("deleted_at")),
        List.of(templates).stream().map(TestRegistry::template).toList(),
        List.of(new RegisteredIndex("i_title", "notes_title", List.of("title", "id"))),
        List.of(),
        List.of("owner_id"));
  }

  private static ScopeTemplate template(String text) {
    try {
      return ScopeTemplate.parse(text);
    } catch (InvalidScopeTemplate e) {
      throw new AssertionError(e);
    }
  }

  static RegisteredRelation relation(
      String name, int oid, SyncedTable table, CapturedColumn... columns) {
    return new RegisteredRelation(
        oid,
        "r_" + name,
        oid,
        "app",
        name,
        "d",
        List.of(7L, 8L),
        "id",
        List.of(columns),
        Optional.of(table));
  }

  static RegisteredRelation notes(CapturedColumn... columns) {
    return relation("notes", 1000, table("t_notes", "user:{owner_id}", "catalog"), columns);
  }

  static Registry registry(RegisteredRelation... relations) {
    return new Registry(3, List.of(relations), List.of());
  }
}
