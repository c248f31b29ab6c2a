package dev.synchro.embedded.stack;

import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** Where a server listens and who its superuser is. */
record ServerAddress(String host, int port, String superuser, String password) {

  /** Reads a JDBC URL, or the form libpq's tools take, {@code postgresql://user:password@host/}. */
  static ServerAddress parse(String dsn) {
    Properties properties =
        dsn.strip().matches("(jdbc:)?postgres(ql)?://[^/]*(/[^/]*)?")
            // The driver logs what it cannot read, password included, so it sees nothing else.
            ? Driver.parseURL(jdbcForm(dsn.strip()), new Properties())
            : null;
    if (properties == null || PGProperty.USER.getOrNull(properties) == null) {
      throw new StackFailure(
          EmbeddedStack.TEST_DSN
              + " must be a PostgreSQL URL with a user, such as postgresql://user@host:5432/postgres");
    }
    String password = PGProperty.PASSWORD.getOrNull(properties);
    return new ServerAddress(
        PGProperty.PG_HOST.getOrDefault(properties),
        Integer.parseInt(PGProperty.PG_PORT.getOrDefault(properties)),
        PGProperty.USER.getOrNull(properties),
        password == null ? "" : password);
  }

  private static String jdbcForm(String dsn) {
    String rest = dsn.replaceFirst("^(jdbc:)?postgres(ql)?://", "");
    int at = rest.indexOf('@');
    if (at < 0) {
      return "jdbc:postgresql://" + rest;
    }
    String[] login = rest.substring(0, at).split(":", 2);
    String place = rest.substring(at + 1);
    String target = place.contains("/") ? place : place + "/";
    return "jdbc:postgresql://"
        + target
        + (target.contains("?") ? "&" : "?")
        + "user="
        + login[0]
        + (login.length > 1 ? "&password=" + login[1] : "");
  }
}
