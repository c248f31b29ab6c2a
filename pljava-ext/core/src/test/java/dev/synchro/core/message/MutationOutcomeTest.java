package dev.synchro.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.error.OutcomeCode;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The columns of contract 5.4.2, and that nothing outside them can be built. */
final class MutationOutcomeTest {
  private static final SchemaReference CURRENT =
      new SchemaReference(7, SchemaHash.parse("7".repeat(64)));
  private static final SchemaReference AUTHORED =
      new SchemaReference(6, SchemaHash.parse("6".repeat(64)));
  private static final ServerRow ROW =
      new ServerRow("{\"k\":\"x\"}".getBytes(StandardCharsets.UTF_8), new byte[32], "v1.row");
  private static final PushedMutation MUTATION =
      new PushedMutation(
          "00000000-0000-4000-8000-000000000001",
          "t",
          "k",
          new JsonString("x"),
          AUTHORED,
          MutationOperation.DELETE,
          Optional.of("v1.base"),
          "2026-01-01T00:00:00.000000Z",
          new TreeMap<>());
  private static final String COMMON = "mutation_id outcome_schema pk status table";

  private static JsonObject written(MutationOutcome outcome) {
    return JsonParser.parseObject(outcome.write(), JsonLimits.DOCUMENT);
  }

  private static String text(MutationOutcome outcome) {
    return new String(outcome.write(), StandardCharsets.UTF_8);
  }

  private static String members(MutationOutcome outcome) {
    return String.join(" ", new java.util.TreeSet<>(written(outcome).members().keySet()));
  }

  private static String sorted(String members) {
    return String.join(" ", new java.util.TreeSet<>(List.of(members.split(" ", -1))));
  }

  @Test
  void an_applied_insert_or_update_shows_its_row() {
    MutationOutcome outcome = MutationOutcome.Applied.row(MUTATION, CURRENT, ROW);
    assertThat(text(outcome))
        .isEqualTo(
            "{\"mutation_id\":\"00000000-0000-4000-8000-000000000001\",\"outcome_schema\":{\"hash\":\""
                + "7".repeat(64)
                + "\",\"version\":7},\"pk\":{\"k\":\"x\"},\"row_checksum\":{\"algorithm\":\"sha256\","
                + "\"digest\":\""
                + "0".repeat(64)
                + "\",\"encoding\":\"hex\",\"version\":1},\"server_row\":{\"k\":\"x\"},"
                + "\"server_version\":\"v1.row\",\"status\":\"applied\",\"table\":\"t\"}");
    assertThat(outcome.applied()).isTrue();
  }

  @Test
  void an_applied_delete_shows_a_tombstone_or_only_its_version() {
    assertThat(members(MutationOutcome.Applied.row(MUTATION, CURRENT, ROW)))
        .isEqualTo(sorted(COMMON + " row_checksum server_row server_version"));
    MutationOutcome gone = MutationOutcome.Applied.gone(MUTATION, CURRENT, "d1.gone");
    assertThat(members(gone)).isEqualTo(sorted(COMMON + " server_version"));
    assertThat(written(gone).find("server_version")).contains(new JsonString("d1.gone"));
  }

  @ParameterizedTest
  @CsvSource({
    "VERSION_CONFLICT, true, true, code message row_checksum server_row server_version",
    "ROW_ALREADY_EXISTS, true, true, code message row_checksum server_row server_version",
    "ROW_DELETED, true, true, code message row_checksum server_row server_version",
    "ROW_DELETED, false, true, code message server_version",
    "ROW_NOT_FOUND, false, false, code message"
  })
  void a_conflict_shows_what_is_there(
      OutcomeCode code, boolean row, boolean version, String members) {
    MutationOutcome outcome =
        new MutationOutcome.Conflict(
            MUTATION,
            CURRENT,
            code,
            row ? Optional.of(ROW) : Optional.empty(),
            version ? Optional.of("v1.row") : Optional.empty());
    assertThat(members(outcome)).isEqualTo(sorted(COMMON + " " + members));
    assertThat(written(outcome).find("status")).contains(new JsonString("conflict"));
    assertThat(written(outcome).find("code")).contains(new JsonString(code.code()));
    assertThat(written(outcome).find("message"))
        .contains(new JsonString(code.code().replace('_', ' ')));
    assertThat(outcome.applied()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      names = {"TABLE_NOT_SYNCED", "POLICY_REJECTED", "VALIDATION_FAILED", "ATOMIC_BATCH_REJECTED"})
  void a_rejection_shows_nothing_of_the_row(OutcomeCode code) {
    MutationOutcome outcome = new MutationOutcome.Rejected(MUTATION, CURRENT, code);
    assertThat(members(outcome)).isEqualTo(sorted(COMMON + " code message"));
    assertThat(written(outcome).find("status")).contains(new JsonString("rejected_terminal"));
    assertThat(written(outcome).find("code")).contains(new JsonString(code.code()));
    assertThat(outcome.version()).isEmpty();
  }

  @Test
  void a_mutation_of_another_schema_names_both_schemas_and_the_fields() {
    MutationOutcome outcome =
        new MutationOutcome.Incompatible(MUTATION, CURRENT, List.of("\uff5e", "k", "\ud83d\ude00"));
    assertThat(text(outcome))
        .isEqualTo(
            "{\"authored_schema\":{\"hash\":\""
                + "6".repeat(64)
                + "\",\"version\":6},\"code\":\"schema_incompatible\",\"current_schema\":{\"hash\":\""
                + "7".repeat(64)
                + "\",\"version\":7},\"incompatible_field_ids\":[\"k\",\"\uff5e\",\"\ud83d\ude00\"],"
                + "\"message\":\"schema incompatible\","
                + "\"mutation_id\":\"00000000-0000-4000-8000-000000000001\",\"outcome_schema\":"
                + "{\"hash\":\""
                + "7".repeat(64)
                + "\",\"version\":7},\"pk\":{\"k\":\"x\"},\"retryable\":false,"
                + "\"status\":\"rejected_terminal\",\"table\":\"t\"}");
  }

  @Test
  void the_codes_are_five_terminal_ones_and_four_conflicts() {
    assertThat(OutcomeCode.values()).hasSize(9);
    assertThat(List.of(OutcomeCode.values()).stream().filter(OutcomeCode::conflict))
        .containsExactlyInAnyOrder(
            OutcomeCode.VERSION_CONFLICT,
            OutcomeCode.ROW_ALREADY_EXISTS,
            OutcomeCode.ROW_DELETED,
            OutcomeCode.ROW_NOT_FOUND);
  }

  @Test
  void other_combinations_cannot_be_built() {
    for (OutcomeCode code : OutcomeCode.values()) {
      if (code.conflict() || code == OutcomeCode.SCHEMA_INCOMPATIBLE) {
        assertThatThrownBy(() -> new MutationOutcome.Rejected(MUTATION, CURRENT, code))
            .isInstanceOf(IllegalArgumentException.class);
      }
      if (!code.conflict()) {
        assertThatThrownBy(() -> conflict(code, Optional.of(ROW), Optional.of("v")))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
    assertThatThrownBy(
            () -> conflict(OutcomeCode.VERSION_CONFLICT, Optional.of(ROW), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new MutationOutcome.Applied(MUTATION, CURRENT, Optional.of(ROW), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static MutationOutcome conflict(
      OutcomeCode code, Optional<ServerRow> row, Optional<String> version) {
    return new MutationOutcome.Conflict(MUTATION, CURRENT, code, row, version);
  }
}
