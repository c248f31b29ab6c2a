package dev.synchro.backend.function;

import dev.synchro.backend.decide.Arguments;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.SettingTable;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonNull;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.setting.Setting;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** What an operator configures. Contract 14. */
public final class SettingFunctions {
  private SettingFunctions() {}

  /**
   * Sets one setting of this database; NULL takes it back to its default. Raises 22023 for a name
   * that is none and for a text that the setting does not accept.
   */
  @SqlFunction(name = "synchro_configure", executableBy = "synchro_operator")
  public static void configure(
      @Parameter(name = "p_name") String name,
      @Parameter(name = "p_value", nullable = true) String value)
      throws SQLException {
    BackendSession session = BackendSession.open();
    try {
      Setting setting = Arguments.setting(Arguments.present(name, "p_name"), value);
      if (value == null) {
        SettingTable.remove(session, setting.fullName());
      } else {
        SettingTable.put(session, setting.fullName(), value);
      }
    } catch (SqlRefusal refusal) {
      throw session.raise(refusal);
    }
  }

  /** Returns the text in force of every setting by its name, null where there is none. */
  @SqlFunction(name = "synchro_settings", returns = "json", executableBy = "synchro_operator")
  public static String settings() throws SQLException {
    Map<String, String> stored = SettingTable.all(BackendSession.open());
    JsonObject.Builder settings = JsonObject.builder();
    for (Setting setting : Setting.values()) {
      Optional<String> text = setting.in(stored);
      if (text.isPresent()) {
        settings.put(setting.fullName(), text.get());
      } else {
        settings.put(setting.fullName(), JsonNull.INSTANCE);
      }
    }
    return new String(CanonicalJson.write(settings.build()), StandardCharsets.UTF_8);
  }
}
