package dev.synchro.embedded.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerAddressTest {

  @ParameterizedTest
  @CsvSource({
    "postgresql://root:s3cret@10.0.0.1:5433/postgres, 10.0.0.1, 5433, root, s3cret",
    "postgres://root@10.0.0.1:5433, 10.0.0.1, 5433, root, ''",
    "postgresql://root:s3cret@10.0.0.1/, 10.0.0.1, 5432, root, s3cret",
    "jdbc:postgresql://10.0.0.1:5433/db?user=root&password=s3cret, 10.0.0.1, 5433, root, s3cret"
  })
  void both_forms_of_a_url_are_read(
      String dsn, String host, int port, String superuser, String password) {
    assertThat(ServerAddress.parse(dsn))
        .isEqualTo(new ServerAddress(host, port, superuser, password));
  }

  @Test
  void a_url_without_user_is_refused_without_repeating_it() {
    assertThatThrownBy(() -> ServerAddress.parse("mysql://secret"))
        .isInstanceOf(StackFailure.class)
        .hasMessageContaining("SYNCHRO_TEST_DSN must be a PostgreSQL URL with a user")
        .hasMessageNotContaining("secret");
  }
}
