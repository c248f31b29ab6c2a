package dev.synchro.backend.decide;

import static dev.synchro.backend.decide.TestRelations.prepared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.RegisteredField;
import dev.synchro.core.registry.RegisteredIndex;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.RowLife;
import dev.synchro.core.registry.SyncedTable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class RegistrationVerdictTest {
  /** A request for app.notes with some arguments replaced; arrays are written a,b and null is -. */
  static RegistrationRequest request(String... replacements) {
    Map<String, String> arguments = new HashMap<>();
    arguments.put("p_table_name", "app.notes");
    arguments.put("p_composition", "multi_scope");
    arguments.put("p_pk_column", "id");
    arguments.put("p_updated_at_col", "updated_at");
    arguments.put("p_deleted_at_col", "deleted_at");
    arguments.put("p_push_policy", "enabled");
    arguments.put("p_exclude_columns", "");
    arguments.put("p_sync_columns", "");
    arguments.put("p_max_scope_fanout", "8");
    arguments.put("p_affected_scopes", "");
    arguments.put("p_scopes", "user:{owner_id}");
    for (int i = 0; i < replacements.length; i += 2) {
      arguments.put(replacements[i], replacements[i + 1].equals("-") ? null : replacements[i + 1]);
    }
    return RegistrationRequest.of(
        arguments.get("p_table_name"),
        arguments.get("p_membership_function"),
        arguments.get("p_composition"),
        arguments.get("p_pk_column"),
        arguments.get("p_updated_at_col"),
        arguments.get("p_deleted_at_col"),
        arguments.get("p_push_policy"),
        array(arguments.get("p_exclude_columns")),
        array(arguments.get("p_sync_columns")),
        arguments.get("p_max_scope_fanout") == null
            ? null
            : Integer.valueOf(arguments.get("p_max_scope_fanout")),
        array(arguments.get("p_affected_scopes")),
        array(arguments.get("p_scopes")),
        Map.of());
  }

  @SuppressWarnings("ReturnsNullCollection") // NULL is one of the cases
  private static String[] array(String text) {
    if (text == null) {
      return null;
    }
    return text.isEmpty() ? new String[0] : text.split(",", -1);
  }

  static RegisteredRelation decide(
      RegistrationRequest request, RelationFacts relation, Optional<Registry> newest) {
    Iterator<String> ids = IntStream.range(0, 50).mapToObj(i -> relation.name() + i).iterator();
    return RegistrationVerdict.decide(request, relation, newest, ids);
  }

  private static Registry registry(RegisteredRelation relation) {
    return new Registry(1, List.of(relation.numbered(7)), List.of());
  }

  @Test
  void a_table_is_registered_with_everything_that_is_known_of_it() {
    RegisteredRelation decided = decide(request(), prepared(), Optional.empty());
    SyncedTable table = decided.table().orElseThrow();

    assertThat(decided.relation()).isZero();
    assertThat(decided.oid()).isEqualTo(1000);
    assertThat(decided.keyColumn()).isEqualTo("id");
    assertThat(decided.columns())
        .extracting(
            CapturedColumn::name,
            column -> column.type().code(),
            CapturedColumn::notNull,
            column -> column.field().map(RegisteredField::writable).orElseThrow())
        .containsExactly(
            row("id", true, false),
            row("owner_id", true, true),
            row("title", false, true),
            row("updated_at", true, false),
            row("deleted_at", false, false));
    assertThat(table.life())
        .isEqualTo(
            new RowLife(Optional.empty(), Optional.of("updated_at"), Optional.of("deleted_at")));
    assertThat(table.indexes())
        .extracting(RegisteredIndex::name, RegisteredIndex::columns)
        .containsExactly(tuple("notes_owner", List.of("owner_id", "title")));
  }

  private static Tuple row(String name, boolean notNull, boolean writable) {
    String type = name.endsWith("_at") ? "timestamptz" : "key_text";
    return tuple(name, type, notNull, writable);
  }

  @Test
  void a_column_that_only_templates_read_is_captured_but_no_field() {
    RegisteredRelation decided =
        decide(request("p_exclude_columns", "owner_id"), prepared(), Optional.empty());

    assertThat(decided.column("owner_id")).isPresent();
    assertThat(decided.fieldId("owner_id")).isEmpty();
    assertThat(decided.table().orElseThrow().indexes()).isEmpty();
  }

  @Test
  void logical_ids_go_on_when_the_table_is_registered_again() {
    RegisteredRelation first = decide(request(), prepared(), Optional.empty()).numbered(7);

    RegisteredRelation again =
        decide(request("p_max_scope_fanout", "5"), prepared(), Optional.of(registry(first)));

    assertThat(again.relation()).isEqualTo(7);
    assertThat(again.relationId()).isEqualTo(first.relationId());
    assertThat(again.columns()).isEqualTo(first.columns());
    assertThat(again.table().orElseThrow().tableId())
        .isEqualTo(first.table().orElseThrow().tableId());
    assertThat(again.table().orElseThrow().indexes())
        .isEqualTo(first.table().orElseThrow().indexes());
  }

  @Test
  void a_table_made_anew_under_its_name_gets_new_ids() {
    RegisteredRelation first = decide(request(), prepared(), Optional.empty()).numbered(7);
    Iterator<String> ids = IntStream.range(0, 50).mapToObj(i -> "other-" + i).iterator();

    RegisteredRelation again =
        RegistrationVerdict.decide(
            request(), prepared("{\"oid\":2000}"), Optional.of(registry(first)), ids);

    assertThat(again.relation()).isZero();
    assertThat(again.relationId()).startsWith("other-");
    assertThat(again.fieldId("title").orElseThrow()).startsWith("other-");
  }

  private static Arguments refused(String reason, String replacement, String... arguments) {
    return Arguments.of(reason, replacement, arguments);
  }

  private static String column(String name, String type, String kind, String generated) {
    return String.format(
        "{\"columns\":[{\"number\":1,\"name\":\"id\",\"quoted\":\"id\",\"not_null\":true,"
            + "\"generated\":\"\",\"identity\":\"\",\"types\":[{\"oid\":25,\"name\":\"text\","
            + "\"kind\":\"b\",\"builtin\":true,\"modifier\":-1}]},"
            + "{\"number\":2,\"name\":\"%s\",\"quoted\":\"%s\",\"not_null\":false,"
            + "\"generated\":\"%s\",\"identity\":\"\",\"types\":[{\"oid\":26,\"name\":\"%s\","
            + "\"kind\":\"%s\",\"builtin\":true,\"modifier\":-1}]}],\"indexes\":[]}",
        name, name, generated, type, kind);
  }

  static Stream<Arguments> refusals() {
    String none = "{}";
    String catalog = "p_scopes";
    return Stream.of(
        refused("-", none),
        refused("ambiguous_physical_relation", none, "p_table_name", "notes"),
        refused("ambiguous_physical_relation", none, "p_table_name", "a.b.c"),
        refused("null_argument", none, "p_table_name", "-"),
        refused("null_argument", none, "p_composition", "-"),
        refused("null_argument", none, "p_max_scope_fanout", "-"),
        refused("null_argument", none, "p_scopes", "-"),
        refused("invalid_composition", none, "p_composition", "one"),
        refused("invalid_push_policy", none, "p_push_policy", "no"),
        refused("invalid_membership_source", none, "p_scopes", ""),
        refused("invalid_membership_source", none, "p_membership_function", "app.f"),
        refused("-", none, "p_membership_function", "app.f", "p_scopes", ""),
        refused("invalid_scope_function", none, "p_membership_function", "f", "p_scopes", ""),
        refused("invalid_scope_template", none, "p_scopes", "user:{owner_id"),
        refused("invalid_scope_template", none, "p_scopes", "user:{nobody}"),
        refused("invalid_scope_template", none, "p_scopes", "at:{updated_at}"),
        refused("-", none, "p_max_scope_fanout", "1"),
        refused("invalid_limit", none, "p_max_scope_fanout", "0"),
        refused("invalid_limit", none, "p_max_scope_fanout", "9"),
        refused("missing_primary_key", none, "p_pk_column", "title"),
        refused("unknown_column", none, "p_exclude_columns", "nothing"),
        refused("unknown_column", none, "p_sync_columns", "id,nothing"),
        refused(
            "conflicting_column_lists", none, "p_sync_columns", "id", "p_exclude_columns", "title"),
        refused("missing_required_column", none, "p_exclude_columns", "id"),
        refused("missing_required_column", none, "p_exclude_columns", "deleted_at"),
        refused("missing_required_column", none, "p_sync_columns", "id,title,updated_at"),
        refused("-", none, "p_sync_columns", "id,title,updated_at,deleted_at"),
        refused("invalid_lifecycle_column", none, "p_updated_at_col", "changed_at"),
        refused("invalid_lifecycle_column", none, "p_updated_at_col", "title"),
        refused("-", none, "p_updated_at_col", "-"),
        refused("-", none, "p_updated_at_col", ""),
        refused(
            "-",
            column("v", "int4", "b", ""),
            catalog,
            "catalog",
            "p_deleted_at_col",
            "-",
            "p_push_policy",
            "enabled"),
        refused("unsupported_type", column("v", "money", "b", ""), catalog, "catalog"),
        refused("unsupported_type", column("v", "xid", "b", ""), catalog, "catalog"),
        refused("unsupported_type", column("v", "thing", "c", ""), catalog, "catalog"),
        refused("-", column("v", "money", "b", ""), catalog, "catalog", "p_exclude_columns", "v"),
        refused("-", column("v", "int4", "b", "v"), catalog, "catalog"),
        refused(
            "unsupported_generated_column",
            column("v", "int4", "b", "v"),
            catalog,
            "catalog",
            "p_sync_columns",
            "id,v"),
        refused("unsupported_generated_column", column("v", "int4", "b", "v"), catalog, "s:{v}"),
        refused("reserved_name", column("_synchro_x", "int4", "b", ""), catalog, "catalog"),
        refused("reserved_name", column("SQLite_x", "int4", "b", ""), catalog, "catalog"),
        refused("reserved_name", column("a\uFFFE", "int4", "b", ""), catalog, "catalog"),
        refused("reserved_name", "{\"name\":\"grdb_notes\"}"),
        refused("duplicate_table_name", column("ID", "int4", "b", ""), catalog, "catalog"),
        refused(
            "unsupported_primary_key_type",
            column("v", "int4", "b", "").replaceFirst("\"text\"", "\"date\""),
            catalog,
            "catalog"),
        refused("invalid_scope_id", none, "p_affected_scopes", ",a"));
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("refusals")
  void a_registration_is_refused_for_one_reason(
      String reason, String replacement, String[] arguments) {
    String found = "-";
    try {
      decide(
          request(arguments),
          replacement.contains("\"columns\"")
              ? TestRelations.prepared(replacement, DELETABLE)
              : prepared(replacement),
          Optional.empty());
    } catch (SqlRefusal refusal) {
      found = refusal.reason();
    }
    assertThat(found).isEqualTo(reason);
  }

  /** A table without deleted_at needs DELETE as well. */
  private static final String DELETABLE =
      "{\"owner_may\":[\"SELECT\",\"INSERT\",\"UPDATE\",\"DELETE\"]}";

  @Test
  void a_name_is_taken_by_a_table_of_any_schema() {
    RegisteredRelation first = decide(request(), prepared(), Optional.empty());

    for (String other :
        new String[] {
          "{\"schema\":\"other\",\"oid\":5}", "{\"name\":\"NOTES\",\"oid\":5}",
        }) {
      String reason = "-";
      try {
        decide(request(), prepared(other), Optional.of(registry(first)));
      } catch (SqlRefusal refusal) {
        reason = refusal.reason();
      }
      assertThat(reason).isEqualTo("duplicate_table_name");
    }
  }

  @Test
  void scopes_are_affected_only_by_another_membership_rule() {
    RegisteredRelation first = decide(request(), prepared(), Optional.empty());
    Optional<Registry> newest = Optional.of(registry(first));

    String reason = "-";
    try {
      decide(request("p_affected_scopes", "a"), prepared(), newest);
    } catch (SqlRefusal refusal) {
      reason = refusal.reason();
    }
    assertThat(reason).isEqualTo("affected_scopes_not_allowed");
    assertThat(
            decide(request("p_affected_scopes", "b,a", "p_scopes", "catalog"), prepared(), newest)
                .table())
        .isPresent();
  }
}
