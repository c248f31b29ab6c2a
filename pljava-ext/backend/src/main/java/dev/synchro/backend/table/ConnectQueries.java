package dev.synchro.backend.table;

import dev.synchro.backend.decide.AssignmentChange;
import dev.synchro.backend.decide.ClientFacts;
import dev.synchro.backend.decide.ConnectPlan;
import dev.synchro.backend.decide.ConnectScope;
import dev.synchro.backend.decide.PublishedSchema;
import dev.synchro.backend.decide.SchemaHistory;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.BugException;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.message.ConnectRequest;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import dev.synchro.core.schema.TransitionClass;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What connect reads and writes. Contract 5.3 and 7.6. */
public final class ConnectQueries {
  private static final String LOCK =
      "WITH locked AS MATERIALIZED (SELECT c.client_pk FROM synchro.client AS c"
          + " WHERE c.user_id = ? AND c.client_id = ? FOR UPDATE) SELECT "
          + AssignmentFunctionTable.COLUMNS
          + " FROM (SELECT count(*) AS clients FROM locked) AS l"
          + " LEFT JOIN synchro.assignment_function AS a ON l.clients >= 0";

  private static final String FACTS =
      "WITH "
          + CallHead.EXPRESSION
          + " SELECT "
          + CallHead.COLUMNS
          + ", (SELECT v.value FROM synchro.setting AS v"
          + " WHERE v.name = 'synchro.minimum_client_version'),"
          + " (SELECT json_agg(json_build_array(m.schema_version, encode(m.schema_hash, 'hex'),"
          + " m.transition_class, m.affected_scopes) ORDER BY m.schema_version)::text"
          + " FROM synchro.schema_manifest AS m),"
          + " to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'),"
          + " s.scope_id, s.now, s.before, s.ever, coalesce(h.portable, false), "
          + ScopeColumns.COLUMNS
          + ", l.commit_lsn::text, coalesce(l.event_ordinal, 0), coalesce(l.effect_ordinal, 0)"
          + " FROM head CROSS JOIN LATERAL (SELECT u.scope_id, bool_or(u.now) AS now,"
          + " bool_or(u.before) AS before, bool_or(u.ever) AS ever FROM ("
          + " SELECT concat('user:', head.user_id) AS scope_id, NOT EXISTS"
          + " (SELECT FROM synchro.user_scope AS r WHERE r.user_id = head.user_id"
          + " AND r.scope_id = concat('user:', head.user_id) AND NOT r.granted) AS now,"
          + " false AS before, false AS ever"
          + " UNION ALL SELECT r.scope_id, true, false, false FROM synchro.shared_scope AS r"
          + " UNION ALL SELECT r.scope_id, true, false, false FROM synchro.user_scope AS r"
          + " WHERE r.user_id = head.user_id AND r.granted"
          + " UNION ALL SELECT r, true, false, false FROM unnest(?::text[]) AS r"
          + " UNION ALL SELECT r, false, false, false FROM unnest(?::text[]) AS r"
          + " UNION ALL SELECT r.scope_id, false, r.assigned, true"
          + " FROM synchro.client_scope AS r WHERE r.client_pk = head.client_pk"
          + ") AS u GROUP BY u.scope_id) AS s"
          + " LEFT JOIN synchro.scope AS z ON z.scope_id = s.scope_id"
          + " LEFT JOIN synchro.shared_scope AS h ON h.scope_id = s.scope_id"
          + " LEFT JOIN LATERAL (SELECT e.commit_lsn, e.event_ordinal, e.effect_ordinal"
          + " FROM synchro.scope_entry AS e WHERE e.scope_pk = z.scope_pk"
          + " ORDER BY e.commit_lsn DESC, e.event_ordinal DESC, e.effect_ordinal DESC LIMIT 1)"
          + " AS l ON true";

  private static final String CREATE =
      "WITH made AS (INSERT INTO synchro.client (user_id, client_id, platform, app_version)"
          + " VALUES (?, ?, ?, ?) ON CONFLICT (user_id, client_id) DO NOTHING"
          + " RETURNING client_pk),"
          + " captured AS (INSERT INTO synchro.client_capture (client_pk)"
          + " SELECT made.client_pk FROM made),"
          + " assigned AS (INSERT INTO synchro.client_scope (client_pk, scope_id, assigned,"
          + " changed_version) SELECT made.client_pk, a, true, 1 FROM made"
          + " CROSS JOIN unnest(?::text[]) AS a)"
          + " SELECT count(*) FROM made";

  private static final String UPDATE =
      "UPDATE synchro.client AS c SET platform = ?, app_version = ?, client_generation = ?::bigint,"
          + " generation_created_at = CASE WHEN c.client_generation <> ?::bigint"
          + " THEN clock_timestamp() ELSE c.generation_created_at END,"
          + " generation_expired = false,"
          + " expiry_injected = c.expiry_injected AND c.client_generation = ?::bigint,"
          + " scope_set_version = ?::bigint WHERE c.client_pk = ?::bigint"
          + " AND (c.platform <> ? OR c.app_version <> ? OR c.client_generation <> ?::bigint"
          + " OR c.scope_set_version <> ?::bigint)";

  private static final String FORGET_POSITIONS =
      "DELETE FROM synchro.client_checkpoint AS k WHERE k.client_pk = ?::bigint";

  private static final String ASSIGN =
      "INSERT INTO synchro.client_scope AS s (client_pk, scope_id, assigned, changed_version)"
          + " SELECT ?::bigint, a, ?, ?::bigint FROM unnest(?::text[]) AS a"
          + " ON CONFLICT (client_pk, scope_id) DO UPDATE SET assigned = excluded.assigned,"
          + " changed_version = excluded.changed_version";

  private static final String DEFINITION =
      "SELECT convert_to(m.manifest::text, 'UTF8') FROM synchro.schema_manifest AS m"
          + " WHERE m.schema_version = ?::bigint";

  private ConnectQueries() {}

  /**
   * What a connect must know.
   *
   * @param minimumVersion the configured minimum of the application version
   * @param history absent until a manifest is published
   * @param serverTime datetime text
   */
  public record Facts(
      CallHead head,
      Optional<String> minimumVersion,
      Optional<SchemaHistory> history,
      String serverTime,
      List<ConnectScope> scopes) {}

  /**
   * Keeps every other call that changes this identity waiting until the end of the transaction, and
   * returns the assignment function, if there is one.
   */
  public static Optional<AssignmentFunctionTable.Assigning> lock(
      BackendSession session, String userId, String clientId) throws SQLException {
    try (Query query = session.query(LOCK)) {
      return AssignmentFunctionTable.read(query.text(userId).text(clientId).one());
    }
  }

  /**
   * Reads what a connect must know, in one snapshot.
   *
   * @param fromFunction the scopes the assignment function names
   * @param mentioned the scopes the request speaks of
   */
  public static Facts facts(
      BackendSession session,
      String userId,
      String clientId,
      Collection<String> fromFunction,
      Collection<String> mentioned)
      throws SQLException {
    try (Query query = session.query(FACTS)) {
      query.text(userId).text(clientId).text("{incremental_cursor,seed_continuation}");
      query.text(ArrayText.of(fromFunction)).text(ArrayText.of(mentioned)).one();
      CallHead head = CallHead.read(query);
      int at = CallHead.WIDTH;
      Optional<String> minimumVersion = Optional.ofNullable(query.textAt(at + 1));
      Optional<SchemaHistory> history = history(query.textAt(at + 2));
      String serverTime = query.textAt(at + 3);
      List<ConnectScope> scopes = new ArrayList<>();
      if (head.stream().isPresent()) {
        do {
          scopes.add(scope(query, at + 4, head.stream().get().schema()));
        } while (query.next());
      }
      return new Facts(head, minimumVersion, history, serverTime, scopes);
    }
  }

  private static ConnectScope scope(Query row, int at, SchemaReference schema) throws SQLException {
    return new ConnectScope(
        ScopeColumns.read(row, at + 5, row.textAt(at), schema),
        row.truthAt(at + 1),
        row.truthAt(at + 2),
        row.truthAt(at + 3),
        row.truthAt(at + 4),
        ScopeColumns.position(row, at + 5 + ScopeColumns.WIDTH));
  }

  private static Optional<SchemaHistory> history(String json) {
    if (json == null) {
      return Optional.empty();
    }
    List<PublishedSchema> steps = new ArrayList<>();
    JsonValue parsed = JsonParser.parse(Utf8.encode(json), JsonLimits.DOCUMENT);
    for (JsonValue step : ((JsonArray) parsed).elements()) {
      List<JsonValue> columns = ((JsonArray) step).elements();
      Set<String> affected = new HashSet<>();
      for (JsonValue scope : ((JsonArray) columns.get(3)).elements()) {
        affected.add(text(scope));
      }
      long version = Long.parseLong(((JsonNumber) columns.get(0)).text());
      steps.add(
          new PublishedSchema(
              new SchemaReference(version, SchemaHash.parse(text(columns.get(1)))),
              TransitionClass.find(text(columns.get(2)))
                  .orElseThrow(() -> new BugException("a transition of no class")),
              affected));
    }
    return Optional.of(new SchemaHistory(steps));
  }

  private static String text(JsonValue value) {
    return ((JsonString) value).value();
  }

  /** Makes a new identity; false when another transaction was faster. */
  public static boolean create(
      BackendSession session, String userId, ConnectRequest request, ConnectPlan plan)
      throws SQLException {
    try (Query query = session.query(CREATE)) {
      query
          .text(userId)
          .text(request.clientId())
          .text(request.platform())
          .text(request.appVersion())
          .text(ArrayText.of(plan.change().added()))
          .one();
      return query.numberAt(1) == 1;
    }
  }

  /** Stores what a connect changes of a known identity. */
  public static void update(
      BackendSession session, ClientFacts client, ConnectRequest request, ConnectPlan plan)
      throws SQLException {
    try (Query query = session.query(UPDATE)) {
      query
          .text(request.platform())
          .text(request.appVersion())
          .number(plan.clientGeneration())
          .number(plan.clientGeneration())
          .number(plan.clientGeneration())
          .number(plan.scopeSetVersion())
          .number(client.clientPk())
          .text(request.platform())
          .text(request.appVersion())
          .number(plan.clientGeneration())
          .number(plan.scopeSetVersion())
          .run();
    }
    if (plan.renewed()) {
      try (Query query = session.query(FORGET_POSITIONS)) {
        query.number(client.clientPk()).run();
      }
    }
    AssignmentChange change = plan.change();
    assign(session, client, plan.scopeSetVersion(), change.added(), true);
    assign(session, client, plan.scopeSetVersion(), change.removed(), false);
  }

  private static void assign(
      BackendSession session,
      ClientFacts client,
      long version,
      Collection<String> scopes,
      boolean assigned)
      throws SQLException {
    if (scopes.isEmpty()) {
      return;
    }
    try (Query query = session.query(ASSIGN)) {
      query
          .number(client.clientPk())
          .truth(assigned)
          .number(version)
          .text(ArrayText.of(scopes))
          .run();
    }
  }

  /** Canonical text of a published manifest. */
  public static byte[] definition(BackendSession session, SchemaReference schema)
      throws SQLException {
    try (Query query = session.query(DEFINITION)) {
      return query.number(schema.version()).one().octetsAt(1);
    }
  }
}
