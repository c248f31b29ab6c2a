package dev.synchro.sqlgen.processor.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StableOrderTest {

  private static NavigableSet<String> on(String... keys) {
    return new TreeSet<>(List.of(keys));
  }

  @Test
  void everythingComesAfterWhatItRequiresAndTheSmallestFirst() throws Cycle {
    assertThat(
            StableOrder.of(
                Map.of("d", on(), "a", on("d"), "b", on(), "c", on("a", "b"), "e", on())))
        .containsExactly("b", "d", "a", "c", "e");
  }

  @Test
  void nothingGivesNothing() throws Cycle {
    assertThat(StableOrder.of(Map.<String, NavigableSet<String>>of())).isEmpty();
  }

  @Test
  void cycleIsToldWithoutThoseThatOnlyWaitForIt() {
    assertThatThrownBy(
            () ->
                StableOrder.of(
                    Map.of("a", on("b"), "b", on("c"), "c", on("d"), "d", on("b"), "e", on())))
        .isInstanceOfSatisfying(
            Cycle.class, cycle -> assertThat(cycle.keys()).isEqualTo(List.of("b", "c", "d", "b")));
  }

  @Test
  void keyThatRequiresItselfIsACycle() {
    assertThatThrownBy(() -> StableOrder.of(Map.of("a", on("a"))))
        .isInstanceOfSatisfying(
            Cycle.class, cycle -> assertThat(cycle.keys()).isEqualTo(List.of("a", "a")));
  }
}
