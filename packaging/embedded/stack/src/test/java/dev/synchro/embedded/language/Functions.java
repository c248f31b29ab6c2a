package dev.synchro.embedded.language;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/** Runs inside the tested backends, called from SQL. */
public final class Functions {
  private static PreparedStatement kept;

  private Functions() {}

  private static Connection connection() throws SQLException {
    return DriverManager.getConnection("jdbc:default:connection");
  }

  // ---- values

  public static boolean truth(boolean value) {
    return value;
  }

  public static short small(short value) {
    return value;
  }

  public static int whole(int value) {
    return value;
  }

  public static long large(long value) {
    return value;
  }

  public static float single(float value) {
    return value;
  }

  public static double precise(double value) {
    return value;
  }

  public static Boolean truthObject(Boolean value) {
    return value;
  }

  public static Short smallObject(Short value) {
    return value;
  }

  public static Integer wholeObject(Integer value) {
    return value;
  }

  public static Long largeObject(Long value) {
    return value;
  }

  public static Float singleObject(Float value) {
    return value;
  }

  public static Double preciseObject(Double value) {
    return value;
  }

  public static BigDecimal decimal(BigDecimal value) {
    return value;
  }

  public static String text(String value) {
    return value;
  }

  public static String length(String value) {
    return value == null ? "null" : String.valueOf(value.length());
  }

  public static byte[] bytes(byte[] value) {
    return value;
  }

  public static OffsetDateTime instant(OffsetDateTime value) {
    return value;
  }

  public static int year(OffsetDateTime value) {
    return value.getYear();
  }

  public static String[] texts(String[] values) {
    return values;
  }

  public static Long[] larges(Long[] values) {
    return values;
  }

  public static long[] primitives(long[] values) {
    return values;
  }

  public static byte[][] byteArrays(byte[][] values) {
    return values;
  }

  public static void nothing() {}

  public static String nul() {
    return "a\0b";
  }

  public static String half() {
    return "\ud83d";
  }

  int notStatic() {
    return 1;
  }

  // ---- rows

  public static Iterator<String> words(String text) {
    return text == null ? null : Arrays.asList(text.split(" ", -1)).iterator();
  }

  public static Iterator<Long> numbers(int count) {
    return new Iterator<>() {
      private long next;

      @Override
      public boolean hasNext() {
        return next < count;
      }

      @Override
      public Long next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return next++;
      }
    };
  }

  public static Iterator<String> missing() {
    return Arrays.asList("a", null).iterator();
  }

  public static Iterator<Object> mixed() {
    return List.<Object>of("a", 1).iterator();
  }

  public static Iterator<String> endless() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public String next() {
        return "again";
      }
    };
  }

  // ---- statements

  /** Rows of a query, columns as text separated by commas, rows by blanks. */
  public static String query(String sql) throws SQLException {
    StringBuilder out = new StringBuilder();
    try (Statement statement = connection().createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        for (int i = 1; i <= columns; i++) {
          out.append(i == 1 ? (out.length() == 0 ? "" : " ") : ",").append(rows.getString(i));
        }
      }
    }
    return out.toString();
  }

  public static int update(String sql) throws SQLException {
    try (Statement statement = connection().createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  /** Fetches the first rows of a query only. */
  public static int fetchSome(String sql, int fetchSize, int count) throws SQLException {
    try (Statement statement = connection().createStatement()) {
      statement.setFetchSize(fetchSize);
      try (ResultSet rows = statement.executeQuery(sql)) {
        int read = 0;
        while (read < count && rows.next()) {
          read++;
        }
        return read;
      }
    }
  }

  public static String parameters() throws SQLException {
    String sql =
        "select pg_typeof(?), pg_typeof(?), pg_typeof(?), pg_typeof(?), pg_typeof(?), pg_typeof(?),"
            + " pg_typeof(?), pg_typeof(?), pg_typeof(?), pg_typeof(?), pg_typeof(?),"
            + " pg_typeof(?)";
    StringBuilder out = new StringBuilder();
    try (PreparedStatement statement = connection().prepareStatement(sql)) {
      statement.setString(1, "x");
      statement.setInt(2, 1);
      statement.setLong(3, 1);
      statement.setShort(4, (short) 1);
      statement.setBoolean(5, true);
      statement.setBytes(6, new byte[1]);
      statement.setBigDecimal(7, BigDecimal.ONE);
      statement.setDouble(8, 1);
      statement.setObject(9, OffsetDateTime.parse("2024-01-02T03:04:05Z"));
      statement.setObject(10, LocalDate.parse("2024-01-02"));
      statement.setObject(11, LocalDateTime.parse("2024-01-02T03:04:05"));
      statement.setNull(12, Types.OTHER, "jsonb");
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        for (int i = 1; i <= 12; i++) {
          out.append(i == 1 ? "" : ",").append(rows.getString(i));
        }
      }
    }
    return out.toString();
  }

  public static String getters() throws SQLException {
    String sql =
        "select true, 2::int2, 3, 4::int8, 5.5::float4, 6.5::float8, 7.70, 'eight', '\u0001'::text,"
            + " timestamptz 'infinity', date '2024-02-29', timestamp '2024-02-29 01:02:03.000004',"
            + " array[1,null,3]::int8[], array['a',null]::text[], null::int4, uuid_nil()";
    try (Statement statement = connection().createStatement();
        ResultSet rows = statement.executeQuery(sql.replace("uuid_nil()", NIL))) {
      rows.next();
      List<Object> out = new ArrayList<>();
      Collections.addAll(
          out,
          rows.getBoolean(1),
          rows.getShort(2),
          rows.getInt(3),
          rows.getLong(4),
          rows.getFloat(5),
          rows.getDouble(6),
          rows.getBigDecimal(7),
          rows.getString(8),
          rows.getObject(10, OffsetDateTime.class).getYear(),
          rows.getObject(11, LocalDate.class),
          rows.getObject(12, LocalDateTime.class),
          Arrays.toString((Object[]) rows.getObject(13)),
          Arrays.toString((Object[]) rows.getObject(14)),
          rows.getInt(15),
          rows.wasNull(),
          rows.getString(16));
      return out.toString();
    }
  }

  private static final String NIL = "'00000000-0000-0000-0000-000000000000'::uuid";

  /** What each of PL/Java's gaps answers here: a name and the SQLSTATE. */
  public static String refusals() throws SQLException {
    Connection connection = connection();
    StringBuilder out = new StringBuilder();
    refusal(out, "commit", connection::commit);
    refusal(out, "rollback", connection::rollback);
    refusal(out, "autocommit", () -> connection.setAutoCommit(true));
    refusal(out, "call", () -> connection.prepareCall("call f()"));
    refusal(out, "metadata", connection::getMetaData);
    refusal(out, "array", () -> connection.createArrayOf("text", new Object[0]));
    refusal(out, "keys", () -> connection.prepareStatement("select 1", 1));
    try (PreparedStatement one = connection.prepareStatement("select ?")) {
      refusal(out, "uuid", () -> one.setObject(1, new UUID(0, 0)));
      refusal(out, "strings", () -> one.setObject(1, new String[0]));
      refusal(out, "null", () -> one.setObject(1, null));
      refusal(out, "other", () -> one.setNull(1, Types.OTHER));
      refusal(out, "unset", one::executeQuery);
      refusal(out, "index", () -> one.setInt(2, 1));
      refusal(out, "nul", () -> one.setString(1, "\0"));
      refusal(out, "half", () -> one.setString(1, "\ud83d"));
      one.setInt(1, 5_000);
      try (ResultSet rows = one.executeQuery()) {
        refusal(out, "before", () -> rows.getInt(1));
        rows.next();
        refusal(out, "narrow", () -> rows.getByte(1));
        refusal(out, "object", () -> rows.getObject(1, UUID.class));
        refusal(out, "boolean", () -> rows.getBoolean(1));
        refusal(out, "name", () -> rows.getInt("No"));
      }
      refusal(out, "cleared", one::executeQuery);
    }
    for (String sql : TRAPS) {
      refusal(out, "sql", () -> query(sql));
    }
    refusal(out, "wide", () -> narrow());
    refusal(out, "rows", () -> update("select 1"));
    refusal(out, "unfetched", Functions::unfetched);
    refusal(out, "batch", Functions::batchTwice);
    return out.toString();
  }

  private static final String[] TRAPS = {
    "select 1 -- one",
    "select /* one */ 1",
    "select $1",
    "select $$a$$",
    "select 'a\\'",
    "select '{}'::jsonb ?? 'a'",
    "select 1; select 2",
    "commit",
    "copy t to stdout"
  };

  private static void narrow() throws SQLException {
    try (Statement statement = connection().createStatement();
        ResultSet rows = statement.executeQuery("select 5000000000")) {
      rows.next();
      rows.getInt(1);
    }
  }

  private static void unfetched() throws SQLException {
    try (Statement statement = connection().createStatement()) {
      statement.executeQuery("insert into thing (id) values (99) returning id").close();
    }
  }

  private static void batchTwice() throws SQLException {
    try (PreparedStatement insert =
        connection().prepareStatement("insert into thing (id) values (?)")) {
      insert.setLong(1, 98);
      insert.addBatch();
      insert.executeBatch();
      insert.setLong(1, 97);
      insert.addBatch();
    }
  }

  private interface Attempt {
    void run() throws SQLException;
  }

  private static void refusal(StringBuilder out, String name, Attempt attempt) {
    String state = "done";
    try {
      attempt.run();
    } catch (SQLException refused) {
      state = refused.getSQLState();
    }
    out.append(out.length() == 0 ? "" : " ").append(name).append(':').append(state);
  }

  public static String batch(int count) throws SQLException {
    try (PreparedStatement insert =
        connection().prepareStatement("insert into thing (id, name) values (?, ?)")) {
      for (int i = 0; i < count; i++) {
        insert.setLong(1, 1000 + i);
        insert.setString(2, "name " + i);
        insert.addBatch();
      }
      return String.valueOf(Arrays.stream(insert.executeBatch()).sum());
    }
  }

  public static String returning() throws SQLException {
    try (PreparedStatement insert =
        connection().prepareStatement("insert into thing (id) values (?) returning id, name")) {
      insert.setLong(1, 7);
      try (ResultSet rows = insert.executeQuery()) {
        rows.next();
        return rows.getLong("ID") + "," + rows.getString("name");
      }
    }
  }

  /** Keeps a statement for a later call, which must not get to use it. */
  public static void keep() throws SQLException {
    kept = connection().prepareStatement("select 1");
  }

  public static void useKept() throws SQLException {
    kept.executeQuery();
  }

  // ---- errors and savepoints

  public static void fail(String state, String message) throws SQLException {
    throw new SQLException(message, state);
  }

  public static void failUnchecked() {
    throw new IllegalStateException("out of order");
  }

  public static void failOddly() {
    throw new IllegalStateException("a\0b\ud83d");
  }

  public static int deep(int depth) {
    return depth == 0 ? 0 : 1 + deep(depth - 1);
  }

  public static int full() {
    byte[][] all = new byte[100_000][];
    int used = 0;
    while (used < all.length) {
      all[used++] = new byte[1 << 20];
    }
    return all[used - 1].length;
  }

  /** Every field an error had when Java saw it. */
  public static String fields(String sql) throws SQLException {
    Connection connection = connection();
    Savepoint savepoint = connection.setSavepoint();
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
      return "no error";
    } catch (SQLException error) {
      connection.rollback(savepoint);
      return error.getSQLState() + " " + error.getMessage();
    }
  }

  /** Catches an error, undoes it, and throws it on. */
  public static void rethrow(String sql) throws SQLException {
    Connection connection = connection();
    Savepoint savepoint = connection.setSavepoint();
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    } catch (SQLException error) {
      connection.rollback(savepoint);
      throw error;
    }
  }

  /** Catches an error without undoing it; what the next statement says is the result. */
  public static String swallow(String sql) throws SQLException {
    attempt(sql);
    return attempt("select 1");
  }

  private static String attempt(String sql) {
    try {
      return query(sql);
    } catch (SQLException error) {
      return error.getSQLState();
    }
  }

  /** The same, but the second error is let out. */
  public static String swallowThenFail(String sql) throws SQLException {
    attempt(sql);
    return query("select 1");
  }

  /** One statement in a savepoint of its own; its error is the answer. */
  public static String tried(String sql) throws SQLException {
    Connection connection = connection();
    Savepoint savepoint = connection.setSavepoint();
    String answer = attempt(sql);
    connection.rollback(savepoint);
    connection.releaseSavepoint(savepoint);
    return answer + " " + attempt("select 'after'");
  }

  /** The same with another savepoint around it. */
  public static String triedInside(String sql) throws SQLException {
    Connection connection = connection();
    Savepoint outer = connection.setSavepoint();
    String inside = tried(sql);
    connection.releaseSavepoint(outer);
    return inside;
  }

  /** An error inside two savepoints; the outer is rolled back. */
  public static String triedOutside(String sql) throws SQLException {
    Connection connection = connection();
    Savepoint outer = connection.setSavepoint("outer");
    connection.setSavepoint("inner");
    String answer = attempt(sql);
    connection.rollback(outer);
    return answer + " " + attempt("select 'after'");
  }

  public static String savepointMisuse() throws SQLException {
    Connection connection = connection();
    StringBuilder out = new StringBuilder();
    Savepoint spent = connection.setSavepoint();
    connection.rollback(spent);
    refusal(out, "twice", () -> connection.rollback(spent));
    connection.releaseSavepoint(spent);
    refusal(out, "released", () -> connection.releaseSavepoint(spent));
    Savepoint outer = connection.setSavepoint();
    Savepoint inner = connection.setSavepoint();
    connection.releaseSavepoint(outer);
    refusal(out, "inner", () -> connection.releaseSavepoint(inner));
    return out + " " + attempt("select 'sound'");
  }

  public static void leaveOpen() throws SQLException {
    connection().setSavepoint();
    update("insert into thing (id) values (50)");
  }

  public static void failOpen() throws SQLException {
    connection().setSavepoint();
    update("insert into thing (id) values (51)");
    update("insert into nowhere values (1)");
  }

  /** Rows are read while others are rolled back and while their savepoint goes. */
  public static String cursors() throws SQLException {
    Connection connection = connection();
    try (Statement outside = connection.createStatement();
        Statement inside = connection.createStatement()) {
      outside.setFetchSize(1);
      inside.setFetchSize(1);
      ResultSet kept = outside.executeQuery("select n from generate_series(1,3) n");
      kept.next();
      Savepoint savepoint = connection.setSavepoint();
      ResultSet gone = inside.executeQuery("select n from generate_series(1,3) n");
      gone.next();
      connection.rollback(savepoint);
      StringBuilder out = new StringBuilder();
      refusal(out, "gone", gone::next);
      kept.next();
      return out + " kept:" + kept.getInt(1);
    }
  }

  public static void savepoints(int count) throws SQLException {
    Connection connection = connection();
    for (int i = 0; i < count; i++) {
      Savepoint savepoint = connection.setSavepoint();
      if (i % 3 == 0) {
        attempt("select 1/0");
        connection.rollback(savepoint);
      } else if (i % 3 == 1) {
        connection.rollback(savepoint);
      } else {
        connection.releaseSavepoint(savepoint);
      }
    }
  }

  public static int manyPlans(int count) throws SQLException {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Integer.parseInt(query("select " + i % 7 + " + " + i));
    }
    return sum;
  }

  // ---- threads, time, end

  public static String otherThread() throws InterruptedException {
    AtomicReference<String> answer = new AtomicReference<>("none");
    Thread thread = new Thread(() -> answer.set(attempt("select 1")));
    thread.start();
    thread.join();
    return answer.get();
  }

  public static void spin(int milliseconds) {
    long end = System.nanoTime() + milliseconds * 1_000_000L;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  public static int loop(int rounds) throws SQLException {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += query("select 1").length();
    }
    return sum;
  }

  /** A loop that no error ends. */
  public static int stubborn(int milliseconds) {
    long end = System.nanoTime() + milliseconds * 1_000_000L;
    int answered = 0;
    while (System.nanoTime() < end) {
      if (attempt("select 1").equals("1")) {
        answered++;
      }
    }
    return answered;
  }

  public static void exit() {
    System.exit(3);
  }

  public static int recurse(int depth) throws SQLException {
    return depth == 0 ? 0 : 1 + Integer.parseInt(query("select recurse(" + (depth - 1) + ")"));
  }

  /** A statement from ever deeper Java code, until it no longer goes. */
  public static String below(int step) throws SQLException {
    Connection connection = connection();
    for (int depth = step; depth < 100 * step; depth += step) {
      Savepoint savepoint = connection.setSavepoint();
      try {
        dive(depth);
        connection.releaseSavepoint(savepoint);
      } catch (SQLException tooDeep) {
        connection.rollback(savepoint);
        return tooDeep.getSQLState();
      } catch (StackOverflowError tooDeep) {
        connection.rollback(savepoint);
        return "overflow";
      }
    }
    return "never";
  }

  private static int dive(int depth) throws SQLException {
    return depth == 0 ? Integer.parseInt(query("select 1")) : dive(depth - 1);
  }
}
