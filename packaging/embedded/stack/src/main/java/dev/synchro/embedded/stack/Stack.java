package dev.synchro.embedded.stack;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The embedded stack by hand: a server that stays until it is told to stop.
 *
 * <pre>
 * start [--port N] [--database NAME] [--without-java]   start a server and print how to connect
 * psql-url [DATABASE]                                    print how to connect to each kept server
 * stop                                                   end every kept server of this user
 * </pre>
 *
 * <p>Exit status: 0 done, 64 wrong arguments, 69 the surroundings lack something.
 */
public final class Stack {

  private static final int WRONG_ARGUMENTS = 64;
  private static final int UNAVAILABLE = 69;
  private static final String USAGE =
      """
      usage: stack start [--port N] [--database NAME] [--without-java]
             stack psql-url [DATABASE]
             stack stop
      """;

  private Stack() {}

  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments), System.out, System.err));
  }

  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    Deque<String> words = new ArrayDeque<>(arguments);
    try {
      switch (words.isEmpty() ? "" : words.pop()) {
        case "start" -> start(words, out);
        case "psql-url" -> printUrls(words, out);
        case "stop" -> stop(words, out);
        default -> throw new IllegalArgumentException("a command is expected");
      }
      return 0;
    } catch (IllegalArgumentException wrong) {
      err.println("stack: " + wrong.getMessage());
      err.print(USAGE);
      return WRONG_ARGUMENTS;
    } catch (StackFailure failure) {
      err.println("stack: " + failure.getMessage());
      return UNAVAILABLE;
    }
  }

  private static void start(Deque<String> words, PrintStream out) {
    StackOptions options = StackOptions.defaults();
    Optional<String> database = Optional.empty();
    while (!words.isEmpty()) {
      String word = words.pop();
      switch (word) {
        case "--port" -> options = options.withPort(number(value(word, words)));
        case "--database" -> database = Optional.of(value(word, words));
        case "--without-java" -> options = options.withoutLanguage();
        default -> throw new IllegalArgumentException("option " + word + " is unknown");
      }
    }
    try (EmbeddedStack stack = EmbeddedStack.start(options)) {
      database.ifPresent(stack::provision);
      stack.keepRunning();
      out.println(stack.psqlCommand(database.orElse("postgres")));
    }
  }

  private static void printUrls(Deque<String> words, PrintStream out) {
    String database = words.isEmpty() ? "postgres" : words.pop();
    requireNoMore(words);
    kept().forEach(server -> out.println(server.psqlCommand(database)));
  }

  private static void stop(Deque<String> words, PrintStream out) {
    requireNoMore(words);
    Cache cache = cache();
    for (KeptServer server : KeptServer.all(cache)) {
      server.stop(cache);
      out.println("stopped " + server.folder());
    }
  }

  private static List<KeptServer> kept() {
    return KeptServer.all(cache());
  }

  private static Cache cache() {
    return Cache.open(Optional.empty(), ServerAccount.ofThisProcess());
  }

  private static String value(String option, Deque<String> words) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("option " + option + " needs a value");
    }
    return words.pop();
  }

  private static int number(String text) {
    if (!text.matches("[0-9]{1,5}")) {
      throw new IllegalArgumentException("a port is a number, found " + text);
    }
    return Integer.parseInt(text);
  }

  private static void requireNoMore(Deque<String> words) {
    if (!words.isEmpty()) {
      throw new IllegalArgumentException("argument " + words.peek() + " is not expected");
    }
  }
}
