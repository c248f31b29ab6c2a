package dev.synchro.worker.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.worker.pgoutput.Tuple;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CopyTextTest {
  @Test
  void values_nulls_and_empty_texts() {
    assertThat(tuple("1\t\\N\t\tx\n", 4)).isEqualTo(Tuple.of(utf8("1"), null, utf8(""), utf8("x")));
  }

  @Test
  void escapes_are_undone() {
    assertThat(tuple("a\\tb\\nc\\rd\\be\\ff\\vg\\\\h\t\\\\N\n", 2))
        .isEqualTo(Tuple.of(utf8("a\tb\nc\rd\be\ff\u000bg\\h"), utf8("\\N")));
  }

  @Test
  void another_number_of_columns_is_refused() {
    assertThatThrownBy(() -> tuple("a\tb\n", 3)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> tuple("a\tb\n", 1)).isInstanceOf(IllegalStateException.class);
  }

  private static Tuple tuple(String line, int columns) {
    return CopyText.tuple(utf8(line), columns);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
