package dev.synchro.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.state.ClientState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that are not what the contract says: nothing of them is kept, and no cursor moves. */
class ClientVerificationTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ClientSettings SETTINGS =
      ClientSettings.usual("test", "1.0.0")
          .withLimits(2, 3)
          .withBackoff(new BackoffPolicy(Duration.ofMillis(1), Duration.ofMillis(2)));
  private static final List<String> RECORDS =
      List.of("client", "scope", "row", "scope_row", "mutation", "batch", "rebuild_row");

  @TempDir private Path folder;
  private final ModelServer server = new ModelServer("all", "user:u");
  private final Tampering line = new Tampering(server);

  private Path file() {
    return folder.resolve("client.db");
  }

  private SyncClient synced() {
    server.put("a", "u", "one");
    server.put("b", "v", "two");
    SyncClient client = SyncClient.open(file(), line, SETTINGS);
    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);
    return client;
  }

  private List<String> records() {
    List<String> all = new ArrayList<>();
    for (String name : RECORDS) {
      all.addAll(LocalFile.read(file(), "SELECT '" + name + "', * FROM _synchro_" + name));
    }
    return all;
  }

  /** Edits are regular expressions on the canonical text of the answer, and what replaces them. */
  @ParameterizedTest(name = "pull: {0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "a row value            | \"f-body\":\"new\"            | \"f-body\":\"odd\"",
        "a server version       | \"server_version\":\"v1.     | \"server_version\":\"v2.",
        "an empty version       | \"server_version\":\"[^\"]*\" | \"server_version\":\"\"",
        "a row digest           | (\"digest\":\")[0-9a-f]       | $1f0",
        "another algorithm      | \"sha256\"                   | \"sha512\"",
        "another pk             | \"pk\":\\{\"f-id\":\"a\"\\}  | \"pk\":{\"f-id\":\"b\"}",
        "a field less           | \"f-owner\":\"u\"            | \"f-other\":\"u\"",
        "an unknown table       | 0000000000aa                 | 0000000000ab",
        "an unknown operation   | \"upsert\"                   | \"insert\"",
        "an unknown scope       | \"scope\":\"all\"            | \"scope\":\"al\"",
        "an unknown member      | \"has_more\"                 | \"more\":1,\"has_more\"",
        "a missing member       | \"rebuild\":\\[\\],           | ",
        "a map on no last page  | \"has_more\":false           | \"has_more\":true",
        "an omitted scope       | \"checksums\":\\{\"all\":\\{[^}]*\\}, | \"checksums\":{",
        "an extra scope         | \"checksums\":\\{             | \"checksums\":{\"x\":{},",
        "a cursor of no scope   | \"scope_cursors\":\\{\"all\"   | \"scope_cursors\":{\"al\"",
        "an older set version   | \"scope_set_version\":1      | \"scope_set_version\":0",
        "not an integer         | \"scope_set_version\":1      | \"scope_set_version\":1.0",
        "a member twice         | \"has_more\":false           | \"has_more\":false,\"has_more\":false",
        "no JSON                | ^\\{                          | ",
      })
  void a_pulled_page_with_a_fault_is_refused_whole(String what, String edit, String by) {
    SyncClient client = synced();
    server.put("a", "u", "new");
    List<String> before = records();
    line.edit(SyncCall.PULL, text -> text.replaceFirst(edit, by == null ? "" : by));

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.HALTED);

    assertThat(line.edits()).as("the edit of %s took place", what).isEqualTo(1);
    assertThat(client.state()).isEqualTo(ClientState.ERROR);
    assertThat(client.fault()).isPresent();
    assertThat(records()).isEqualTo(before);
    client.close();
  }

  @Test
  void an_explicit_retry_leaves_the_error_and_nothing_else_does() {
    SyncClient client = synced();
    server.put("a", "u", "new");
    line.edit(SyncCall.PULL, text -> text.replaceFirst("\"f-body\":\"new\"", "\"f-body\":\"x\""));
    client.sync(PATIENCE);

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.HALTED);
    client.retry();

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);
    assertThat(client.recomputedDigests()).containsEntry("all", server.digest("all"));
    client.close();
  }

  @Test
  void a_scope_digest_that_differs_rebuilds_that_scope_only() {
    SyncClient client = synced();
    server.put("b", "v", "new");
    long rebuilds = client.requests().get(SyncCall.REBUILD);
    line.edit(
        SyncCall.PULL,
        text ->
            text.replaceFirst("(\"checksums\":\\{\"all\":\\{[^}]*\"digest\":\")....", "$10000"));

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);

    assertThat(client.requests()).containsEntry(SyncCall.REBUILD, rebuilds + 1);
    assertThat(client.recomputedDigests())
        .isEqualTo(Map.of("all", server.digest("all"), "user:u", server.digest("user:u")));
    client.close();
  }

  @Test
  void a_row_missing_from_the_local_database_is_found_and_repaired() {
    SyncClient client = synced();
    client.close();
    LocalDatabase spoiled = LocalDatabase.open(file(), StepObserver.NONE);
    spoiled.run("DELETE FROM _synchro_scope_row WHERE scope = 1");
    spoiled.run("UPDATE _synchro_scope SET digest = NULL");
    spoiled.close();
    client = SyncClient.open(file(), line, SETTINGS);

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);

    assertThat(client.recomputedDigests()).containsEntry("all", server.digest("all"));
    client.close();
  }

  @Test
  void a_rebuild_that_never_digests_right_ends_in_error_after_three_attempts() {
    server.put("a", "u", "one");
    SyncClient client = SyncClient.open(file(), line, SETTINGS);
    line.editAlways(
        SyncCall.REBUILD,
        text -> text.replaceFirst("(\"checksum\":\\{[^}]*\"digest\":\")....", "$10000"));

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.HALTED);

    assertThat(client.requests()).containsEntry(SyncCall.REBUILD, 3L);
    assertThat(LocalFile.read(file(), "SELECT count(*) FROM notes")).containsExactly("0");
    client.close();
  }

  @ParameterizedTest(name = "rebuild: {0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "a row value        | \"f-body\":\"one\"  | \"f-body\":\"odd\"",
        "another scope      | \"scope\":\"all\"   | \"scope\":\"user:u\"",
        "two kinds of page  | \"has_more\":false  | \"has_more\":true",
        "no checksum        | \"checksum\":\\{[^}]*\\},\"cursor\" | \"cursor\"",
        "an unknown member  | \"has_more\"        | \"more\":1,\"has_more\"",
      })
  void a_rebuild_page_with_a_fault_is_refused_whole(String what, String edit, String by) {
    server.put("a", "u", "one");
    SyncClient client = SyncClient.open(file(), line, SETTINGS);
    line.edit(SyncCall.REBUILD, text -> text.replaceFirst(edit, by));

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.HALTED);

    assertThat(line.edits()).as("the edit of %s took place", what).isEqualTo(1);
    assertThat(LocalFile.read(file(), "SELECT count(*) FROM _synchro_scope_row"))
        .containsExactly("0");
    assertThat(LocalFile.read(file(), "SELECT DISTINCT awaits_rebuild FROM _synchro_scope"))
        .containsExactly("1");
    client.close();
  }

  @ParameterizedTest(name = "push: {0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "another batch       | \"batch_id\":\"[0-9a-f]{8}  | \"batch_id\":\"00000000",
        "no outcome          | \"accepted\":\\[.*\\],\"batch  | \"accepted\":[],\"batch",
        "an unknown mutation | \"mutation_id\":\"[0-9a-f]{8}  | \"mutation_id\":\"00000000",
        "an unknown status   | \"applied\"                 | \"done\"",
        "the wrong array     | \"applied\"                 | \"conflict\"",
        "a row value         | \"f-body\":\"mine\"         | \"f-body\":\"odd\"",
        "no row              | \"server_row\":             | \"server_now\":",
        "another schema      | (\"outcome_schema\":\\{\"hash\":\")....  | $10000",
        "another table       | 0000000000aa                | 0000000000ab",
      })
  void a_push_answer_with_a_fault_is_refused_whole(String what, String edit, String by) {
    SyncClient client = synced();
    client.update("notes", "a", "{\"body\":\"mine\"}");
    line.edit(SyncCall.PUSH, text -> text.replaceFirst(edit, by));

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.HALTED);

    assertThat(line.edits()).as("the edit of %s took place", what).isEqualTo(1);
    assertThat(client.mutations().get(0).state()).isEqualTo(MutationState.SEALED);
    client.retry();
    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);
    assertThat(client.mutations().get(0).state()).isEqualTo(MutationState.ACCEPTED);
    client.close();
  }

  @ParameterizedTest(name = "connect: {0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "protocol 2            | \"protocol_version\":3      | \"protocol_version\":2",
        "another hash          | (\"schema\":\\{\"action\":\"replace\",\"hash\":\")....  | $10000",
        "a changed definition  | \"name\":\"body\"           | \"name\":\"bodies\"",
        "no definition         | \"replace\"                 | \"none\"",
        "an unknown action     | \"replace\"                 | \"repair\"",
        "an unsorted set       | \"id\":\"all\"              | \"id\":\"zzz\"",
        "a cursor for nothing  | \"cursor\":null             | \"cursor\":\"ic1\"",
      })
  void a_connect_answer_with_a_fault_is_refused_whole(String what, String edit, String by) {
    SyncClient client = SyncClient.open(file(), line, SETTINGS);
    line.edit(SyncCall.CONNECT, text -> text.replaceFirst(edit, by));

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.HALTED);

    assertThat(line.edits()).as("the edit of %s took place", what).isEqualTo(1);
    assertThat(LocalFile.read(file(), "SELECT schema_hash FROM _synchro_client"))
        .containsExactly("null");
    assertThat(LocalFile.read(file(), "SELECT count(*) FROM _synchro_scope")).containsExactly("0");
    client.close();
  }

  @Test
  void no_fault_tells_a_value_a_key_or_a_scope() {
    SyncClient client = synced();
    server.put("a", "u", "canary-value");
    line.edit(SyncCall.PULL, text -> text.replaceFirst("canary-value", "canary-other"));

    client.sync(PATIENCE);

    assertThat(client.fault().orElseThrow()).doesNotContain("canary").doesNotContain("user:");
    client.close();
  }

  /** A line to a server on which somebody changes answers. */
  private static final class Tampering implements SyncCalls {

    private final SyncCalls server;
    private SyncCall call = SyncCall.CONNECT;
    private UnaryOperator<String> edit = UnaryOperator.identity();
    private boolean always;
    private int edits;

    Tampering(SyncCalls server) {
      this.server = server;
    }

    void edit(SyncCall which, UnaryOperator<String> how) {
      call = which;
      edit = how;
    }

    void editAlways(SyncCall which, UnaryOperator<String> how) {
      edit(which, how);
      always = true;
    }

    int edits() {
      return edits;
    }

    @Override
    public byte[] call(SyncCall asked, byte[] request) throws TransportFailure {
      String answer = new String(server.call(asked, request), StandardCharsets.UTF_8);
      if (asked != call || (edits > 0 && !always)) {
        return answer.getBytes(StandardCharsets.UTF_8);
      }
      String edited = edit.apply(answer);
      if (!edited.equals(answer)) {
        edits++;
      }
      return edited.getBytes(StandardCharsets.UTF_8);
    }
  }
}
