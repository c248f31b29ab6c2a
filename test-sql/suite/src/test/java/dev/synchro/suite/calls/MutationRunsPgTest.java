package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Registration;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Mutations that follow each other and could be written by one statement come out as if each were
 * written by itself, whatever the table makes of its rows. Contract 5.4.3 and 5.4.6.
 *
 * <p>Every table begins with the rows {@code 1a 2b 3c} of ada and {@code 9s} of bob.
 */
final class MutationRunsPgTest {
  private static final String FORGED = "v1.AAAAAAAAAAAAAAAAAAAAAA";

  private static final String PLAIN =
      "CREATE TABLE app.%1$s (id bigint PRIMARY KEY, owner_id text NOT NULL,"
          + " title text DEFAULT '-', parent bigint, note text)";

  /** Counts the rows there were before the statement. */
  private static final String COUNT =
      "CREATE FUNCTION app.%1$s_rows(bigint) RETURNS bigint STABLE LANGUAGE sql SECURITY DEFINER"
          + " AS 'SELECT count(*) FROM app.%1$s';";

  /** A type that is full once there are five rows. */
  private static final String FEW =
      "CREATE FUNCTION app.%1$s_rows() RETURNS bigint STABLE LANGUAGE plpgsql SECURITY DEFINER"
          + " AS 'BEGIN RETURN (SELECT count(*) FROM app.%1$s); END';"
          + " CREATE DOMAIN app.%1$s_few AS text CHECK (VALUE IS NULL OR app.%1$s_rows() < 5);";

  /** Marks every row there is. */
  private static final String MARK =
      "CREATE FUNCTION app.%1$s_mark() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS"
          + " 'BEGIN UPDATE app.%1$s SET title = title || ''!''; RETURN NULL; END';";

  private static CallsServer server;
  private static TestClient ada;

  /** A table, a batch, what comes of each of its mutations, and the rows afterwards. */
  enum Run {
    NOTHING_SPECIAL(
        "",
        "update 1 x, update 2 y, insert 4 z, insert 5 z",
        "applied applied applied applied",
        "1x 2y 3c 4z 5z 9s"),
    DELETIONS("", "delete 1, delete 2", "applied applied", "3c 9s"),
    A_ROW_THAT_FAILS(
        "ALTER TABLE app.%s ADD CHECK (title <> 'bad')",
        "update 1 x, update 2 bad, update 3 z", "applied validation_failed applied", "1x 2b 3z 9s"),
    A_STALE_ROW(
        "", "update 1 x, stale 2 y, update 3 z", "applied version_conflict applied", "1x 2b 3z 9s"),
    A_ROW_OF_ANOTHER_USER(
        "", "update 1 x, update 9 y, update 2 z", "applied policy_rejected applied", "1x 2z 3c 9s"),
    ROWS_GIVEN_AWAY("", "give 1 bob, give 2 ada", "policy_rejected applied", "1a 2b 3c 9s"),
    THE_SAME_ROW_TWICE("", "update 1 x, update 1 y", "applied version_conflict", "1x 2b 3c 9s"),
    A_ROW_INSERTED_TWICE(
        "", "insert 4 x, insert 4 y", "applied row_already_exists", "1a 2b 3c 4x 9s"),
    UNIQUE_TITLES_IN_THE_WAY(
        "ALTER TABLE app.%s ADD UNIQUE (title)",
        "update 1 b, update 2 d", "validation_failed applied", "1a 2d 3c 9s"),
    UNIQUE_TITLES_THAT_MAKE_WAY(
        "ALTER TABLE app.%s ADD UNIQUE (title)",
        "update 2 d, update 1 b", "applied applied", "1b 2d 3c 9s"),
    A_ROW_MAKES_WAY_TOO_LATE(
        "ALTER TABLE app.%s ADD UNIQUE (title)",
        "update 3 b, update 2 x", "validation_failed applied", "1a 2x 3c 9s"),
    A_ROW_EXCLUDED_BY_A_LATER_ONE(
        "ALTER TABLE app.%s ADD EXCLUDE USING btree (title WITH =)",
        "update 3 b, update 2 x", "validation_failed applied", "1a 2x 3c 9s"),
    A_CHILD_BEFORE_ITS_PARENT(
        "ALTER TABLE app.%1$s ADD FOREIGN KEY (parent) REFERENCES app.%1$s (id)",
        "child 5 6, child 6 1", "validation_failed applied", "1a 2b 3c 6- 9s"),
    A_REFERENCE_CHECKED_LATER(
        "CREATE TABLE app.%1$s_parent (id bigint PRIMARY KEY);"
            + " INSERT INTO app.%1$s_parent VALUES (1);"
            + " ALTER TABLE app.%1$s ADD FOREIGN KEY (parent) REFERENCES app.%1$s_parent"
            + " DEFERRABLE INITIALLY DEFERRED",
        "child 5 6, child 6 1", "validation_failed applied", "1a 2b 3c 6- 9s"),
    ROWS_THAT_TAKE_OTHERS_ALONG(
        "CREATE TABLE app.%1$s_link (id bigint PRIMARY KEY,"
            + " up bigint REFERENCES app.%1$s ON DELETE CASCADE);"
            + " INSERT INTO app.%1$s_link VALUES (7, 1);"
            + " UPDATE app.%1$s SET parent = 7 WHERE id = 2;"
            + " ALTER TABLE app.%1$s ADD FOREIGN KEY (parent) REFERENCES app.%1$s_link"
            + " ON DELETE CASCADE",
        "delete 1, delete 2", "applied row_deleted", "3c 9s"),
    A_PARTITION_WITH_A_TRIGGER(
        PLAIN
            + " PARTITION BY RANGE (id);"
            + " CREATE TABLE app.%1$s_all PARTITION OF app.%1$s DEFAULT",
        MARK
            + " CREATE TRIGGER marked AFTER INSERT ON app.%1$s_all FOR EACH ROW"
            + " EXECUTE FUNCTION app.%1$s_mark()",
        "insert 4 x, insert 5 y",
        "applied applied",
        "1a!! 2b!! 3c!! 4x!! 5y! 9s!!"),
    AN_HEIR_WITH_A_TRIGGER(
        MARK
            + " CREATE TABLE app.%1$s_heir () INHERITS (app.%1$s);"
            + " INSERT INTO app.%1$s_heir VALUES (4, 'ada', 'd'), (5, 'ada', 'e');"
            + " CREATE TRIGGER marked AFTER DELETE ON app.%1$s_heir FOR EACH ROW"
            + " EXECUTE FUNCTION app.%1$s_mark()",
        "delete 4, delete 5",
        "applied version_conflict",
        "1a! 2b! 3c! 5e! 9s!"),
    A_TRIGGER_THAT_COUNTS(
        "CREATE FUNCTION app.%1$s_number() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS"
            + " 'BEGIN NEW.title := (SELECT count(*) FROM app.%1$s); RETURN NEW; END';"
            + " CREATE TRIGGER numbered BEFORE INSERT ON app.%1$s FOR EACH ROW"
            + " EXECUTE FUNCTION app.%1$s_number()",
        "insert 4 x, insert 5 y", "applied applied", "1a 2b 3c 44 55 9s"),
    A_TRIGGER_OF_STATEMENTS(
        MARK
            + " ALTER FUNCTION app.%1$s_mark() RENAME TO \"RI_FKey_check_nothing\";"
            + " CREATE TRIGGER marked AFTER INSERT ON app.%1$s"
            + " EXECUTE FUNCTION app.\"RI_FKey_check_nothing\"()",
        "insert 4 x, insert 5 y",
        "applied applied",
        "1a!! 2b!! 3c!! 4x!! 5y! 9s!!"),
    A_POLICY_THAT_CALLS(
        COUNT
            + " CREATE POLICY few ON app.%1$s AS RESTRICTIVE FOR INSERT TO synchro_owner"
            + " WITH CHECK (app.%1$s_rows(id) < 5)",
        "insert 4 x, insert 5 y",
        "applied policy_rejected",
        "1a 2b 3c 4x 9s"),
    A_POLICY_THAT_SELECTS(
        "CREATE VIEW app.%1$s_count AS SELECT count(*) AS n FROM app.%1$s;"
            + " GRANT SELECT ON app.%1$s_count TO synchro_owner;"
            + " CREATE POLICY few ON app.%1$s AS RESTRICTIVE FOR INSERT TO synchro_owner"
            + " WITH CHECK ((SELECT n FROM app.%1$s_count) < 5)",
        "insert 4 x, insert 5 y", "applied policy_rejected", "1a 2b 3c 4x 9s"),
    A_POLICY_THAT_NAMES_THE_MUTATION(
        "CREATE POLICY unnamed ON app.%s AS RESTRICTIVE FOR INSERT TO synchro_owner"
            + " WITH CHECK (current_setting('synchro.mutation_id', true) = '')",
        "insert 4 x, insert 5 y", "policy_rejected policy_rejected", "1a 2b 3c 9s"),
    A_CHECK_THAT_CALLS(
        COUNT + " ALTER TABLE app.%1$s ADD CHECK (app.%1$s_rows(id) < 5)",
        "insert 4 x, insert 5 y",
        "applied validation_failed",
        "1a 2b 3c 4x 9s"),
    A_CHECK_BY_AN_OPERATOR(
        COUNT
            + " CREATE FUNCTION app.%1$s_below(bigint, integer) RETURNS boolean STABLE"
            + " LANGUAGE sql AS 'SELECT app.%1$s_rows($1) < $2';"
            + " CREATE OPERATOR app.<~ (FUNCTION = app.%1$s_below,"
            + " LEFTARG = bigint, RIGHTARG = integer);"
            + " ALTER TABLE app.%1$s ADD CHECK (id OPERATOR(app.<~) 5)",
        "insert 4 x, insert 5 y",
        "applied validation_failed",
        "1a 2b 3c 4x 9s"),
    A_DOMAIN_THAT_CALLS(
        FEW + PLAIN.replace("title text", "title app.%1$s_few"),
        "",
        "insert 4 x, insert 5 y",
        "applied validation_failed",
        "1a 2b 3c 4x 9s"),
    AN_ARRAY_OF_A_DOMAIN(
        FEW + PLAIN.replace("note text", "note app.%1$s_few[]"),
        "",
        "noted 4 x, noted 5 y",
        "applied validation_failed",
        "1a 2b 3c 4- 9s"),
    A_DEFAULT_THAT_CALLS(
        COUNT + " ALTER TABLE app.%1$s ALTER title SET DEFAULT app.%1$s_rows(0)",
        "child 4 1, child 5 1",
        "applied applied",
        "1a 2b 3c 44 55 9s"),
    AN_INDEX_THAT_CALLS(
        PLAIN
            + "; "
            + COUNT
            + " ALTER FUNCTION app.%1$s_rows(bigint) IMMUTABLE;"
            + " CREATE UNIQUE INDEX ON app.%1$s (owner_id) WHERE app.%1$s_rows(id) > 4",
        "",
        "insert 4 x, insert 5 y, insert 6 z",
        "applied applied validation_failed",
        "1a 2b 3c 4x 5y 9s"),
    A_DEFAULT_THAT_NAMES_THE_MUTATION(
        "ALTER TABLE app.%s ALTER title"
            + " SET DEFAULT left(current_setting('synchro.mutation_id', true), 0) || 'm',"
            + " ALTER note SET DEFAULT current_setting('synchro.mutation_id', true)",
        "child 4 1, child 5 1", "applied applied", "1a 2b 3c 4m 5m 9s"),
    AN_ATOMIC_BATCH(
        "ALTER TABLE app.%s ADD CHECK (title <> 'bad')",
        "update 1 x, update 2 bad, update 3 z",
        "atomic_batch_rejected validation_failed atomic_batch_rejected",
        "1a 2b 3c 9s");

    private final String definition;
    private final String shape;
    private final String batch;
    private final String outcomes;
    private final String rows;

    Run(String shape, String batch, String outcomes, String rows) {
      this(PLAIN, shape, batch, outcomes, rows);
    }

    Run(String definition, String shape, String batch, String outcomes, String rows) {
      this.definition = definition;
      this.shape = shape;
      this.batch = batch;
      this.outcomes = outcomes;
      this.rows = rows;
    }

    String table() {
      return name().toLowerCase(Locale.ROOT);
    }

    Registration registration() {
      return Registration.pushable("app." + table(), "owner_id", "user:{owner_id}");
    }

    String[] mutations() {
      return Stream.of(batch.split(", ")).map(this::mutation).toArray(String[]::new);
    }

    private String mutation(String step) {
      String[] words = step.split(" ", -1);
      String key = '"' + words[1] + '"';
      return switch (words[0]) {
        case "insert" ->
            ada.insert(table(), key, "owner_id", "\"ada\"", "title", '"' + words[2] + '"');
        case "noted" -> ada.insert(table(), key, "owner_id", "\"ada\"", "note", "\"[\\\"x\\\"]\"");
        case "child" ->
            ada.insert(table(), key, "owner_id", "\"ada\"", "parent", '"' + words[2] + '"');
        case "update" -> ada.update(table(), key, version(key), "title", '"' + words[2] + '"');
        case "stale" -> ada.update(table(), key, FORGED, "title", '"' + words[2] + '"');
        case "give" -> ada.update(table(), key, version(key), "owner_id", '"' + words[2] + '"');
        case "delete" -> ada.delete(table(), key, version(key));
        default -> throw new IllegalArgumentException(step);
      };
    }

    /** A conflict tells it; a row that is not the user's has none to tell. */
    private String version(String key) {
      Json answer = ada.push(ada.delete(table(), key, FORGED));
      Json outcome = answer.at("rejected.0");
      return outcome.has("server_version") ? outcome.at("server_version").text() : FORGED;
    }

    String content() {
      return server
          .ask("SELECT string_agg(concat(id, title), ' ' ORDER BY id) FROM app." + table())
          .orElseThrow();
    }
  }

  @BeforeAll
  static void start() throws SQLException {
    List<Registration> registrations = new ArrayList<>();
    List<String> statements = new ArrayList<>();
    for (Run run : Run.values()) {
      registrations.add(run.registration());
      statements.add(String.format(Locale.ROOT, run.definition, run.table()));
      statements.add(
          "INSERT INTO app."
              + run.table()
              + " VALUES (1, 'ada', 'a'), (2, 'ada', 'b'), (3, 'ada', 'c'), (9, 'bob', 's')");
    }
    server = CallsServer.start(registrations, statements.toArray(String[]::new));
    for (Run run : Run.values()) {
      if (!run.shape.isEmpty()) {
        server.application(String.format(Locale.ROOT, run.shape, run.table()));
      }
    }
    ada = server.client("ada", "phone");
    ada.connect();
    // A statement for many rows goes by their keys, not by the order they were given in.
    server.adapter("SET enable_nestloop = off");
    server.adapter("SET enable_hashjoin = off");
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AN_ATOMIC_BATCH")
  void a_run_comes_out_as_its_mutations_would_one_by_one(Run run) {
    String[] mutations = run.mutations();
    Json answer = ada.push(mutations);
    assertThat(outcomes(answer, mutations) + ": " + run.content())
        .isEqualTo(run.outcomes + ": " + run.rows);
    if (run == Run.A_DEFAULT_THAT_NAMES_THE_MUTATION) {
      assertThat(server.ask("SELECT string_agg(note, ' ' ORDER BY id) FROM app." + run.table()))
          .contains(id(mutations[0]) + " " + id(mutations[1]));
    }
  }

  @Test
  void an_atomic_run_ends_at_its_first_failure_and_leaves_nothing() {
    Run run = Run.AN_ATOMIC_BATCH;
    String[] mutations = run.mutations();
    Json answer = ada.pushAtomic(mutations);
    assertThat(outcomes(answer, mutations) + ": " + run.content())
        .isEqualTo(run.outcomes + ": " + run.rows);
  }

  private static String outcomes(Json answer, String... mutations) {
    List<String> outcomes = new ArrayList<>();
    for (String mutation : mutations) {
      String id = id(mutation);
      for (Json accepted : answer.at("accepted").elements()) {
        if (accepted.at("mutation_id").text().equals(id)) {
          outcomes.add("applied");
        }
      }
      for (Json rejected : answer.at("rejected").elements()) {
        if (rejected.at("mutation_id").text().equals(id)) {
          outcomes.add(rejected.at("code").text());
        }
      }
    }
    return String.join(" ", outcomes);
  }

  private static String id(String mutation) {
    return Json.parse(mutation).at("mutation_id").text();
  }
}
