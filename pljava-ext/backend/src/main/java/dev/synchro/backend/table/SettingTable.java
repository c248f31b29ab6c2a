package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.ExtensionSql;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlTable;
import java.sql.SQLException;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the operator has configured for this database. Contract 14. */
@SqlTable(
    name = "setting",
    comment = "Operational settings of this database",
    columns = {
      @Column(name = "name", type = "text", collation = "C", primaryKey = true),
      @Column(name = "value", type = "text")
    },
    workerMay = Privilege.SELECT)
@ExtensionSql(
    name = "dump settings",
    statement = "SELECT pg_catalog.pg_extension_config_dump('synchro.setting', '')",
    requires = "setting")
public final class SettingTable {
  private SettingTable() {}

  /** Every stored setting by its full name. */
  public static SortedMap<String, String> all(BackendSession session) throws SQLException {
    SortedMap<String, String> settings = new TreeMap<>();
    try (Query query = session.query("SELECT name, value FROM synchro.setting")) {
      while (query.next()) {
        settings.put(query.textAt(1), query.textAt(2));
      }
    }
    return settings;
  }

  /** Stores the value of a setting in place of a former one. */
  public static void put(BackendSession session, String name, String value) throws SQLException {
    try (Query query =
        session.query(
            "INSERT INTO synchro.setting AS s (name, value) VALUES (?, ?)"
                + " ON CONFLICT (name) DO UPDATE SET value = excluded.value")) {
      query.text(name).text(value).run();
    }
  }

  /** Forgets a setting, so that its default holds again. */
  public static void remove(BackendSession session, String name) throws SQLException {
    try (Query query = session.query("DELETE FROM synchro.setting WHERE name = ?")) {
      query.text(name).run();
    }
  }
}
