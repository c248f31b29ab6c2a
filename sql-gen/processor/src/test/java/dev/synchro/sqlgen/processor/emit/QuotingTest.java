package dev.synchro.sqlgen.processor.emit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotingTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          setting     , setting
          _a1         , _a1
          order       , "order"
          user        , "user"
          coalesce    , "coalesce"
          authorization, "authorization"
          name        , name
          Setting     , "Setting"
          1a          , "1a"
          a b         , "a b"
          a$b         , "a$b"
          größe       , "größe"
          日本          , "日本"
          a.b         , "a.b"
          it's        , "it's"
          """)
  void identifierIsQuotedOnlyWhereItMustBe(String name, String quoted) {
    assertThat(Quoting.identifier(name)).isEqualTo(quoted);
  }

  @Test
  void quotesInsideAnIdentifierAreDoubled() {
    assertThat(Quoting.identifier("say \"hi\"")).isEqualTo("\"say \"\"hi\"\"\"");
  }

  @Test
  void literalDoublesQuotesAndKeepsTheRest() {
    assertThat(Quoting.literal("")).isEqualTo("''");
    assertThat(Quoting.literal("it's größer\n😀")).isEqualTo("'it''s größer\n😀'");
    assertThat(Quoting.literal("''")).isEqualTo("''''''");
  }

  @Test
  void literalWithBackslashUsesTheEscapeForm() {
    assertThat(Quoting.literal("a\\'b")).isEqualTo("E'a\\\\''b'");
  }

  @Test
  void dollarQuoteTakesTheFirstTagTheTextAllows() {
    assertThat(Quoting.dollar("SELECT $1")).isEqualTo("$body$SELECT $1$body$");
    assertThat(Quoting.dollar("a $body$ b")).isEqualTo("$body1$a $body$ b$body1$");
    assertThat(Quoting.dollar("$body$ $body1$")).isEqualTo("$body2$$body$ $body1$$body2$");
  }

  @Test
  void dollarQuoteIsNotEndedByTheTextsOwnEnd() {
    assertThat(Quoting.dollar("a $body")).isEqualTo("$body1$a $body$body1$");
  }

  @Test
  void noTextWithNulIsWritten() {
    assertThatThrownBy(() -> Quoting.literal("a\0")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Quoting.dollar("a\0")).isInstanceOf(IllegalArgumentException.class);
  }
}
