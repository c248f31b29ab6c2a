package dev.synchro.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.client.Mutation.AuthoredSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalizationTest {

  private static final RowKey ROW = new RowKey(1, new byte[] {1});
  private static final AuthoredSchema FIRST = new AuthoredSchema(1, "first");

  /**
   * I, U, D: insert, update on base b, delete on base b, numbered from 1. The result lists what is
   * left to send in order; a combination is written as operation, base and the columns it carries.
   */
  @ParameterizedTest(name = "{0} leaves {1}")
  @CsvSource({
    "I,           I1",
    "U,           U1",
    "D,           D1",
    "I U,         I-[1 2]",
    "I U U,       I-[1 2 3]",
    "I D,         ''",
    "I U D,       ''",
    "I D I,       I3",
    "I D I U,     I-[3 4]",
    "U U,         Ub1[1 2]",
    "U U U,       Ub1[1 2 3]",
    "U D,         Db1[]",
    "U U D,       Db1[]",
    "D I,         D1 I2",
    "D I U,       D1 I-[2 3]",
    "D I D,       D1",
  })
  void the_mutations_of_one_row_are_combined_as_the_contract_says(String written, String left) {
    assertThat(describe(written.split(" ", -1), mutation -> true)).isEqualTo(left);
  }

  @Test
  void a_combination_takes_the_later_value_of_a_column_and_the_first_place() {
    Mutation insert = mutation(1, Operation.INSERT, Map.of("f", "1", "g", "1"), FIRST);
    Mutation update = mutation(2, Operation.UPDATE, Map.of("g", "2"), FIRST);

    Normalization normalized =
        Normalization.of(List.of(insert, update), () -> "new", mutation -> true);

    Mutation combined = normalized.combinations().get(0);
    assertThat(combined.columns()).containsExactly(Map.entry("f", "1"), Map.entry("g", "2"));
    assertThat(combined.position()).isEqualTo(1);
    assertThat(combined.mutationId()).isEqualTo("new");
    assertThat(combined.clientVersion()).isEqualTo("time 2");
  }

  @Test
  void mutations_written_under_different_schemas_stay_apart() {
    Mutation first = mutation(1, Operation.UPDATE, Map.of("f", "1"), FIRST);
    Mutation second =
        mutation(2, Operation.UPDATE, Map.of("f", "2"), new AuthoredSchema(2, "second"));

    assertThat(Normalization.of(List.of(first, second), () -> "new", mutation -> true))
        .matches(Normalization::changesNothing);
  }

  @Test
  void a_combination_that_cannot_be_sent_is_not_made() {
    assertThat(describe("U U U".split(" ", -1), mutation -> mutation.columns().size() < 3))
        .isEqualTo("Ub1[1 2] U3");
  }

  private static String describe(String[] operations, Predicate<Mutation> fits) {
    List<Mutation> written = new ArrayList<>();
    for (int index = 0; index < operations.length; index++) {
      written.add(numbered(index + 1, operations[index]));
    }
    AtomicInteger fresh = new AtomicInteger();
    Normalization normalized =
        Normalization.of(written, () -> "new" + fresh.incrementAndGet(), fits);
    List<Mutation> left = new ArrayList<>(written);
    left.removeAll(normalized.superseded());
    left.removeAll(normalized.cancelled());
    left.addAll(normalized.combinations());
    left.sort(java.util.Comparator.comparingLong(Mutation::position));
    return String.join(" ", left.stream().map(NormalizationTest::text).toList());
  }

  private static Mutation numbered(int number, String letter) {
    return switch (letter) {
      case "I" -> mutation(number, Operation.INSERT, Map.of("c" + number, "1"), FIRST);
      case "U" -> mutation(number, Operation.UPDATE, Map.of("c" + number, "1"), FIRST);
      default -> mutation(number, Operation.DELETE, Map.of(), FIRST);
    };
  }

  private static Mutation mutation(
      int number, Operation operation, Map<String, String> columns, AuthoredSchema authored) {
    Optional<String> base =
        operation == Operation.INSERT ? Optional.empty() : Optional.of("b" + number);
    return new Mutation(
        number, "m" + number, ROW, "{}", operation, base, columns, authored, "time " + number);
  }

  private static String text(Mutation mutation) {
    String letter = mutation.operation().name().substring(0, 1);
    if (!mutation.mutationId().startsWith("new")) {
      return letter + mutation.position();
    }
    String numbers =
        String.join(
            " ", mutation.columns().keySet().stream().map(name -> name.substring(1)).toList());
    return letter + mutation.baseVersion().orElse("-") + "[" + numbers + "]";
  }
}
