package dev.synchro.backend.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class SqlStateTest {
  @Test
  void an_error_names_itself() {
    assertThat(SqlState.of(new SQLException("no", "23514"))).isEqualTo("23514");
  }

  @Test
  void an_error_of_tidying_up_names_the_one_before_it() {
    SQLException first = new SQLException("no", "23503");
    assertThat(SqlState.of(new SQLException("again", "25P02", first))).isEqualTo("23503");
  }

  @Test
  void only_an_error_of_tidying_up_stands_for_its_cause() {
    SQLException first = new SQLException("no", "23503");
    assertThat(SqlState.of(new SQLException("other", "40001", first))).isEqualTo("40001");
    assertThat(SqlState.of(new SQLException("again", "25P02"))).isEqualTo("25P02");
    assertThat(SqlState.of(new SQLException("again", "25P02", new IllegalStateException())))
        .isEqualTo("25P02");
  }

  @Test
  void an_error_without_a_state_is_an_internal_one() {
    assertThat(SqlState.of(new SQLException("no"))).isEqualTo("XX000");
  }
}
