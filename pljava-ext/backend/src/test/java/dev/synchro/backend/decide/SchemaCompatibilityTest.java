package dev.synchro.backend.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.message.MutationOperation;
import dev.synchro.core.message.PushedMutation;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.schema.DecimalBounds;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.Lifecycle;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.schema.TransitionClass;
import dev.synchro.core.value.PortableType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The conditions of contract 5.4.4. */
final class SchemaCompatibilityTest {
  private static final FieldSchema KEY =
      new FieldSchema("k", "id", PortableType.STRING, false, false);

  private static SchemaManifest manifest(FieldSchema... fields) {
    return manifest(Composition.SINGLE_SCOPE, "r", fields);
  }

  private static SchemaManifest manifest(
      Composition composition, String relation, FieldSchema... fields) {
    List<FieldSchema> all = new ArrayList<>(List.of(fields));
    all.add(KEY);
    TableSchema table =
        new TableSchema("t", relation, "notes", composition, "k", Lifecycle.NONE, all, List.of());
    return new SchemaManifest(1, Optional.empty(), TransitionClass.INITIAL, 1, List.of(table));
  }

  private static FieldSchema text(String id, boolean nullable, boolean writable) {
    return new FieldSchema(id, id, PortableType.STRING, nullable, writable);
  }

  private static FieldSchema decimal(int precision, int scale) {
    return new FieldSchema(
        "a",
        "a",
        PortableType.DECIMAL,
        true,
        true,
        Optional.of(new DecimalBounds(precision, scale)));
  }

  private static PushedMutation mutation(SchemaManifest authored, String table) {
    TreeMap<String, dev.synchro.core.json.JsonValue> columns = new TreeMap<>();
    columns.put("a", new JsonNumber("1"));
    return new PushedMutation(
        "00000000-0000-4000-8000-000000000001",
        table,
        "k",
        new JsonString("x"),
        authored.reference(),
        MutationOperation.INSERT,
        Optional.empty(),
        "2026-01-01T00:00:00.000000Z",
        columns);
  }

  private static List<String> incompatible(SchemaManifest authored, SchemaManifest current) {
    return SchemaCompatibility.incompatibleFields(
        mutation(authored, "t"), Optional.of(authored), current, true);
  }

  @Test
  void an_unknown_schema_makes_all_named_fields_incompatible() {
    SchemaManifest manifest = manifest(text("a", true, true));
    assertThat(
            SchemaCompatibility.incompatibleFields(
                mutation(manifest, "t"), Optional.empty(), manifest, true))
        .containsExactlyInAnyOrder("a", "k");
  }

  @Test
  void a_table_of_another_manifest_is_incompatible_and_one_of_none_is_not_judged_here() {
    SchemaManifest manifest = manifest(text("a", true, true));
    assertThat(
            SchemaCompatibility.incompatibleFields(
                mutation(manifest, "u"), Optional.of(manifest), manifest, true))
        .containsExactlyInAnyOrder("a", "k");
    assertThat(
            SchemaCompatibility.incompatibleFields(
                mutation(manifest, "u"), Optional.of(manifest), manifest, false))
        .isEmpty();
  }

  @Test
  void relation_and_composition_must_be_the_same() {
    SchemaManifest then = manifest(text("a", true, true));
    assertThat(incompatible(then, manifest(Composition.MULTI_SCOPE, "r", text("a", true, true))))
        .containsExactlyInAnyOrder("a", "k");
    assertThat(incompatible(then, manifest(Composition.SINGLE_SCOPE, "s", text("a", true, true))))
        .containsExactlyInAnyOrder("a", "k");
  }

  @Test
  void a_field_may_widen_but_not_narrow() {
    SchemaManifest then = manifest(text("a", true, true), text("b", true, true));
    assertThat(incompatible(then, manifest(text("a", true, true)))).isEmpty();
    assertThat(incompatible(then, manifest(text("b", true, true)))).containsExactly("a");
    assertThat(incompatible(then, manifest(text("a", false, true)))).containsExactly("a");
    assertThat(incompatible(then, manifest(text("a", true, false)))).containsExactly("a");
    assertThat(
            incompatible(then, manifest(new FieldSchema("a", "a", PortableType.JSON, true, true))))
        .containsExactly("a");
    assertThat(incompatible(manifest(text("a", false, false)), then)).isEmpty();
  }

  @Test
  void a_decimal_may_widen_but_not_narrow() {
    SchemaManifest then = manifest(decimal(8, 2));
    SchemaManifest unbounded =
        manifest(new FieldSchema("a", "a", PortableType.DECIMAL, true, true));
    assertThat(incompatible(then, manifest(decimal(10, 4)))).isEmpty();
    assertThat(incompatible(then, unbounded)).isEmpty();
    assertThat(incompatible(unbounded, then)).containsExactly("a");
    assertThat(incompatible(then, manifest(decimal(7, 2)))).containsExactly("a");
    assertThat(incompatible(then, manifest(decimal(8, 1)))).containsExactly("a");
    assertThat(incompatible(then, manifest(decimal(9, 4)))).containsExactly("a");
  }
}
