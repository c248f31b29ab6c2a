package dev.synchro.sqlgen.processor.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JavadocTest {

  @Test
  void firstSentenceEndsAtAFullStopBeforeWhiteSpace() {
    assertThat(Javadoc.firstSentence(" Since 0.3.1 it tells\n  the price. More."))
        .contains("Since 0.3.1 it tells the price");
  }

  @Test
  void firstSentenceEndsAtAParagraphOrABlockTag() {
    assertThat(Javadoc.firstSentence(" Tells\n <p>More.")).contains("Tells");
    assertThat(Javadoc.firstSentence(" Tells\n @return more.")).contains("Tells");
  }

  @Test
  void tagsAndMarkupBecomeText() {
    assertThat(
            Javadoc.firstSentence(
                " {@code a < b} and {@link Some#thing} or {@link Some the <b>thing</b>} &amp;"
                    + " {@literal <c>}."))
        .contains("a < b and Some.thing or the thing & <c>");
  }

  @Test
  void nothingIsNoSentence() {
    assertThat(Javadoc.firstSentence(null)).isEmpty();
    assertThat(Javadoc.firstSentence(" @return the price.")).isEmpty();
  }
}
