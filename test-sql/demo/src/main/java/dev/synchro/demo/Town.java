package dev.synchro.demo;

import dev.synchro.client.BackoffPolicy;
import dev.synchro.client.ClientSettings;
import dev.synchro.client.MutationState;
import dev.synchro.embedded.stack.EmbeddedStack;
import dev.synchro.embedded.stack.Stack;
import dev.synchro.fixture.Login;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** The story: places that everybody reads, notes that belong to users, two devices. */
final class Town {

  private static final String ALICE = "alice";
  private static final String BOB = "bob";
  private static final int LATENCY_SAMPLES = 15;

  /** What a JVM ends with when a signal asked it to and its shutdown hooks have run. */
  private static final int STATUS_OF_SIGTERM = 143;

  /** Ends the kept server and its worker and removes all they wrote; to be run in the clone. */
  private static final String STOP = "test-sql/run-program demo " + Stack.class.getName() + " stop";

  private static final ClientSettings SETTINGS =
      ClientSettings.usual("demo", "1.0.0")
          .withBackoff(new BackoffPolicy(Duration.ofMillis(5), Duration.ofMillis(200)));

  private final Account account;
  private final EmbeddedStack stack;
  private final GeoNames places;
  private SynchroDatabase database;
  private WorkerProcess worker;
  private Device alice;
  private Device bob;
  private List<String> countries;

  Town(Account account, EmbeddedStack stack, GeoNames places) {
    this.account = account;
    this.stack = stack;
    this.places = places;
  }

  void tellStory() {
    account.step("database", this::install);
    account.step("places", this::load);
    account.step("tables", this::register);
    account.step("worker", this::startWorker);
    account.step("alice", () -> firstSync(alice));
    account.step("bob", () -> firstSync(bob));
    account.step("notes", this::writeNotes);
    account.step("conflict", this::loseComparison);
    account.step("plain SQL", this::changeBehindTheBack);
    account.step("latency", this::measureLatency);
    account.step("kill -9", this::killWorker);
    account.step("verify", this::verifyEverything);
  }

  private String install() {
    database = SynchroDatabase.create(stack, "synchro_demo");
    String version = database.ask("SHOW server_version").orElseThrow();
    String contract =
        database.ask("SELECT synchro.synchro_contract_info()->>'extension_version'").orElseThrow();
    return "PostgreSQL " + version + " on port " + stack.port() + ", synchro_pg " + contract;
  }

  private String load() {
    try (Connection owner = database.open(Login.MIGRATION)) {
      places.load(owner);
    } catch (SQLException | IOException failed) {
      throw new IllegalStateException("the places could not be loaded", failed);
    }
    countries =
        Arrays.asList(
            database
                .ask(
                    "SELECT string_agg(country, ',' ORDER BY n DESC, country) FROM (SELECT country,"
                        + " count(*) AS n FROM app.cities GROUP BY country ORDER BY n DESC, country"
                        + " LIMIT 3) AS largest")
                .orElseThrow()
                .split(","));
    return count("app.regions")
        + " regions, "
        + count("app.districts")
        + " districts, "
        + count("app.cities")
        + " cities (GeoNames, CC BY 4.0)";
  }

  private String register() {
    database.register(
        Registration.readOnly("app.regions", "country:{country}").withPrimaryKey("code"),
        Registration.readOnly("app.districts", "country:{country}").withPrimaryKey("code"),
        Registration.readOnly("app.cities", "country:{country}").withPrimaryKey("city_no"),
        Registration.pushable("app.notes", "owner_id", "user:{owner_id}"));
    database.grantScope(ALICE, "country:" + countries.get(0));
    database.grantScope(ALICE, "country:" + countries.get(1));
    database.grantScope(BOB, "country:" + countries.get(1));
    database.grantScope(BOB, "country:" + countries.get(2));
    alice = Device.of(database, ALICE, countries.subList(0, 2), SETTINGS);
    bob = Device.of(database, BOB, countries.subList(1, 3), SETTINGS);
    return "4 tables registered; alice may see "
        + String.join(" and ", countries.subList(0, 2))
        + ", bob "
        + String.join(" and ", countries.subList(1, 3));
  }

  private String startWorker() {
    worker = database.startWorker("-Xmx256m");
    database.awaitMaterialized();
    String filed =
        database.ask("SELECT count(*) FROM synchro.scope_entry WHERE present").orElseThrow();
    String scopes = database.ask("SELECT count(*) FROM synchro.scope").orElseThrow();
    account.checkEqual(
        "rows filed at the start",
        Long.toString(count("app.regions") + count("app.districts") + count("app.cities")),
        filed);
    return filed + " rows filed in " + scopes + " scopes from one snapshot";
  }

  private String firstSync(Device device) {
    device.sync(account);
    device.checkAgainstServer(account);
    return "connected, rebuilt and verified "
        + device.rows()
        + " rows in "
        + device.scopes()
        + " scopes, "
        + device.requestsText();
  }

  private String writeNotes() {
    String first = alice.addNote(city(0), "Visit the old bridge – über die Brücke");
    String second = alice.addNote(city(1), "Náměstí, then the tower");
    String third = bob.addNote(city(1), "Ask about the lake 🚣");
    alice.sync(account);
    bob.sync(account);
    alice.changeNote(first, "Visit the old bridge at dawn");
    alice.removeNote(second);
    alice.sync(account);
    account.checkEqual("alice's mutations accepted", 4L, alice.count(MutationState.ACCEPTED));
    account.checkEqual("bob's mutations accepted", 1L, bob.count(MutationState.ACCEPTED));
    account.checkEqual(
        "alice's note in PostgreSQL",
        "Visit the old bridge at dawn",
        database.ask("SELECT body FROM app.notes WHERE id = '" + first + "'").orElse("none"));
    account.checkEqual(
        "the removed note in PostgreSQL",
        "none",
        database.ask("SELECT body FROM app.notes WHERE id = '" + second + "'").orElse("none"));
    account.check("bob's note is not alice's", !alice.holdsNote(third));
    return "3 inserted, 1 changed, 1 deleted offline; pushed, captured and pulled back";
  }

  private String loseComparison() {
    String note = alice.addNote(city(0), "Bring water");
    String doomed = alice.addNote(city(0), "Bring bread");
    alice.sync(account);
    database.asMigration(
        "UPDATE app.notes SET body = 'Bring water and salt' WHERE id = '" + note + "'",
        "UPDATE app.notes SET body = 'Bring bread and cheese' WHERE id = '" + doomed + "'");
    alice.changeNote(note, "Bring wine");
    alice.removeNote(doomed);
    alice.sync(account);
    database.awaitMaterialized();
    alice.sync(account);
    account.checkEqual("mutations that lost", 2L, alice.count(MutationState.CONFLICT));
    account.checkEqual(
        "the note that won here", "Bring water and salt", alice.noteBody(note).orElse("none"));
    account.checkEqual(
        "the note that was not deleted",
        "Bring bread and cheese",
        alice.noteBody(doomed).orElse("none"));
    return "an update and a delete lost their compare-and-swap; both rows show the winner";
  }

  private String changeBehindTheBack() {
    String shared = countries.get(1);
    String other = countries.get(0);
    database.asMigration(
        "UPDATE app.cities SET name = upper(name) WHERE country = '"
            + shared
            + "' AND city_no % 3 = 0",
        "UPDATE app.cities SET country = '"
            + other
            + "', region_code = NULL, district_code = NULL WHERE city_no IN (SELECT city_no FROM"
            + " app.cities WHERE country = '"
            + shared
            + "' ORDER BY city_no LIMIT 10)",
        "DELETE FROM app.cities WHERE city_no IN (SELECT city_no FROM app.cities WHERE country = '"
            + shared
            + "' AND city_no NOT IN (SELECT city_no FROM app.notes) ORDER BY city_no LIMIT 5)",
        "INSERT INTO app.cities SELECT 2000000 + n, 'Neustadt ' || n, 47 + n * 0.001, 8.5, '"
            + shared
            + "', NULL, NULL FROM generate_series(1, 20) AS n");
    database.awaitMaterialized();
    alice.sync(account);
    bob.sync(account);
    alice.checkAgainstServer(account);
    bob.checkAgainstServer(account);
    return "renamed a third of " + shared + ", moved 10 cities, deleted 5, added 20; both followed";
  }

  /** From the end of COMMIT to the moment a pull answers with the change. */
  private String measureLatency() {
    double[] millis = new double[LATENCY_SAMPLES];
    try (Connection owner = database.open(Login.MIGRATION)) {
      for (int sample = 0; sample < millis.length; sample++) {
        millis[sample] = alice.millisUntilVisible(owner, city(0), "Stopwatch " + sample, account);
      }
    } catch (SQLException failed) {
      throw new IllegalStateException("the application could not write", failed);
    }
    Arrays.sort(millis);
    return String.format(
        Locale.ROOT,
        "commit to visible in a pull: median %.1f ms, worst %.1f ms of %d",
        millis[millis.length / 2],
        millis[millis.length - 1],
        millis.length);
  }

  private String killWorker() {
    database.asMigration("UPDATE app.regions SET name = name || ' *'");
    worker.kill();
    database.asMigration(
        "UPDATE app.regions SET name = replace(name, ' *', '')",
        "UPDATE app.cities SET name = initcap(name) WHERE country = '" + countries.get(1) + "'");
    String note = bob.addNote(city(1), "Written while nobody was capturing");
    bob.pushOnly(account);
    account.checkEqual(
        "a push without a worker",
        "1",
        database.ask("SELECT count(*) FROM app.notes WHERE id = '" + note + "'").orElseThrow());
    worker = database.startWorker("-Xmx256m");
    database.awaitMaterialized();
    alice.sync(account);
    bob.sync(account);
    account.checkEqual("worker processes", true, worker.isAlive());
    return "killed in mid-stream, writes went on, restarted; nothing lost, nothing twice";
  }

  private String verifyEverything() {
    alice.checkAgainstServer(account);
    bob.checkAgainstServer(account);
    int status = worker.stop();
    account.check(
        "the worker stops in order on SIGTERM, found status " + status,
        status == 0 || status == STATUS_OF_SIGTERM);
    return "both databases row by row and digest by digest equal to PostgreSQL";
  }

  private int city(int country) {
    return Integer.parseInt(
        database
            .ask(
                "SELECT max(city_no) FROM app.cities WHERE city_no < 2000000 AND country = '"
                    + countries.get(country)
                    + "'")
            .orElseThrow());
  }

  private long count(String table) {
    return Long.parseLong(database.ask("SELECT count(*) FROM " + table).orElseThrow());
  }

  /** Leaves server and a new worker running and says how to reach them. */
  void keep() {
    alice.close();
    bob.close();
    worker = database.startWorker("-Xmx256m");
    stack.keepRunning();
    account.say("  kept running, with a worker:");
    account.say("    psql   " + stack.psqlCommand(database.name()));
    account.say("    stop   " + STOP);
  }

  /** What the worker said last, for whoever wants to know why a check did not hold. */
  List<String> lastWords() {
    return worker == null
        ? List.of()
        : worker.logTail().lines().map(line -> "  | " + line).toList();
  }

  static String freshId() {
    return UUID.randomUUID().toString();
  }
}
