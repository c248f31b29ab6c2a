package dev.synchro.suite.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Login;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.suite.capture.ProjectionOracle;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random schemas under random transactions: after each group of transactions every membership is
 * what plain SQL over the tables says, and every digest is that of these members. Contract 7.2.
 */
class MembershipOraclePgTest {
  private static final int GROUPS = 12;
  private static final int TRANSACTIONS = 30;
  private static final int IDS = 7;
  private static final String[] TABLES = {"region", "owner", "parent", "child", "link"};

  /** One random schema; links point to children, children to parents, parents to owners. */
  private static final class Schema {
    private final Random random;
    private final String ownerKey;
    private final String ownerReference;
    private final String parentKey;
    private final String childKey;
    private final boolean marksDeleted;

    Schema(Random random) {
      this.random = random;
      boolean text = random.nextBoolean();
      ownerKey = text ? "text" : pick("integer", "bigint", "smallint");
      ownerReference = text ? "text" : pick("integer", "bigint");
      parentKey = pick("uuid", "bigint", "text");
      childKey = pick("uuid", "integer", "text");
      marksDeleted = random.nextBoolean();
    }

    private String pick(String... choices) {
      return choices[random.nextInt(choices.length)];
    }

    List<String> tables() {
      String deleted = marksDeleted ? ", deleted_at timestamptz" : "";
      return List.of(
          "CREATE TABLE app.region (id integer PRIMARY KEY, name text)",
          "CREATE TABLE app.owner (id "
              + ownerKey
              + " PRIMARY KEY, who text, nr integer"
              + deleted
              + ")",
          "CREATE TABLE app.parent (id "
              + parentKey
              + " PRIMARY KEY, owner_id "
              + ownerReference
              + ", up_id "
              + parentKey
              + deleted
              + ")",
          "CREATE TABLE app.child (id "
              + childKey
              + " PRIMARY KEY, parent_id "
              + parentKey
              + ", region_id bigint, body text"
              + deleted
              + ")",
          "CREATE TABLE app.link (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), child_id "
              + childKey
              + ", who text"
              + deleted
              + ")");
    }

    List<String> registrations() {
      List<String> calls = new ArrayList<>();
      calls.add(
          "SELECT synchro.synchro_register_capture_dependency('app.region', '{id}', '{name}')");
      calls.add(call("owner", "user:{who}", "nr:{nr}"));
      calls.add(call("parent", "user:{owner_id>owner.who}", "up:{up_id>parent.owner_id}"));
      calls.add(call("link", "user:{child_id<link.child_id.who}"));
      calls.add(
          call(
              "child",
              "user:{parent_id>parent.owner_id>owner.who}",
              "region:{region_id>region.name}",
              "link:{id<link.child_id.who}",
              "grand:{parent_id>parent.up_id>parent.owner_id>owner.nr}"));
      return calls;
    }

    private static String call(String table, String... scopes) {
      return "SELECT synchro.synchro_register_table('app."
          + table
          + "', NULL, 'multi_scope', p_push_policy => 'read_only', p_max_scope_fanout => 100,"
          + " p_scopes => ARRAY['"
          + String.join("', '", scopes)
          + "'])";
    }

    private String key(String type) {
      int id = random.nextInt(IDS);
      return switch (type) {
        case "uuid" -> "'00000000-0000-0000-0000-00000000000" + id + "'";
        case "text" -> "repeat('k" + id + "', " + (id == 3 ? 40 : 1) + ")";
        default -> String.valueOf(id);
      };
    }

    private String reference(String type) {
      return random.nextInt(5) == 0 ? "NULL" : key(type);
    }

    private String who() {
      return random.nextInt(6) == 0 ? "NULL" : "'w" + random.nextInt(4) + "'";
    }

    String change() {
      String table = TABLES[random.nextInt(TABLES.length)];
      return switch (random.nextInt(10)) {
        case 0 -> "DELETE FROM app." + table + " WHERE " + someOf(table);
        case 1, 2 -> mark(table);
        case 3 ->
            random.nextInt(12) == 0
                ? "TRUNCATE app." + table + (random.nextBoolean() ? ", app.link" : "")
                : rekey(table);
        default -> put(table);
      };
    }

    private String someOf(String table) {
      return table.equals("link")
          ? "who = 'w" + random.nextInt(4) + "'"
          : "id = " + key(keyType(table));
    }

    private String keyType(String table) {
      return switch (table) {
        case "owner" -> ownerKey;
        case "parent" -> parentKey;
        case "child" -> childKey;
        default -> "integer";
      };
    }

    private String mark(String table) {
      if (!marksDeleted || table.equals("region")) {
        return put(table);
      }
      return "UPDATE app."
          + table
          + " SET deleted_at = CASE WHEN deleted_at IS NULL THEN now() END"
          + " WHERE "
          + someOf(table);
    }

    private String rekey(String table) {
      if (table.equals("link")) {
        return "UPDATE app.link SET child_id = " + reference(childKey) + " WHERE " + someOf(table);
      }
      String to = key(keyType(table));
      return "UPDATE app."
          + table
          + " SET id = "
          + to
          + " WHERE "
          + someOf(table)
          + " AND NOT EXISTS (SELECT FROM app."
          + table
          + " WHERE id = "
          + to
          + ")";
    }

    private String put(String table) {
      return switch (table) {
        case "region" -> upsert(table, key("integer"), "name", who());
        case "owner" ->
            random.nextBoolean()
                ? upsert(table, key(ownerKey), "who", who())
                : upsert(table, key(ownerKey), "nr", String.valueOf(random.nextInt(3)));
        case "parent" ->
            random.nextBoolean()
                ? upsert(table, key(parentKey), "owner_id", reference(ownerReference))
                : upsert(table, key(parentKey), "up_id", reference(parentKey));
        case "child" ->
            switch (random.nextInt(3)) {
              case 0 -> upsert(table, key(childKey), "parent_id", reference(parentKey));
              case 1 -> upsert(table, key(childKey), "region_id", reference("integer"));
              default -> upsert(table, key(childKey), "body", "'b" + random.nextInt(9) + "'");
            };
        default ->
            "INSERT INTO app.link (child_id, who) VALUES ("
                + reference(childKey)
                + ", "
                + who()
                + ")";
      };
    }

    private static String upsert(String table, String key, String column, String value) {
      return "INSERT INTO app."
          + table
          + " (id, "
          + column
          + ") VALUES ("
          + key
          + ", "
          + value
          + ") ON CONFLICT (id) DO UPDATE SET "
          + column
          + " = excluded."
          + column;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void memberships_are_what_plain_sql_says(long seed) throws SQLException {
    Schema schema = new Schema(new Random(seed));
    try (SynchroDatabase database = SynchroDatabase.create()) {
      database.asMigration(schema.tables().toArray(String[]::new));
      database.configure("synchro.max_scope_fanout", "100");
      register(database, schema);
      database.asMigration(transactions(schema, 2).toArray(String[]::new));
      database.startWorker();
      for (int group = 0; group < GROUPS; group++) {
        List<String> transactions = transactions(schema, TRANSACTIONS);
        database.asMigration(transactions.toArray(String[]::new));
        database.awaitMaterialized();
        assertThat(ProjectionOracle.differences(database))
            .as("seed %d, group %d, after %s", seed, group, transactions)
            .isEmpty();
      }
      long edges = Long.parseLong(database.ask(edges()).orElseThrow());
      assertThat(edges).as("the schema was walked at all").isPositive();
      database.asOperator("SELECT synchro.synchro_backfill_bucket_edges()");
      assertThat(ProjectionOracle.differences(database)).isEmpty();
      assertThat(database.ask("SELECT max(membership_generation) FROM synchro.scope"))
          .as("nothing was left to repair")
          .contains("1");
    }
  }

  private static String edges() {
    return "SELECT count(*) FROM synchro.reference_edge";
  }

  private static List<String> transactions(Schema schema, int count) {
    List<String> transactions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> changes = new ArrayList<>();
      int size = 1 + schema.random.nextInt(6);
      for (int change = 0; change < size; change++) {
        changes.add(schema.change());
      }
      transactions.add("BEGIN; " + String.join("; ", changes) + "; COMMIT");
    }
    return transactions;
  }

  private static void register(SynchroDatabase database, Schema schema) throws SQLException {
    try (Connection operator = database.open(Login.OPERATOR);
        Statement statement = operator.createStatement()) {
      for (String table : TABLES) {
        List<String> prepared = new ArrayList<>();
        try (ResultSet rows =
            statement.executeQuery(
                "SELECT * FROM synchro.synchro_registration_sql('app."
                    + table
                    + "', 'read_only')")) {
          while (rows.next()) {
            prepared.add(rows.getString(1));
          }
        }
        database.asMigration(prepared.toArray(String[]::new));
      }
      operator.setAutoCommit(false);
      for (String call : schema.registrations()) {
        statement.execute(call);
      }
      operator.commit();
    }
  }
}
