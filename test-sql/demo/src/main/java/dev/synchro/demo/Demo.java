package dev.synchro.demo;

import dev.synchro.embedded.stack.EmbeddedStack;
import dev.synchro.embedded.stack.StackFailure;
import dev.synchro.embedded.stack.StackOptions;
import dev.synchro.fixture.FixtureFailure;
import java.util.Locale;

/**
 * Shows the main job on real data and checks every step. Exit status 0 when every check held, 1
 * when one did not or the surroundings failed, 2 for wrong usage.
 */
public final class Demo {

  private static final int FAILED = 1;
  private static final int REFUSED = 2;

  private Demo() {}

  public static void main(String... arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    try {
      DemoOptions options = DemoOptions.parse(arguments);
      GeoNames places = GeoNames.of(options.geonames());
      show(options, places);
      return 0;
    } catch (DemoRefused refused) {
      System.err.println("demo: " + refused.getMessage());
      return REFUSED;
    } catch (CheckFailed failed) {
      System.err.println("demo: a check did not hold: " + failed.getMessage());
      return FAILED;
    } catch (StackFailure | FixtureFailure failed) {
      System.err.println("demo: " + failed.getMessage());
      return FAILED;
    }
  }

  private static void tell(Town town, Account account) {
    boolean told = false;
    try {
      town.tellStory();
      told = true;
    } finally {
      if (!told) {
        town.lastWords().forEach(account::say);
      }
    }
  }

  private static void show(DemoOptions options, GeoNames places) {
    Account account = new Account(System.out);
    account.say("synchro: offline-first sync inside PostgreSQL 18");
    StackOptions stackOptions = StackOptions.defaults();
    EmbeddedStack stack =
        EmbeddedStack.start(options.keep() ? stackOptions.keptRunning() : stackOptions);
    try (Town town = new Town(account, stack, places)) {
      tell(town, account);
      account.say(
          String.format(
              Locale.ROOT,
              "  all %d checks held in %.1f s",
              account.checks(),
              account.secondsSinceBegin()));
      if (options.keep()) {
        town.keep();
      }
    }
  }
}
