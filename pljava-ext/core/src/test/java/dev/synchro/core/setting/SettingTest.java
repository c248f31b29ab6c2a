package dev.synchro.core.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingTest {
  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "synchro.database,a,true",
        "synchro.database,'',false",
        "synchro.worker_login,synchro worker,true",
        "synchro.replication_slot,slot_1,true",
        "synchro.replication_slot,Slot,false",
        "synchro.replication_slot,slot-1,false",
        "synchro.replication_slot,'',false",
        "synchro.max_wal_lag_bytes,67108864,true",
        "synchro.max_wal_lag_bytes,9007199254740991,true",
        "synchro.max_wal_lag_bytes,9007199254740992,false",
        "synchro.max_wal_lag_bytes,99999999999999999999,false",
        "synchro.max_wal_lag_bytes,0,false",
        "synchro.max_wal_lag_bytes,01,false",
        "synchro.max_wal_lag_bytes,-1,false",
        "synchro.max_wal_lag_bytes,+1,false",
        "synchro.max_wal_lag_bytes, 1,false",
        "synchro.max_wal_lag_bytes,1 ,false",
        "synchro.max_wal_lag_bytes,1e3,false",
        "synchro.max_wal_lag_bytes,1.0,false",
        "synchro.max_wal_lag_bytes,64MB,false",
        "synchro.max_wal_lag_bytes,٣,false",
        "synchro.max_wal_lag_bytes,'',false",
        "synchro.max_wal_lag_seconds,NaN,false",
        "synchro.max_worker_heartbeat_age_seconds,30,true",
        "synchro.max_scope_fanout,1000,true",
        "synchro.max_scope_fanout,1001,false",
        "synchro.max_impact_rows,1000000,true",
        "synchro.max_impact_rows,1000001,false",
        "synchro.minimum_client_version,1.2.3-beta.1,true",
        "synchro.minimum_client_version,1.2,false",
      })
  void accepts_exactly_the_texts_of_the_contract(String name, String text, boolean accepted) {
    assertThat(Setting.find(name).orElseThrow().accepts(text)).isEqualTo(accepted);
  }

  @Test
  void bounds_names_by_their_octets() {
    assertThat(Setting.DATABASE.accepts("x".repeat(63))).isTrue();
    assertThat(Setting.DATABASE.accepts("x".repeat(64))).isFalse();
    assertThat(Setting.DATABASE.accepts("ü".repeat(31))).isTrue();
    assertThat(Setting.DATABASE.accepts("ü".repeat(32))).isFalse();
    assertThat(Setting.REPLICATION_SLOT.accepts("x".repeat(63))).isTrue();
    assertThat(Setting.REPLICATION_SLOT.accepts("x".repeat(64))).isFalse();
  }

  @Test
  void knows_the_defaults_and_reads_strictly() {
    assertThat(Setting.PUBLICATION_NAME.in(Map.of())).contains("synchro_pub");
    assertThat(Setting.REPLICATION_SLOT.in(Map.of())).contains("synchro_slot");
    assertThat(Setting.DATABASE.in(Map.of())).isEmpty();
    assertThat(Setting.MAX_SCOPE_FANOUT.number(Map.of())).isEqualTo(OptionalLong.of(8));
    assertThat(Setting.MAX_IMPACT_ROWS.number(Map.of())).isEqualTo(OptionalLong.of(1000));
    assertThat(Setting.MAX_WAL_LAG_BYTES.number(Map.of())).isEmpty();
    assertThat(Setting.MAX_WAL_LAG_BYTES.number(Map.of("synchro.max_wal_lag_bytes", "64MB")))
        .isEmpty();
    assertThat(Setting.MAX_WAL_LAG_BYTES.number(Map.of("synchro.max_wal_lag_bytes", "7")))
        .isEqualTo(OptionalLong.of(7));
    assertThat(Setting.find("synchro.user_id")).isEmpty();
  }
}
