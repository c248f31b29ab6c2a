package dev.synchro.backend.table;

import dev.synchro.backend.decide.QualifiedName;
import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.registry.Members;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.Volatility;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What PostgreSQL's catalogue knows of the application's relations. Relations are found by schema
 * and name and privileges asked by OID: by name both fail before the grants exist.
 */
@SqlRoutine(
    name = "relation_facts",
    comment = "Collects what the catalogue says about one relation and its place in a publication",
    parameters = {
      @Parameter(name = "p_relation", type = "oid"),
      @Parameter(name = "p_publication", type = "text")
    },
    returns = "json",
    language = Language.SQL,
    resource = "relation_facts.sql",
    volatility = Volatility.STABLE)
public final class Catalogue {
  private Catalogue() {}

  /**
   * Everything about one relation and its place in a publication, in one document whatever the
   * number of its columns.
   *
   * @return empty when there is no such relation
   */
  public static Optional<RelationFacts> relation(
      BackendSession session, QualifiedName name, String publication) throws SQLException {
    try (Query query =
        session.query(
            "SELECT pg_catalog.convert_to(synchro.relation_facts(c.oid, ?)::text, 'UTF8')"
                + " FROM pg_catalog.pg_class c"
                + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE n.nspname = ?::name AND c.relname = ?::name")) {
      query.text(publication).text(name.schema()).text(name.name());
      if (!query.next()) {
        return Optional.empty();
      }
      return Optional.of(
          RelationFacts.read(
              new Members(JsonParser.parseObject(query.octetsAt(1), JsonLimits.DOCUMENT))));
    }
  }
}
