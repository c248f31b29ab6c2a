package dev.synchro.backend.decide;

import static dev.synchro.backend.decide.TestRelations.CAPTURE;
import static dev.synchro.backend.decide.TestRelations.PUSH;
import static dev.synchro.backend.decide.TestRelations.USER;
import static dev.synchro.backend.decide.TestRelations.policies;
import static dev.synchro.backend.decide.TestRelations.policy;
import static dev.synchro.backend.decide.TestRelations.prepared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.session.SqlRefusal;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class RelationChecksTest {
  private static final Access PUSHES = new Access(true, false);
  private static final Access READS = new Access(false, false);

  private static void check(RelationFacts relation, Access access) {
    RelationChecks checks = new RelationChecks(relation);
    checks.kind();
    checks.primaryKey("id");
    checks.replicaIdentity();
    checks.publication();
    checks.privileges(access);
    checks.rowSecurity(access);
  }

  private static String reason(RelationFacts relation, Access access) {
    try {
      check(relation, access);
      return "-";
    } catch (SqlRefusal refusal) {
      assertThat(refusal.sqlState()).isEqualTo("22023");
      assertThat(refusal.code()).isEqualTo("invalid_registration");
      return refusal.reason();
    }
  }

  private static Arguments with(String replacement, String reason) {
    return Arguments.of(replacement, reason);
  }

  private static String publication(String options, String member) {
    return "{\"publication\":{\"quoted\":\"p\"," + options + ",\"member\":" + member + "}}";
  }

  private static String holds(String privilege, boolean grantable, boolean throughPublic) {
    return String.format(
        "{\"owner_privileges\":[{\"privilege\":\"%s\",\"grantable\":%s,\"public\":%s}]}",
        privilege, grantable, throughPublic);
  }

  static Stream<Arguments> tables_with_pushes() {
    String options =
        "\"all_tables\":false,\"schemas\":false,\"operations\":true,\"via_root\":true,"
            + "\"generated\":\"s\"";
    String whole = "{\"filtered\":false,\"listed\":false}";
    return Stream.of(
        with("{}", "-"),
        with("{\"kind\":\"p\"}", "-"),
        with("{\"kind\":\"v\"}", "unsupported_relation"),
        with("{\"kind\":\"m\"}", "unsupported_relation"),
        with("{\"kind\":\"f\"}", "unsupported_relation"),
        with("{\"child\":true}", "unsupported_relation"),
        with("{\"parent\":true}", "unsupported_relation"),
        with("{\"persistence\":\"u\"}", "unsupported_relation"),
        with("{\"persistence\":\"t\"}", "unsupported_relation"),
        with("{\"schema\":\"pg_temp_3\"}", "unsupported_relation"),
        with("{\"schema\":\"information_schema\"}", "unsupported_relation"),
        with("{\"schema\":\"synchro\"}", "unsupported_relation"),
        with("{\"schema\":\"synchro_projection\"}", "unsupported_relation"),
        with("{\"schema\":\"synchro_app\"}", "-"),
        with("{\"owned_by_us\":true}", "unsupported_relation"),
        with("{\"primary_key\":null}", "missing_primary_key"),
        with("{\"primary_key\":null,\"partial_unique\":[1]}", "partial_primary_key"),
        with("{\"primary_key\":null,\"partial_unique\":[2]}", "missing_primary_key"),
        with("{\"primary_key\":null,\"unique\":[1]}", "missing_primary_key"),
        with(
            "{\"primary_key\":null,\"unique\":[1],\"columns\":[{\"number\":1,\"name\":\"id\","
                + "\"quoted\":\"id\",\"not_null\":false,\"generated\":\"\",\"identity\":\"\",\"types\":"
                + "[{\"oid\":2950,\"name\":\"uuid\",\"kind\":\"b\",\"builtin\":true,\"modifier\":-1}]}]}",
            "nullable_primary_key"),
        with("{\"primary_key\":{\"columns\":[1,2],\"deferrable\":false}}", "composite_primary_key"),
        with("{\"primary_key\":{\"columns\":[2],\"deferrable\":false}}", "missing_primary_key"),
        with("{\"primary_key\":{\"columns\":[1],\"deferrable\":true}}", "deferrable_primary_key"),
        with("{\"replica_identity\":\"f\"}", "-"),
        with("{\"replica_identity\":\"n\"}", "unsupported_replica_identity"),
        with("{\"replica_identity\":\"i\"}", "unsupported_replica_identity"),
        with("{\"publication\":null}", "publication_not_configured"),
        with(publication(options, "null"), "publication_mismatch"),
        with(publication(options, whole), "-"),
        with(publication(options, "{\"filtered\":true,\"listed\":false}"), "publication_mismatch"),
        with(publication(options, "{\"filtered\":false,\"listed\":true}"), "publication_mismatch"),
        with(
            publication(options.replace("_tables\":false", "_tables\":true"), whole),
            "publication_mismatch"),
        with(
            publication(options.replace("schemas\":false", "schemas\":true"), whole),
            "publication_mismatch"),
        with(
            publication(options.replace("operations\":true", "operations\":false"), whole),
            "publication_mismatch"),
        with(
            publication(options.replace("root\":true", "root\":false"), whole),
            "publication_mismatch"),
        with(publication(options.replace("\"s\"", "\"n\""), whole), "publication_mismatch"),
        with("{\"owner_uses_schema\":false}", "missing_privilege"),
        with("{\"worker_uses_schema\":false}", "missing_privilege"),
        with("{\"worker_reads\":false}", "missing_privilege"),
        with("{\"owner_may\":[\"SELECT\",\"INSERT\"]}", "missing_privilege"),
        with("{\"owner_may\":[\"INSERT\",\"UPDATE\"]}", "missing_privilege"),
        with("{\"sequences\":[{\"quoted\":\"s\",\"usable\":false}]}", "missing_privilege"),
        with("{\"functions\":[{\"quoted\":\"f()\",\"usable\":false}]}", "missing_privilege"),
        with(holds("SELECT", false, true), "-"),
        with(holds("SELECT", true, false), "excess_privilege"),
        with(holds("DELETE", false, false), "excess_privilege"),
        with(holds("DELETE", false, true), "excess_privilege"),
        with(holds("TRUNCATE", false, false), "excess_privilege"),
        with(holds("REFERENCES", false, true), "excess_privilege"),
        with(holds("TRIGGER", false, false), "excess_privilege"),
        with(holds("MAINTAIN", false, false), "excess_privilege"),
        with("{\"row_security\":false}", "row_security_invalid"),
        with(policies(CAPTURE, USER), "row_security_invalid"),
        with(policies(CAPTURE, PUSH), "row_security_invalid"),
        with(policies(PUSH, USER), "row_security_invalid"),
        with(
            policies(CAPTURE, policy("p", "*", true, "owner", "\"true\"", "\"(a = b)\""), USER),
            "row_security_invalid"),
        with(
            policies(CAPTURE, policy("p", "r", true, "owner", "\"true\"", "null"), USER),
            "row_security_invalid"),
        with(
            policies(CAPTURE, PUSH, policy("u", "*", false, "owner", "\"(a = b)\"", "null")),
            "row_security_invalid"),
        with(
            policies(CAPTURE, PUSH, policy("u", "w", false, "owner", "\"a\"", "\"a\"")),
            "row_security_invalid"),
        with(
            policies(CAPTURE, PUSH, USER, policy("r", "r", false, "public", "\"(a = b)\"", "null")),
            "row_security_invalid"),
        with(
            policies(CAPTURE, PUSH, USER, policy("r", "r", false, "worker", "\"(a = b)\"", "null")),
            "row_security_invalid"),
        with(
            policies(CAPTURE, PUSH, USER, policy("r", "r", true, "public", "\"(a = b)\"", "null")),
            "-"),
        with(
            policies(CAPTURE, PUSH, USER, policy("r", "*", false, "other", "\"a\"", "\"a\"")), "-"),
        with(
            policies(policy("c", "r", true, "worker", "\"(a = b)\"", "null"), PUSH, USER),
            "row_security_invalid"));
  }

  @ParameterizedTest
  @MethodSource("tables_with_pushes")
  void a_table_with_pushes_is_refused_for_one_reason(String replacement, String reason) {
    assertThat(reason(prepared(replacement), PUSHES)).isEqualTo(reason);
  }

  static Stream<Arguments> tables_without_pushes() {
    String bare = holds("SELECT", false, false).replace("}]}", "}],\"row_security\":false}");
    return Stream.of(
        with(bare, "-"),
        with(bare.replace("]", "],\"sequences\":[{\"quoted\":\"s\",\"usable\":false}]"), "-"),
        with("{}", "excess_privilege"),
        with(holds("INSERT", false, true), "excess_privilege"),
        with(holds("SELECT", false, false), "-"));
  }

  @ParameterizedTest
  @MethodSource("tables_without_pushes")
  void a_table_without_pushes_is_refused_for_one_reason(String replacement, String reason) {
    assertThat(reason(prepared(replacement), READS)).isEqualTo(reason);
  }

  @Test
  void a_refusal_names_what_repairs_it() {
    RelationFacts relation = prepared("{\"worker_reads\":false}");

    assertThatCode(() -> check(relation, PUSHES))
        .isInstanceOfSatisfying(
            SqlRefusal.class,
            refusal -> {
              assertThat(refusal.hint()).contains("GRANT SELECT ON app.notes TO synchro_worker");
              assertThat(refusal.raisedMessage())
                  .isEqualTo(
                      "expected SELECT for synchro_worker on app.notes, found it not granted"
                          + " {\"error\":{\"code\":\"invalid_registration\","
                          + "\"reason\":\"missing_privilege\"}}");
            });
  }
}
