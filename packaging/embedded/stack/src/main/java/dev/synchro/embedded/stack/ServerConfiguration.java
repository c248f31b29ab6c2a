package dev.synchro.embedded.stack;

import java.util.Map;
import java.util.TreeMap;

/** The text of the server's configuration files. */
final class ServerConfiguration {

  /**
   * A server of this kind dies with its tests, so it does not wait for the disk: every commit is as
   * atomic and as visible as elsewhere, only a crash of the whole machine could lose some.
   */
  private static final Map<String, String> OWN_SETTINGS =
      Map.ofEntries(
          Map.entry("listen_addresses", "127.0.0.1"),
          Map.entry("unix_socket_directories", ""),
          Map.entry("password_encryption", "scram-sha-256"),
          Map.entry("wal_level", "logical"),
          Map.entry("max_wal_senders", "20"),
          Map.entry("max_replication_slots", "20"),
          Map.entry("max_slot_wal_keep_size", "4GB"),
          Map.entry("max_connections", "200"),
          Map.entry("max_prepared_transactions", "0"),
          Map.entry("shared_buffers", "128MB"),
          Map.entry("max_wal_size", "2GB"),
          Map.entry("fsync", "off"),
          Map.entry("full_page_writes", "off"),
          Map.entry("jit", "off"),
          Map.entry("timezone", "UTC"),
          Map.entry("log_timezone", "UTC"),
          Map.entry("log_line_prefix", "%m [%p] %q%u@%d "));

  private ServerConfiguration() {}

  /** {@code postgresql.conf}: the stack's settings, then the caller's, then those of the start. */
  static String settings(Map<String, String> callers, Map<String, String> ofTheStart) {
    Map<String, String> all = new TreeMap<>(OWN_SETTINGS);
    all.putAll(ofTheStart);
    all.putAll(callers);
    StringBuilder text = new StringBuilder();
    all.forEach(
        (name, value) -> text.append(name).append(" = ").append(quoted(value)).append('\n'));
    return text.toString();
  }

  /** {@code pg_hba.conf}: every login proves a password, from this machine only. */
  static String authentication(String rulesBefore) {
    return rulesBefore
        + "host all all 127.0.0.1/32 scram-sha-256\n"
        + "host replication all 127.0.0.1/32 scram-sha-256\n";
  }

  private static String quoted(String value) {
    if (value.chars().anyMatch(character -> character < ' ')) {
      throw new IllegalArgumentException("a server setting must not hold control characters");
    }
    return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
  }
}
