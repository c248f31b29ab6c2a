package dev.synchro.core.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScopeTemplateTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "catalog                                                    | LITERAL | catalog | -          | -",
        "a>b.c<d                                                    | LITERAL | a>b.c<d | -          | -",
        "user:{owner_id}                                            | COLUMN  | user:   | owner_id   | -",
        "{country}:rows                                             | COLUMN  | -       | country    | -",
        "user:{order_id>orders.user_id}                             | FORWARD | user:   | order_id   | orders/key/user_id",
        "user:{order_id>orders.customer_id>customers.user_id}:x     | FORWARD | user:   | order_id   | orders/key/customer_id customers/key/user_id",
        "user:{id<document_members.document_id.user_id}             | REVERSE | user:   | id         | document_members/document_id/user_id",
      })
  void reads_every_form(
      String text, ScopeTemplate.Kind kind, String prefix, String column, String steps)
      throws InvalidScopeTemplate {
    ScopeTemplate template = ScopeTemplate.parse(text);

    assertThat(template.kind()).isEqualTo(kind);
    assertThat(template.prefix()).isEqualTo(prefix == null ? "" : prefix);
    assertThat(template.column()).isEqualTo(Optional.ofNullable(column));
    assertThat(
            String.join(
                " ",
                template.steps().stream()
                    .map(s -> s.relation() + "/" + s.matchColumn().orElse("key") + "/" + s.column())
                    .toList()))
        .isEqualTo(steps == null ? "" : steps);
    assertThat(template).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "a}",
        "a{b",
        "{a}{b}",
        "}{a}",
        "{a}}",
        "{{a}}",
        "{a.b}",
        "{a>}",
        "{>b.c}",
        "{a>b}",
        "{a>b.}",
        "{a>.c}",
        "{a>b.c.d}",
        "{a>b.c>}",
        "{a<b.c}",
        "{a<b.c.d.e}",
        "{<b.c.d}",
        "{a<b..d}",
        "{a<b.c.d>e.f}",
        "{a>e.f<b.c.d}",
        "{a<b.c.d<e.f.g}",
      })
  void refuses_what_the_grammar_does_not_have(String text) {
    assertThatThrownBy(() -> ScopeTemplate.parse(text)).isInstanceOf(InvalidScopeTemplate.class);
  }

  @Test
  void takes_the_value_of_a_column_into_the_scope_id() throws InvalidScopeTemplate {
    assertThat(ScopeTemplate.parse("country:{country}").scopeId("DE")).isEqualTo("country:DE");
    assertThat(ScopeTemplate.parse("{id}/rows").scopeId("7")).isEqualTo("7/rows");
    assertThat(ScopeTemplate.parse("catalog").scopeId()).isEqualTo("catalog");
  }

  @Test
  void bounds_scope_ids_by_their_octets() throws InvalidScopeTemplate {
    assertThat(ScopeTemplate.isScopeId("")).isFalse();
    assertThat(ScopeTemplate.isScopeId("x".repeat(512))).isTrue();
    assertThat(ScopeTemplate.isScopeId("x".repeat(513))).isFalse();
    assertThat(ScopeTemplate.isScopeId("ü".repeat(256))).isTrue();
    assertThat(ScopeTemplate.isScopeId("ü".repeat(257))).isFalse();

    assertThat(ScopeTemplate.parse("x".repeat(512)).scopeId()).hasSize(512);
    assertThatThrownBy(() -> ScopeTemplate.parse("ü".repeat(257)))
        .hasMessage("expected scope ids of at most 512 octets, found a longer");
    assertThatThrownBy(() -> ScopeTemplate.parse("x".repeat(500) + "{a}" + "y".repeat(13)))
        .isInstanceOf(InvalidScopeTemplate.class);
  }
}
