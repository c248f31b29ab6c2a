package dev.synchro.backend.decide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QualifiedNameTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "app.notes,app,notes",
        "App.NOTES,app,notes",
        "\"App\".\"Not es\",App,Not es",
        "'  app . notes ',app,notes",
        "app.\"a\"\"b\",app,'a\"b'",
        "\"a.b\".c,a.b,c",
        "schéma.Größe,schéma,größe",
        "_a.b$1,_a,b$1",
        "app.\"\"\"\",app,'\"'",
      })
  void reads_names_by_the_rules_of_identifiers(String text, String schema, String name) {
    assertThat(QualifiedName.parse(text)).contains(new QualifiedName(schema, name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "notes",
        "a.b.c",
        "a.",
        ".b",
        "a..b",
        "a.1b",
        "a.b c",
        "a.\"b",
        "a.\"\"",
        "a b.c",
        "a.b;",
        "a.b--",
        "a.$b",
        "a.\"b\"c"
      })
  void refuses_everything_else(String text) {
    assertThat(QualifiedName.parse(text)).isEmpty();
  }

  @Test
  void refuses_identifiers_that_postgresql_would_cut() {
    assertThat(QualifiedName.parse("a." + "b".repeat(63))).isPresent();
    assertThat(QualifiedName.parse("a." + "b".repeat(64))).isEmpty();
    assertThat(QualifiedName.parse("a." + "ü".repeat(32))).isEmpty();
  }
}
