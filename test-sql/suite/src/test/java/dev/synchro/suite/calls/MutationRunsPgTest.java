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
    A_CHILD_BEFORE_ITS_PARENT(
        "ALTER TABLE app.%1$s ADD FOREIGN KEY (parent) REFERENCES app.%1$s (id)",
        "child 5 6, child 6 1", "validation_failed applied", "1a 2b 3c 6- 9s"),
    A_POLICY_THAT_COUNTS(
        "CREATE FUNCTION app.%1$s_rows() RETURNS bigint LANGUAGE sql SECURITY DEFINER"
            + " AS 'SELECT count(*) FROM app.%1$s';"
            + " CREATE POLICY few ON app.%1$s AS RESTRICTIVE FOR INSERT TO synchro_owner"
            + " WITH CHECK (app.%1$s_rows() < 5)",
        "insert 4 x, insert 5 y", "applied policy_rejected", "1a 2b 3c 4x 9s"),
    A_TRIGGER_THAT_COUNTS(
        "CREATE FUNCTION app.%1$s_number() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS"
            + " 'BEGIN NEW.title := (SELECT count(*) FROM app.%1$s); RETURN NEW; END';"
            + " CREATE TRIGGER numbered BEFORE INSERT ON app.%1$s FOR EACH ROW"
            + " EXECUTE FUNCTION app.%1$s_number()",
        "insert 4 x, insert 5 y", "applied applied", "1a 2b 3c 44 55 9s"),
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

    private final String shape;
    private final String batch;
    private final String outcomes;
    private final String rows;

    Run(String shape, String batch, String outcomes, String rows) {
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
      statements.add(
          "CREATE TABLE app."
              + run.table()
              + " (id bigint PRIMARY KEY, owner_id text NOT NULL, title text DEFAULT '-',"
              + " parent bigint, note text)");
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
