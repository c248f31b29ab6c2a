package dev.synchro.worker.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFaultsTest {

  @ParameterizedTest
  @CsvSource({
    "08001, UNAVAILABLE, 'check host and port and that the server accepts connections'",
    "08006, UNAVAILABLE, 'check host and port and that the server accepts connections'",
    "57P01, UNAVAILABLE, ''",
    "28P01, PERMISSION, 'check the worker login, its password file and pg_hba.conf'",
    "28000, PERMISSION, 'check the worker login, its password file and pg_hba.conf'",
    "42501, PERMISSION, 'a grant is missing, roles/80-check.sql names it'",
    "3D000, CONFIGURATION, 'check the database in the URL'",
    "53300, TEMPORARY, 'raise max_connections or the login''s connection limit'",
    "40001, TEMPORARY, ''",
    "55006, TEMPORARY, ''",
    "58P01, TEMPORARY, ''",
    "22023, PROTOCOL, ''",
    "'x\ny', PROTOCOL, ''"
  })
  void an_sqlstate_decides_on_the_family_and_on_what_to_do(
      String state, FaultKind kind, String remedy) {
    SQLException error = new SQLException("a value: 4711", state);

    WorkerFault fault = SqlFaults.classify("do it", error);

    String shown = state.length() == 5 ? state : "?????";
    assertThat(fault.kind()).isEqualTo(kind);
    assertThat(fault.getMessage())
        .isEqualTo("cannot do it: SQLSTATE " + shown + (remedy.isEmpty() ? "" : ", " + remedy));
  }
}
