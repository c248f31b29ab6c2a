package dev.synchro.bench.calls;

import dev.synchro.embedded.stack.EmbeddedStack;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * Prints the cost of calls: the first in a fresh connection, where Java has to start, and later
 * ones. Every figure stands beside that of the same function in PL/pgSQL from the same run, since
 * the ratio says more than the time on a busy machine.
 *
 * <p>It measures the embedded server, or PL/Java on the server {@code SYNCHRO_TEST_DSN} names. That
 * server must run on this machine, since it is given its functions as a file.
 */
public final class CallCosts {
  private static final String DATABASE = "call_costs";
  private static final int CONNECTIONS = 11;
  private static final int ROUNDS = 5;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double SMALLEST = 0.05;

  private static final List<Case> CASES =
      List.of(
          new Case("bigint in and out", "same", "bigint", "same", "return $1", "i", 200_000),
          new Case(
              "text of 20 characters in and out",
              "same_text",
              "text",
              "sameText",
              "return $1",
              "'12345678901234567890'",
              200_000),
          new Case(
              "bytea of 1 MB in and out",
              "same_octets",
              "bytea",
              "sameOctets",
              "return $1",
              "(select octets from large)",
              200),
          new Case(
              "primary key lookup",
              "look_up",
              "bigint",
              "lookUp",
              "return (select amount from measured where id = $1)",
              "i",
              20_000));

  /** A function in both languages, its argument inside a loop over {@code i}, calls a round. */
  private record Case(
      String title,
      String name,
      String type,
      String method,
      String body,
      String argument,
      int calls) {

    String define(String language) {
      String result = name.equals("look_up") ? "bigint" : type;
      String text =
          language.equals("java")
              ? BenchFunctions.class.getName() + "." + method
              : "begin " + body + "; end";
      return "create function "
          + language
          + "_"
          + name
          + "("
          + type
          + ") returns "
          + result
          + " language "
          + language
          + " as '"
          + text
          + "'";
    }

    String call(String language, int count) {
      return "select count("
          + language
          + "_"
          + name
          + "("
          + argument
          + ")) from generate_series(1, "
          + count
          + ") i";
    }
  }

  private final String url;
  private final PrintStream out;

  private CallCosts(String url, PrintStream out) {
    this.url = url;
    this.out = out;
  }

  /** Takes no arguments. */
  public static void main(String[] arguments) throws SQLException, IOException {
    Path jar = writeJar();
    try (EmbeddedStack stack = EmbeddedStack.shared()) {
      stack.dropDatabase(DATABASE);
      stack.createDatabase(DATABASE);
      String plain = stack.superuserUrl(DATABASE);
      new CallCosts(stack.isEmbedded() ? withClassPath(plain, jar) : plain, System.out)
          .run(stack.isEmbedded() ? List.of() : installation(jar));
      stack.dropDatabase(DATABASE);
    } finally {
      Files.deleteIfExists(jar);
      Files.deleteIfExists(jar.getParent());
    }
  }

  /** The embedded server takes a jar from a setting of the session. */
  private static String withClassPath(String plain, Path jar) throws SQLException {
    String settings = "-c synchro_java.classpath=" + classPath(plain, jar);
    return plain + "&options=" + URLEncoder.encode(settings, StandardCharsets.UTF_8);
  }

  /** PL/Java takes a jar from its repository, by schema. */
  private static List<String> installation(Path jar) {
    return List.of(
        "select sqlj.install_jar('file:" + jar + "', 'bench', false)",
        "select sqlj.set_classpath('public', 'bench')");
  }

  /** The product's jars first: an archive of prepared classes is valid for a longer class path. */
  private static String classPath(String url, Path jar) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select coalesce(current_setting('synchro_java.classpath', true), '')")) {
      row.next();
      String product = row.getString(1);
      return product.isEmpty() ? jar.toString() : product + ":" + jar;
    }
  }

  private static Path writeJar() throws IOException {
    Path folder = Files.createTempDirectory("bench-functions");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path jar = folder.resolve("functions.jar");
    // What was named last goes first, and only an empty folder can go.
    folder.toFile().deleteOnExit();
    jar.toFile().deleteOnExit();
    String name = BenchFunctions.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream octets = BenchFunctions.class.getResourceAsStream("/" + name)) {
      if (octets == null) {
        throw new IOException("no class " + name);
      }
      out.putNextEntry(new JarEntry(name));
      octets.transferTo(out);
      out.closeEntry();
    }
    return jar;
  }

  private void run(List<String> installation) throws SQLException {
    prepare(installation);
    out.printf("%nfirst call in a fresh connection, median of %d%n", CONNECTIONS);
    out.printf("%-34s %12s %12s %8s%n", "", "plpgsql ms", "java ms", "ratio");
    double[][] plpgsql = new double[CASES.size()][CONNECTIONS];
    double[][] java = new double[CASES.size()][CONNECTIONS];
    // Case by case within a round, so that a busy moment of the machine meets all of them alike.
    // The
    // first round warms this program and the file cache and is written over.
    for (int round = 0; round <= CONNECTIONS; round++) {
      for (int i = 0; i < CASES.size(); i++) {
        plpgsql[i][round % CONNECTIONS] = coldMillis(CASES.get(i).call("plpgsql", 1));
        java[i][round % CONNECTIONS] = coldMillis(CASES.get(i).call("java", 1));
      }
    }
    for (int i = 0; i < CASES.size(); i++) {
      print(CASES.get(i).title(), median(plpgsql[i]), median(java[i]));
    }
    out.printf("%nlater calls, best of %d rounds, the loop itself taken off%n", ROUNDS);
    out.printf("%-34s %12s %12s %8s%n", "", "plpgsql us", "java us", "ratio");
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (Case each : CASES) {
        print(
            each.title(),
            warmMicros(statement, each, "plpgsql"),
            warmMicros(statement, each, "java"));
      }
    }
  }

  /** PL/pgSQL hands on a large value without touching it: such a ratio would say nothing. */
  private void print(String title, double plpgsql, double java) {
    String ratio = plpgsql < SMALLEST ? "-" : String.format(Locale.ROOT, "%.2f", java / plpgsql);
    out.print(String.format(Locale.ROOT, "%-34s %12.2f %12.2f %8s%n", title, plpgsql, java, ratio));
  }

  private void prepare(List<String> installation) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("create table measured (id bigint primary key, amount bigint not null)");
      statement.execute("insert into measured select i, i from generate_series(1, 20000) i");
      statement.execute("create table large (octets bytea)");
      statement.execute("insert into large select convert_to(repeat('x', 1000000), 'UTF8')");
      statement.execute("vacuum analyze");
      for (String step : installation) {
        statement.execute(step);
      }
      for (Case each : CASES) {
        statement.execute(each.define("plpgsql"));
        statement.execute(each.define("java"));
      }
    }
  }

  private double coldMillis(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("select count(*) from measured");
      long start = System.nanoTime();
      statement.execute(sql);
      return (System.nanoTime() - start) / NANOS_PER_MILLI;
    }
  }

  private static double median(double[] times) {
    Arrays.sort(times);
    return times[times.length / 2];
  }

  private static double warmMicros(Statement statement, Case each, String language)
      throws SQLException {
    String loop =
        "select count(" + each.argument() + ") from generate_series(1, " + each.calls() + ") i";
    double calls = best(statement, each.call(language, each.calls()));
    return Math.max(calls - best(statement, loop), 0) * 1000 / each.calls();
  }

  private static double best(Statement statement, String sql) throws SQLException {
    double best = Double.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long start = System.nanoTime();
      statement.execute(sql);
      best = Math.min(best, (System.nanoTime() - start) / NANOS_PER_MILLI);
    }
    return best;
  }
}
