package dev.synchro.suite.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.suite.capture.ProjectionOracle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random transactions over tables that a function reads: after each group every membership is what
 * the function's rule says in plain SQL. Contract 7.3 to 7.5.
 */
class FunctionOraclePgTest {
  private static final int GROUPS = 8;
  private static final int TRANSACTIONS = 25;
  private static final String RULE =
      "SELECT d.id::text, 'lead:' || t.lead FROM app.docs d JOIN app.teams t ON t.id = d.team_id"
          + " WHERE t.deleted_at IS NULL AND t.lead IS NOT NULL"
          + " UNION ALL SELECT d.id::text, 'user:' || m.who FROM app.docs d JOIN app.members m"
          + " ON m.team_id = d.team_id WHERE m.who IS NOT NULL"
          + " UNION ALL SELECT d.id::text, 'like:' || o.body FROM app.docs d JOIN app.docs o"
          + " ON o.id = d.like_id WHERE o.deleted_at IS NULL AND o.body IS NOT NULL";
  private static final String FUNCTION =
      "SELECT 'lead:' || (t.lead #>> '{}') FROM synchro_projection.docs d"
          + " JOIN synchro_projection.teams t ON t.record_id = d.team_id #>> '{}'"
          + " WHERE d.record_id = p_row_key::text AND NOT t.deleted AND t.lead <> 'null'::jsonb"
          + " UNION ALL SELECT 'user:' || (m.who #>> '{}') FROM synchro_projection.docs d"
          + " JOIN synchro_projection.members m ON m.team_id = d.team_id"
          + " WHERE d.record_id = p_row_key::text AND m.who <> 'null'::jsonb"
          + " AND m.team_id <> 'null'::jsonb"
          + " UNION ALL SELECT 'like:' || (o.body #>> '{}') FROM synchro_projection.docs d"
          + " JOIN synchro_projection.docs o ON o.record_id = d.like_id #>> '{}'"
          + " WHERE d.record_id = p_row_key::text AND NOT o.deleted AND o.body <> 'null'::jsonb";

  private final Random random = new Random(7);

  @Test
  void memberships_are_what_the_rule_says_in_plain_sql() {
    try (SynchroDatabase database = SynchroDatabase.create()) {
      prepare(database);
      database.asMigration(transactions(2).toArray(String[]::new));
      database.startWorker();
      for (int group = 0; group < GROUPS; group++) {
        List<String> transactions = transactions(TRANSACTIONS);
        database.asMigration(transactions.toArray(String[]::new));
        database.awaitMaterialized();
        assertThat(ProjectionOracle.differences(database, Map.of("docs", RULE)))
            .as("group %d, after %s", group, transactions)
            .isEmpty();
      }
      String generations = "SELECT sum(membership_generation) FROM synchro.scope";
      var before = database.ask(generations);
      database.asOperator("SELECT synchro.synchro_backfill_bucket_edges()");
      assertThat(database.ask(generations)).as("nothing was left to repair").isEqualTo(before);
    }
  }

  private static void prepare(SynchroDatabase database) {
    database.configure("synchro.max_scope_fanout", "100");
    ApplicationFunctions.allow(database);
    database.asMigration(
        "CREATE TABLE app.docs (id bigint PRIMARY KEY, team_id text, like_id bigint, body text,"
            + " deleted_at timestamptz)",
        "CREATE TABLE app.teams (id text PRIMARY KEY, lead text, deleted_at timestamptz)",
        "CREATE TABLE app.members (id integer PRIMARY KEY, team_id text, who text)",
        "ALTER PUBLICATION synchro_pub ADD TABLE app.members",
        "GRANT SELECT ON app.members TO synchro_owner, synchro_worker");
    database.register(
        Registration.readOnly("app.docs", "before"), Registration.readOnly("app.teams", "teams"));
    database.asOperator(
        "SELECT synchro.synchro_register_capture_dependency('app.members', '{id}',"
            + " '{team_id,who}')",
        "SELECT synchro.synchro_prepare_projection_view('app.docs', 'docs',"
            + " '{team_id,like_id,body}')",
        "SELECT synchro.synchro_prepare_projection_view('app.teams', 'teams', '{lead}')",
        "SELECT synchro.synchro_prepare_projection_view('app.members', 'members',"
            + " '{team_id,who}')");
    ApplicationFunctions.create(
        database, "scopes(p_row_key bigint) RETURNS SETOF text", FUNCTION, "scopes(bigint)");
    impact(database, "of_team", "d.team_id IN (p_old_row -> 'id', p_new_row -> 'id')");
    impact(database, "of_member", "d.team_id IN (p_old_row -> 'team_id', p_new_row -> 'team_id')");
    impact(database, "of_doc", "d.like_id IN (p_old_row -> 'id', p_new_row -> 'id')");
    database.asOperator(
        "SELECT synchro.synchro_register_table('app.docs', 'app.scopes', 'multi_scope',"
            + " p_push_policy => 'read_only', p_max_scope_fanout => 100)");
    depend(database, "teams", "of_team", "id", "lead");
    depend(database, "members", "of_member");
    depend(database, "docs", "of_doc", "id", "body");
  }

  private static void impact(SynchroDatabase database, String name, String condition) {
    ApplicationFunctions.createImpact(
        database,
        name,
        "SELECT '"
            + ApplicationFunctions.tableId(database, "docs")
            + "'::uuid, 'int64', d.capture_key FROM synchro_projection.docs d WHERE "
            + condition);
  }

  private static void depend(
      SynchroDatabase database, String table, String function, String... fields) {
    database.asOperator(
        "SELECT synchro.synchro_register_membership_dependency('app."
            + table
            + "', 'app.docs', 'app."
            + function
            + "', '{"
            + ApplicationFunctions.fieldIds(database, table, fields)
            + "}')");
  }

  private List<String> transactions(int count) {
    List<String> transactions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> changes = new ArrayList<>();
      int size = 1 + random.nextInt(5);
      for (int change = 0; change < size; change++) {
        changes.add(change());
      }
      transactions.add("BEGIN; " + String.join("; ", changes) + "; COMMIT");
    }
    return transactions;
  }

  private String change() {
    String table = List.of("docs", "docs", "teams", "members").get(random.nextInt(4));
    return switch (random.nextInt(10)) {
      case 0 -> "DELETE FROM app." + table + " WHERE id = " + key(table);
      case 1 ->
          table.equals("members")
              ? put(table)
              : "UPDATE app."
                  + table
                  + " SET deleted_at = CASE WHEN deleted_at IS NULL THEN now() END WHERE id = "
                  + key(table);
      case 2 -> rekey(table);
      default -> put(table);
    };
  }

  private String key(String table) {
    int id = random.nextInt(6);
    return table.equals("teams") ? "'t" + id + "'" : String.valueOf(id);
  }

  private String rekey(String table) {
    String to = key(table);
    return "UPDATE app."
        + table
        + " SET id = "
        + to
        + " WHERE id = "
        + key(table)
        + " AND NOT EXISTS (SELECT FROM app."
        + table
        + " WHERE id = "
        + to
        + ")";
  }

  private String put(String table) {
    String team = random.nextInt(5) == 0 ? "NULL" : key("teams");
    String who = random.nextInt(6) == 0 ? "NULL" : "'w" + random.nextInt(4) + "'";
    return switch (table) {
      case "docs" ->
          switch (random.nextInt(3)) {
            case 0 -> upsert(table, "team_id", team);
            case 1 -> upsert(table, "like_id", key("docs"));
            default -> upsert(table, "body", who);
          };
      case "teams" -> upsert(table, "lead", who);
      default -> random.nextBoolean() ? upsert(table, "team_id", team) : upsert(table, "who", who);
    };
  }

  private String upsert(String table, String column, String value) {
    return "INSERT INTO app."
        + table
        + " (id, "
        + column
        + ") VALUES ("
        + key(table)
        + ", "
        + value
        + ") ON CONFLICT (id) DO UPDATE SET "
        + column
        + " = excluded."
        + column;
  }
}
