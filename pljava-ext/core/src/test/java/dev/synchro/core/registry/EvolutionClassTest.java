package dev.synchro.core.registry;

import static dev.synchro.core.registry.EvolutionClass.CLASS_1;
import static dev.synchro.core.registry.EvolutionClass.CLASS_2;
import static dev.synchro.core.registry.EvolutionClass.CLASS_3;
import static dev.synchro.core.registry.EvolutionClass.CLASS_4;
import static dev.synchro.core.registry.TestRegistry.DELETED;
import static dev.synchro.core.registry.TestRegistry.ID;
import static dev.synchro.core.registry.TestRegistry.OWNER;
import static dev.synchro.core.registry.TestRegistry.PRICE;
import static dev.synchro.core.registry.TestRegistry.TITLE;
import static dev.synchro.core.registry.TestRegistry.field;
import static dev.synchro.core.registry.TestRegistry.notes;
import static dev.synchro.core.registry.TestRegistry.registry;
import static dev.synchro.core.registry.TestRegistry.relation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.schema.Composition;
import dev.synchro.core.schema.SchemaManifest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class EvolutionClassTest {
  private static final RegisteredRelation NOTES = notes(ID, OWNER, TITLE, DELETED);
  private static final SyncedTable TABLE =
      TestRegistry.table("t_notes", "user:{owner_id}", "catalog");

  /** Whether relations have rows, new columns values, and memberships change. */
  private record Answers(boolean rows, boolean values, boolean memberships)
      implements EvolutionClass.Rows {
    @Override
    public boolean hasRows(RegisteredRelation relation) {
      return rows;
    }

    @Override
    public boolean hasValue(RegisteredRelation relation, CapturedColumn column) {
      return values;
    }

    @Override
    public boolean changesMembership(RegisteredRelation relation) {
      return memberships;
    }
  }

  private static final Answers NO_ROWS = new Answers(false, false, false);
  private static final Answers ROWS = new Answers(true, false, false);
  private static final Answers VALUES = new Answers(true, true, false);
  private static final Answers MEMBERSHIPS = new Answers(true, false, true);

  private static RegisteredRelation notesAs(SyncedTable table) {
    return relation("notes", 1000, table, ID, OWNER, TITLE, DELETED);
  }

  private static SyncedTable indexes(List<RegisteredIndex> indexes) {
    return new SyncedTable(
        TABLE.tableId(),
        TABLE.pushPolicy(),
        TABLE.composition(),
        TABLE.maxScopeFanout(),
        TABLE.life(),
        TABLE.templates(),
        indexes,
        TABLE.syncColumns(),
        TABLE.excludeColumns());
  }

  private static SyncedTable table(
      PushPolicy policy, Composition composition, int fanout, RowLife life) {
    return new SyncedTable(
        TABLE.tableId(),
        policy,
        composition,
        fanout,
        life,
        TABLE.templates(),
        TABLE.indexes(),
        List.of(),
        List.of());
  }

  static Stream<Arguments> changes() {
    RegisteredRelation cities =
        relation("cities", 1001, TestRegistry.table("t_cities", "c"), ID, TITLE, DELETED);
    CapturedColumn notNullTitle = field("title", 3, "text!", true, "f_title", true);
    CapturedColumn readOnlyTitle = field("title", 3, "text!", false, "f_title", false);
    CapturedColumn otherTitle = field("title", 3, "text!", false, "f_other", true);
    CapturedColumn widerPrice = field("price", 4, "numeric(12,2)", false, "f_price", true);
    RegisteredRelation priced = notes(ID, OWNER, TITLE, PRICE, DELETED);
    RowLife life = TABLE.life();
    return Stream.of(
        change("nothing", NOTES, NOTES, ROWS, CLASS_1),
        change(
            "push policy",
            NOTES,
            notesAs(table(PushPolicy.READ_ONLY, Composition.MULTI_SCOPE, 8, life)),
            ROWS,
            CLASS_1),
        change(
            "fanout",
            NOTES,
            notesAs(table(PushPolicy.ENABLED, Composition.MULTI_SCOPE, 5, life)),
            ROWS,
            CLASS_1),
        change("new field, null in every row", NOTES, priced, ROWS, CLASS_2),
        change("new field, a value in some row", NOTES, priced, VALUES, CLASS_3),
        change("index removed", NOTES, notesAs(indexes(List.of())), ROWS, CLASS_2),
        change(
            "not nullable to nullable",
            notes(ID, notNullTitle, DELETED),
            notes(ID, TITLE, DELETED),
            ROWS,
            CLASS_2),
        change(
            "nullable to not nullable",
            notes(ID, TITLE, DELETED),
            notes(ID, notNullTitle, DELETED),
            ROWS,
            CLASS_3),
        change(
            "writable changed",
            notes(ID, TITLE, DELETED),
            notes(ID, readOnlyTitle, DELETED),
            ROWS,
            CLASS_2),
        change(
            "precision changed",
            priced,
            notes(ID, OWNER, TITLE, widerPrice, DELETED),
            ROWS,
            CLASS_2),
        change(
            "lifecycle column dropped",
            NOTES,
            notesAs(table(PushPolicy.ENABLED, Composition.MULTI_SCOPE, 8, RowLife.NONE)),
            ROWS,
            CLASS_2),
        change(
            "composition changed",
            NOTES,
            notesAs(table(PushPolicy.ENABLED, Composition.SINGLE_SCOPE, 8, life)),
            ROWS,
            CLASS_3),
        change("membership of some row changed", NOTES, NOTES, MEMBERSHIPS, CLASS_3),
        change("field removed", priced, NOTES, ROWS, CLASS_4),
        change(
            "field replaced by another of the same name",
            notes(ID, TITLE, DELETED),
            notes(ID, otherTitle, DELETED),
            ROWS,
            CLASS_4),
        change("relation replaced", NOTES, cities, ROWS, CLASS_4),
        Arguments.of(
            "new table without rows", registry(NOTES), registry(NOTES, cities), NO_ROWS, CLASS_2),
        Arguments.of(
            "new table with rows", registry(NOTES), registry(NOTES, cities), ROWS, CLASS_3),
        Arguments.of("table removed", registry(NOTES, cities), registry(NOTES), ROWS, CLASS_4));
  }

  private static Arguments change(
      String name,
      RegisteredRelation before,
      RegisteredRelation after,
      Answers rows,
      EvolutionClass expected) {
    return Arguments.of(name, registry(before), registry(after), rows, expected);
  }

  @ParameterizedTest(name = "{0}: {4}")
  @MethodSource("changes")
  void a_change_reaches_as_far_as_its_farthest_part(
      String name, Registry before, Registry after, Answers rows, EvolutionClass expected) {
    assertThat(EvolutionClass.between(before, after, rows)).as(name).isEqualTo(expected);
  }

  @Test
  void manifests_follow_each_other() {
    SchemaManifest first = ManifestBuilder.initial(registry(NOTES));
    SchemaManifest second =
        ManifestBuilder.next(
            registry(notes(ID, OWNER, TITLE, PRICE, DELETED)),
            first,
            CLASS_2.transition().orElseThrow());
    SchemaManifest third =
        ManifestBuilder.next(registry(NOTES), second, CLASS_4.transition().orElseThrow());

    assertThat(first.version()).isEqualTo(1);
    assertThat(second.parent()).isEqualTo(Optional.of(first.reference()));
    assertThat(second.compatibilityFloor()).isEqualTo(1);
    assertThat(third.version()).isEqualTo(3);
    assertThat(third.compatibilityFloor()).isEqualTo(3);
    assertThat(CLASS_1.transition()).isEmpty();
    assertThat(first.tables().get(0).fields())
        .extracting(field -> field.name())
        .containsExactly("deleted_at", "id", "title");
  }
}
