package dev.synchro.suite.client;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a client's file says, held against the application's tables and the server's ledgers. */
final class Evidence {

  private final LiveServer server;
  private final String userId;
  private final Path file;
  private final Set<String> scopes;

  /**
   * @param scopes what the user is assigned
   */
  Evidence(LiveServer server, String userId, Path file, Set<String> scopes) {
    this.server = server;
    this.userId = userId;
    this.file = file;
    this.scopes = scopes;
  }

  /** Everything that differs, for a client that has nothing left to send or fetch. */
  List<String> problems(ApplicationOracle oracle, Map<String, String> digests) {
    List<String> problems = new ArrayList<>();
    if (!digests.equals(oracle.digests(scopes))) {
      problems.add("digests " + digests + " instead of " + oracle.digests(scopes));
    }
    problems.addAll(LiveServer.differences(oracle, file.toString(), scopes));
    problems.addAll(
        local(
            "SELECT 'mutation ' || mutation_id || ' is ' || state FROM _synchro_mutation"
                + " WHERE state IN ('pending', 'sealed') OR (state IN ('accepted', 'conflict',"
                + " 'rejected_terminal')) <> (outcome IS NOT NULL)"
                + " OR (state IN ('conflict', 'rejected_terminal') AND"
                + " json_extract(outcome, '$.code') IS NULL)"));
    problems.addAll(ledgers());
    return problems;
  }

  private List<String> ledgers() {
    String clientId = local("SELECT client_id FROM _synchro_client").get(0);
    String ofClient =
        " JOIN synchro.client c USING (client_pk) WHERE c.user_id = '"
            + userId
            + "' AND c.client_id = '"
            + clientId
            + "' ORDER BY 1";
    List<String> problems = new ArrayList<>();
    compare(
        "outcome",
        local(
            "SELECT mutation_id, outcome FROM _synchro_mutation WHERE outcome IS NOT NULL"
                + " ORDER BY 1"),
        server.lines("SELECT mutation_id, outcome FROM synchro.push_mutation" + ofClient),
        problems);
    compare(
        "batch",
        local("SELECT batch_id FROM _synchro_batch WHERE state = 'answered' ORDER BY 1"),
        server.lines("SELECT batch_id FROM synchro.push_batch" + ofClient),
        problems);
    return problems;
  }

  private static void compare(
      String what, List<String> local, List<String> ledger, List<String> problems) {
    List<String> onlyLocal = new ArrayList<>(local);
    onlyLocal.removeAll(ledger);
    List<String> onlyLedger = new ArrayList<>(ledger);
    onlyLedger.removeAll(local);
    onlyLocal.forEach(line -> problems.add(what + " only the client has: " + line));
    onlyLedger.forEach(line -> problems.add(what + " only the server has: " + line));
  }

  /** Ids of accepted mutations, each to be executed once. */
  Map<String, String> accepted() {
    Map<String, String> accepted = new TreeMap<>();
    local("SELECT mutation_id FROM _synchro_mutation WHERE state = 'accepted'")
        .forEach(id -> accepted.put(id, "1"));
    return accepted;
  }

  private List<String> local(String query) {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      return LiveServer.lines(connection, query);
    } catch (SQLException failed) {
      throw new AssertionError("a client's file cannot be read", failed);
    }
  }
}
