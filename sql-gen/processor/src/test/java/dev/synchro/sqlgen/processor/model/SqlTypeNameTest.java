package dev.synchro.sqlgen.processor.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTypeNameTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bigint           | bigint
          timestamptz      | timestamp with time zone
          varchar(10)      | character varying
          numeric(10,2)[]  | numeric[]
          double precision | double precision
          shop.box         | shop.box
          shop.box[]       | shop.box[]
          """)
  void catalogueNameIsWhatThePostgresCataloguePrints(String text, String catalogueName) {
    assertThat(SqlTypeName.parse(text).orElseThrow().catalogueName()).isEqualTo(catalogueName);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "int", "box", "Text", "text[][]", "text)", "a.b.c", "text --", ".a"})
  void anythingElseIsNoType(String text) {
    assertThat(SqlTypeName.parse(text)).isEmpty();
  }

  @Test
  void typeOfTheExtensionIsQualified() {
    assertThat(SqlTypeName.parse("shop.box").orElseThrow().own()).isPresent();
    assertThat(SqlTypeName.parse("text").orElseThrow().own()).isEmpty();
  }
}
