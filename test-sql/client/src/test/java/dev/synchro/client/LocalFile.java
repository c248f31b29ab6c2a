package dev.synchro.client;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads a client's database as an application would, with SQL on a connection of its own. */
final class LocalFile {

  private LocalFile() {}

  /** Rows as text, columns separated by a bar, in the order of the query. */
  static List<String> read(Path file, String query) {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> lines = new ArrayList<>();
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> values = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          values.add(rows.getString(column));
        }
        lines.add(String.join("|", values));
      }
      return lines;
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
