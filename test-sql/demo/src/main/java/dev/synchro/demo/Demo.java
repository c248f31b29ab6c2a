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
      show(options, GeoNames.of(options.geonames()));
      return 0;
    } catch (DemoRefused refused) {
      return end(REFUSED, refused.getMessage());
    } catch (CheckFailed failed) {
      return end(FAILED, "a check did not hold: " + failed.getMessage());
    } catch (StackFailure | FixtureFailure failed) {
      return end(FAILED, failed.getMessage());
    } catch (RuntimeException failed) {
      if (ProgramEnd.hasBegun()) {
        return FAILED;
      }
      throw failed;
    }
  }

  private static int end(int status, String message) {
    if (!ProgramEnd.hasBegun()) {
      System.err.println("demo: " + message);
    }
    return status;
  }

  private static void show(DemoOptions options, GeoNames places) {
    Account account = new Account(System.out);
    account.say("synchro: offline-first sync inside PostgreSQL 18");
    try (EmbeddedStack stack = EmbeddedStack.start(StackOptions.defaults())) {
      Town town = new Town(account, stack, places);
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
}
