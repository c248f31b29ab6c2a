package dev.synchro.backend.decide;

import static dev.synchro.backend.decide.TestRelations.CAPTURE;
import static dev.synchro.backend.decide.TestRelations.PUSH;
import static dev.synchro.backend.decide.TestRelations.USER;
import static dev.synchro.backend.decide.TestRelations.policies;
import static dev.synchro.backend.decide.TestRelations.policy;
import static dev.synchro.backend.decide.TestRelations.prepared;
import static dev.synchro.backend.decide.TestRelations.untouched;
import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.backend.facts.RelationFacts;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RegistrationStatementsTest {
  private static final Access PUSHES = new Access(true, false);
  private static final Access PUSHES_AND_DELETES = new Access(true, true);
  private static final Access READS = new Access(false, false);

  private static List<String> statements(RelationFacts relation, Access access) {
    return RegistrationStatements.of(relation, access, relation.column("owner_id"));
  }

  @Test
  void prepare_a_table_for_pushes_of_its_users() {
    assertThat(statements(untouched(), PUSHES))
        .containsExactly(
            "ALTER PUBLICATION synchro_pub ADD TABLE app.notes",
            "GRANT USAGE ON SCHEMA app TO synchro_owner, synchro_worker",
            "GRANT SELECT ON app.notes TO synchro_owner, synchro_worker",
            "GRANT INSERT, UPDATE ON app.notes TO synchro_owner",
            "ALTER TABLE app.notes ENABLE ROW LEVEL SECURITY",
            "CREATE POLICY synchro_capture ON app.notes FOR SELECT TO synchro_worker USING (true)",
            "CREATE POLICY synchro_push ON app.notes FOR ALL TO synchro_owner USING (true) WITH"
                + " CHECK (true)",
            "CREATE POLICY synchro_push_user ON app.notes AS RESTRICTIVE FOR ALL TO synchro_owner"
                + " USING (NULLIF(current_setting('synchro.user_id', true), '') IS NULL OR"
                + " owner_id::text = current_setting('synchro.user_id', true)) WITH CHECK"
                + " (owner_id::text = current_setting('synchro.user_id', true))");
  }

  @Test
  void are_none_for_a_table_that_is_prepared() {
    assertThat(statements(prepared(), PUSHES)).isEmpty();
  }

  @Test
  void add_no_user_policy_without_a_user_column() {
    assertThat(RegistrationStatements.of(untouched(), PUSHES, Optional.empty()))
        .noneMatch(statement -> statement.contains("synchro_push_user"));
  }

  @Test
  void never_enable_row_security_for_a_table_without_pushes() {
    assertThat(statements(untouched(), READS))
        .containsExactly(
            "ALTER PUBLICATION synchro_pub ADD TABLE app.notes",
            "GRANT USAGE ON SCHEMA app TO synchro_owner, synchro_worker",
            "GRANT SELECT ON app.notes TO synchro_owner, synchro_worker");
    assertThat(statements(untouched("{\"row_security\":true}"), READS))
        .endsWith(
            "CREATE POLICY synchro_capture ON app.notes FOR SELECT TO synchro_worker USING (true)");
  }

  @Test
  void grant_delete_when_no_column_marks_deleted_rows() {
    assertThat(statements(prepared(), PUSHES_AND_DELETES))
        .containsExactly("GRANT DELETE ON app.notes TO synchro_owner");
  }

  @Test
  void grant_the_use_of_what_expressions_of_the_table_call() {
    RelationFacts relation =
        prepared(
            "{\"sequences\":[{\"quoted\":\"app.notes_seq\",\"usable\":false},"
                + "{\"quoted\":\"app.other\",\"usable\":true}],"
                + "\"functions\":[{\"quoted\":\"app.f(integer)\",\"usable\":false}]}");

    assertThat(statements(relation, PUSHES))
        .containsExactly(
            "GRANT USAGE ON SEQUENCE app.notes_seq TO synchro_owner",
            "GRANT EXECUTE ON FUNCTION app.f(integer) TO synchro_owner");
    assertThat(statements(relation, READS)).noneMatch(statement -> statement.contains("notes_seq"));
  }

  @Test
  void keep_what_the_applications_roles_can_see_and_write() {
    RelationFacts relation =
        untouched(
            "{\"grantees\":[{\"oid\":0,\"quoted\":\"PUBLIC\"},{\"oid\":20,\"quoted\":\"webapp\"},"
                + "{\"oid\":21,\"quoted\":\"\\\"Report er\\\"\"}]}",
            policies(
                policy("all", "*", true, "webapp", "\"true\"", "\"true\""),
                policy("synchro_app_1", "*", true, "x", "\"false\"", "null")));

    assertThat(statements(relation, PUSHES))
        .contains(
            "CREATE POLICY synchro_app_2 ON app.notes FOR ALL TO PUBLIC USING (true) WITH CHECK"
                + " (true)",
            "CREATE POLICY synchro_app_3 ON app.notes FOR ALL TO \"Report er\" USING (true) WITH"
                + " CHECK (true)")
        .noneMatch(statement -> statement.contains("TO webapp"))
        .containsSubsequence(
            "CREATE POLICY synchro_app_3 ON app.notes FOR ALL TO \"Report er\" USING (true) WITH"
                + " CHECK (true)",
            "ALTER TABLE app.notes ENABLE ROW LEVEL SECURITY");
  }

  @Test
  void replace_policies_of_our_names_that_are_not_what_they_should_be() {
    String other = policy("synchro_push_user", "*", false, "owner", "\"(a = b)\"", "\"(a = b)\"");

    assertThat(statements(prepared(policies(CAPTURE, PUSH, other)), PUSHES))
        .hasSize(2)
        .startsWith("DROP POLICY synchro_push_user ON app.notes");
    assertThat(statements(prepared(policies(CAPTURE, USER)), PUSHES))
        .containsExactly(
            "CREATE POLICY synchro_push ON app.notes FOR ALL TO synchro_owner USING (true) WITH"
                + " CHECK (true)");
  }

  @Test
  void take_back_what_our_role_holds_and_does_not_need() {
    RelationFacts relation =
        prepared(
            "{\"owner_privileges\":["
                + "{\"privilege\":\"DELETE\",\"grantable\":false,\"public\":false},"
                + "{\"privilege\":\"INSERT\",\"grantable\":false,\"public\":false},"
                + "{\"privilege\":\"SELECT\",\"grantable\":true,\"public\":false},"
                + "{\"privilege\":\"TRUNCATE\",\"grantable\":false,\"public\":true},"
                + "{\"privilege\":\"UPDATE\",\"grantable\":false,\"public\":false}]}");

    assertThat(statements(relation, PUSHES))
        .containsExactly(
            "REVOKE DELETE ON app.notes FROM synchro_owner",
            "REVOKE GRANT OPTION FOR SELECT ON app.notes FROM synchro_owner");
    assertThat(statements(relation, READS))
        .contains("REVOKE DELETE, INSERT, UPDATE ON app.notes FROM synchro_owner");
  }
}
