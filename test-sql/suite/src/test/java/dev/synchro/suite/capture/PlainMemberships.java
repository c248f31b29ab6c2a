package dev.synchro.suite.capture;

import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.scope.ScopeStep;
import dev.synchro.core.scope.ScopeTemplate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The scopes that scope templates name, asked of the application's tables in plain SQL. */
final class PlainMemberships {
  private PlainMemberships() {}

  /** Scope ids by the text of the row's key. */
  static Map<String, Set<String>> of(
      Connection connection, Registry registry, RegisteredRelation relation) throws SQLException {
    Map<String, Set<String>> scopes = new HashMap<>();
    for (ScopeTemplate template : relation.table().orElseThrow().templates()) {
      add(connection, query(registry, relation, template), scopes);
    }
    return scopes;
  }

  /** What a query of keys as text and scope ids finds. */
  static Map<String, Set<String>> of(Connection connection, String query) throws SQLException {
    Map<String, Set<String>> scopes = new HashMap<>();
    add(connection, query, scopes);
    return scopes;
  }

  private static void add(Connection connection, String query, Map<String, Set<String>> scopes)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      while (found.next()) {
        scopes.computeIfAbsent(found.getString(1), key -> new TreeSet<>()).add(found.getString(2));
      }
    }
  }

  private static String query(
      Registry registry, RegisteredRelation relation, ScopeTemplate template) {
    String key = "t." + quoted(relation.keyColumn()) + "::text";
    if (template.column().isEmpty()) {
      return "SELECT " + key + ", '" + template.scopeId() + "' FROM " + live(relation) + " t";
    }
    StringBuilder from = new StringBuilder(live(relation)).append(" t");
    String value = "t." + quoted(template.column().get());
    int number = 0;
    for (ScopeStep step : template.steps()) {
      RegisteredRelation to = registry.byName(step.relation()).orElseThrow();
      String row = "r" + number++;
      from.append(" JOIN ").append(live(to)).append(' ').append(row).append(" ON ").append(row);
      from.append('.').append(quoted(step.matchColumn().orElse(to.keyColumn())));
      from.append("::text = ").append(value).append("::text");
      value = row + "." + quoted(step.column());
    }
    return "SELECT "
        + key
        + ", '"
        + template.prefix()
        + "' || "
        + value
        + " || '"
        + template.suffix()
        + "' FROM "
        + from
        + " WHERE "
        + value
        + " IS NOT NULL";
  }

  private static String live(RegisteredRelation relation) {
    String name = quoted(relation.schema()) + "." + quoted(relation.name());
    return relation
        .table()
        .flatMap(table -> table.life().deletedAt())
        .map(column -> "(SELECT * FROM " + name + " WHERE " + quoted(column) + " IS NULL)")
        .orElse(name);
  }

  private static String quoted(String name) {
    return '"' + name + '"';
  }
}
