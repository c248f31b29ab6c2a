package dev.synchro.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.membership.MembershipRules.RelationRules;
import dev.synchro.core.pg.PgTypeMapping;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.MembershipDependency;
import dev.synchro.core.registry.MembershipFunction;
import dev.synchro.core.registry.PushPolicy;
import dev.synchro.core.registry.RegisteredField;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.RegistryDocument;
import dev.synchro.core.registry.RowLife;
import dev.synchro.core.registry.SyncedTable;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.scope.InvalidScopeTemplate;
import dev.synchro.core.scope.ScopeTemplate;
import dev.synchro.core.value.PortableValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which columns lead from row to row, and what a template may compare. Contract 7.2. */
class MembershipRulesTest {
  private static final RegisteredRelation OWNERS =
      relation(1, "owners", List.of(), "id integer", "who text", "born date");
  private static final RegisteredRelation PARENTS =
      relation(2, "parents", List.of(), "id uuid", "owner_id bigint", "note text");

  private static RegisteredRelation relation(
      int number, String name, List<ScopeTemplate> templates, String... columns) {
    List<CapturedColumn> captured =
        IntStream.range(0, columns.length)
            .mapToObj(i -> column(number, i + 1, columns[i].split(" ")))
            .toList();
    SyncedTable table =
        new SyncedTable(
            "t" + number,
            PushPolicy.READ_ONLY,
            Composition.MULTI_SCOPE,
            8,
            RowLife.NONE,
            templates,
            List.of(),
            List.of(),
            List.of());
    return new RegisteredRelation(
        number,
        "r" + number,
        number,
        "app",
        name,
        "d",
        List.of(),
        "id",
        captured,
        Optional.of(table));
  }

  private static CapturedColumn column(int relation, int number, String[] nameAndType) {
    return new CapturedColumn(
        nameAndType[0],
        number,
        25,
        PgTypeMapping.ofFormatted(nameAndType[1]).orElseThrow(),
        number == 1,
        Optional.of(new RegisteredField("f" + relation + number, false)));
  }

  private static ScopeTemplate template(String text) {
    try {
      return ScopeTemplate.parse(text);
    } catch (InvalidScopeTemplate e) {
      throw new AssertionError(e);
    }
  }

  private static Registry registry(String... templates) {
    RegisteredRelation children =
        relation(
            3,
            "children",
            List.of(templates).stream().map(MembershipRulesTest::template).toList(),
            "id uuid",
            "parent_id uuid",
            "n smallint",
            "d date");
    return new Registry(1, List.of(OWNERS, PARENTS, children), List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "a:{n}, resolved",
    "a:{n>owners.who}, resolved",
    "a:{parent_id>parents.owner_id>owners.who}, resolved",
    "a:{parent_id>parents.owner_id}, resolved",
    "a:{id<children.parent_id.n}, resolved",
    "a:{d}, TYPE",
    "a:{d>owners.who}, TYPE",
    "a:{n>owners.born}, TYPE",
    "a:{n>parents.note}, TYPE",
    "a:{parent_id>owners.who}, TYPE",
    "a:{n<parents.note.id}, TYPE",
    "a:{none}, NOT_CAPTURED",
    "a:{n>nowhere.who}, NOT_CAPTURED",
    "a:{n>OWNERS.who}, NOT_CAPTURED",
    "a:{n>owners.none}, NOT_CAPTURED",
    "a:{n<parents.none.id}, NOT_CAPTURED",
  })
  void a_template_compares_captured_values_of_one_kind(String template, String outcome) {
    Registry registry = registry(template);
    String found;
    try {
      Walk.resolve(registry, registry.byName("children").orElseThrow(), template(template));
      found = "resolved";
    } catch (UnresolvedTemplate e) {
      found = e.reason().name();
    }
    assertThat(found).isEqualTo(outcome);
  }

  @Test
  void what_is_compared_is_indexed_and_what_goes_on_is_watched() {
    Registry registry =
        registry("a:{parent_id>parents.owner_id>owners.who}", "b:{id<children.parent_id.n}");
    MembershipRules rules = MembershipRules.of(registry);
    assertThat(names(rules, "children", true)).containsExactly("id", "parent_id");
    assertThat(names(rules, "children", false)).containsExactly("id", "parent_id", "n");
    assertThat(names(rules, "parents", true)).containsExactly("owner_id");
    assertThat(names(rules, "parents", false)).containsExactly("id", "owner_id");
    assertThat(names(rules, "owners", true)).isEmpty();
    assertThat(names(rules, "owners", false)).containsExactly("id", "who");
    assertThat(of(rules, "owners").isDeferred()).isTrue();
    assertThat(of(rules, "owners").dependsOnOthers()).isFalse();
  }

  @Test
  void plain_templates_wait_for_nothing() {
    assertThat(of(MembershipRules.of(registry("all", "a:{n}")), "children").isDeferred()).isFalse();
  }

  @Test
  void functions_and_what_they_read_survive_in_the_document() {
    Registry registry =
        registry("all")
            .withFunction(3, Optional.of(new MembershipFunction(3, 77, "app.f", "uuid", "ab")))
            .withDependency(
                1, new MembershipDependency(1, 3, 78, "app.g", List.of("f12"), 5, "cd"));
    Registry read = RegistryDocument.read(1, RegistryDocument.write(registry));
    assertThat(read.hasSameContent(registry)).isTrue();
    RelationRules children = of(MembershipRules.of(read), "children");
    assertThat(children.isDeferred()).isTrue();
    assertThat(MembershipSql.scopes(children)).contains("LATERAL app.f(");
    assertThat(of(MembershipRules.of(read), "owners").impacts()).hasSize(1);
    assertThat(read.withFunction(3, Optional.empty()).dependencies()).isEmpty();
  }

  private static RelationRules of(MembershipRules rules, String name) {
    return rules.of(registry("all").byName(name).orElseThrow());
  }

  private static List<String> names(MembershipRules rules, String name, boolean edges) {
    RelationRules relation = of(rules, name);
    return (edges ? relation.edges() : relation.watched())
        .stream().map(CapturedColumn::name).toList();
  }

  @Test
  void integers_of_both_widths_compare_by_number_and_strings_by_octets() {
    byte[] narrow = ReferenceValue.of(PortableValue.ofInt(-5)).orElseThrow();
    byte[] wide = ReferenceValue.of(PortableValue.ofInt64(-5)).orElseThrow();
    assertThat(narrow).isEqualTo(wide);
    assertThat(ReferenceValue.ofKey(PortableValue.ofInt(-5).typed())).isEqualTo(wide);
    assertThat(ReferenceValue.of(PortableValue.ofString("-5")).orElseThrow()).isNotEqualTo(wide);
    assertThat(ReferenceValue.of(PortableValue.ofString("k".repeat(54))).orElseThrow()).hasSize(64);
    byte[] hashed = ReferenceValue.of(PortableValue.ofString("k".repeat(55))).orElseThrow();
    assertThat(Hex.encode(hashed)).startsWith("ff").hasSize(66);
    assertThat(ReferenceValue.ofKey(PortableValue.ofString("k".repeat(55)).typed()))
        .isEqualTo(hashed);
  }

  @Test
  void names_of_the_application_enter_sql_as_literals_only() {
    assertThat(MembershipSql.literal("plain-name.1")).isEqualTo("'plain-name.1'");
    assertThat(MembershipSql.literal("a'b")).doesNotContain("a'b").contains("612762");
    assertThat(MembershipSql.literal("a--b")).doesNotContain("--");
    assertThat(MembershipSql.literal("a?\\")).doesNotContain("?").doesNotContain("\\");
    assertThat(MembershipSql.identifier("a\"b")).isEqualTo("\"a\"\"b\"");
  }
}
