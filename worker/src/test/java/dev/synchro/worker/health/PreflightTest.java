package dev.synchro.worker.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreflightTest {

  @ParameterizedTest
  @CsvSource({
    "90624, 'wrong server version: PostgreSQL 18 is needed, this is PostgreSQL 9'",
    "170010, 'wrong server version: PostgreSQL 18 is needed, this is PostgreSQL 17'",
    "179999, 'wrong server version: PostgreSQL 18 is needed, this is PostgreSQL 17'",
    "180000, 'ok    server version'",
    "180006, 'ok    server version'",
    "190000, 'wrong server version: PostgreSQL 18 is needed, this is PostgreSQL 19'"
  })
  void only_servers_of_version_18_are_taken(int versionNumber, String line) {
    assertThat(Preflight.version(versionNumber).line()).isEqualTo(line);
  }
}
