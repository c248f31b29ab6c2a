package dev.synchro.backend.table;

import dev.synchro.backend.facts.HealthFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.registry.Members;
import dev.synchro.core.setting.Setting;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.Volatility;
import java.sql.SQLException;
import java.util.Map;

/** Observes everything readiness is judged by, in one statement and so at one moment. */
@SqlRoutine(
    name = "health_facts",
    comment = "Collects what readiness is judged by",
    parameters = {
      @Parameter(name = "p_publication", type = "text"),
      @Parameter(name = "p_worker_login", type = "text")
    },
    returns = "json",
    language = Language.SQL,
    resource = "health_facts.sql",
    volatility = Volatility.STABLE)
public final class HealthQuery {
  private HealthQuery() {}

  /** What can be observed now. */
  public static HealthFacts observe(BackendSession session, Map<String, String> settings)
      throws SQLException {
    try (Query query =
        session.query("SELECT pg_catalog.convert_to(synchro.health_facts(?, ?)::text, 'UTF8')")) {
      query
          .text(Setting.PUBLICATION_NAME.in(settings).orElse(""))
          .text(Setting.WORKER_LOGIN.in(settings).orElse(""));
      return HealthFacts.read(
          new Members(JsonParser.parseObject(query.one().octetsAt(1), JsonLimits.DOCUMENT)));
    }
  }
}
