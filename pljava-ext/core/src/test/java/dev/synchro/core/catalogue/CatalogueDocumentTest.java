package dev.synchro.core.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.error.OutcomeCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CatalogueDocumentTest {
  private static final Path TRACKED = Path.of("../../packaging/docs/errors.md");

  @Test
  void the_tracked_document_is_what_the_catalogue_says() throws IOException {
    String built = CatalogueDocument.markdown();
    if (Boolean.getBoolean("synchro.accept")) {
      Files.createDirectories(TRACKED.getParent());
      Files.writeString(TRACKED, built, UTF_8);
    }
    assertThat(Files.readString(TRACKED, UTF_8))
        .as("%s; to accept what the build wrote: make accept-docs", TRACKED)
        .isEqualTo(built);
  }

  @Test
  void every_error_answer_is_explained() {
    assertThat(codes(ErrorCatalogue.callErrors()))
        .isEqualTo(Stream.of(ErrorCode.values()).map(ErrorCode::code).toList())
        .containsExactly(
            "invalid_request",
            "invalid_schema_reference",
            "auth_required",
            "idempotency_conflict",
            "client_retired",
            "client_generation_expired",
            "rebuild_restart_required",
            "schema_mismatch",
            "upgrade_required",
            "retry_later",
            "sync_integrity_failure",
            "capture_pending",
            "temporary_unavailable");
  }

  @Test
  void every_outcome_is_explained() {
    assertThat(codes(ErrorCatalogue.pushOutcomes()))
        .isEqualTo(Stream.of(OutcomeCode.values()).map(OutcomeCode::code).toList());
  }

  /** Contract 8.3. */
  @Test
  void every_reason_to_refuse_a_registration_is_explained() {
    assertThat(codes(ErrorCatalogue.registrationReasons()))
        .containsExactly(
            "unsupported_relation",
            "ambiguous_physical_relation",
            "duplicate_table_name",
            "reserved_name",
            "missing_primary_key",
            "composite_primary_key",
            "partial_primary_key",
            "deferrable_primary_key",
            "nullable_primary_key",
            "unsupported_primary_key_type",
            "unsupported_type",
            "unsupported_generated_column",
            "unsupported_replica_identity",
            "unknown_column",
            "conflicting_column_lists",
            "missing_required_column",
            "invalid_lifecycle_column",
            "invalid_composition",
            "invalid_push_policy",
            "invalid_membership_source",
            "invalid_scope_template",
            "invalid_scope_function",
            "undeclared_dependency",
            "dependency_in_use",
            "last_synced_table",
            "affected_scopes_not_allowed",
            "invalid_limit",
            "publication_not_configured",
            "publication_mismatch",
            "missing_privilege",
            "excess_privilege",
            "row_security_invalid");
  }

  /** Contract 9.5. */
  @Test
  void every_class_of_blocked_capture_is_explained() {
    assertThat(codes(ErrorCatalogue.captureBlocks()))
        .containsExactly(
            "decode_failed",
            "validation_failed",
            "scope_evaluation_failed",
            "materialization_failed",
            "projection_write_failed",
            "transaction_commit_failed",
            "registered_relation_drift");
  }

  /** Contract 10.1. */
  @Test
  void every_reason_not_to_be_ready_is_explained() {
    assertThat(codes(ErrorCatalogue.readinessReasons()))
        .containsExactlyInAnyOrder(
            "database_not_configured",
            "database_contract_invalid",
            "registry_generation_invalid",
            "schema_generation_missing",
            "schema_generation_invalid",
            "relation_identity_invalid",
            "publication_not_configured",
            "publication_mismatch",
            "replication_slot_not_configured",
            "replication_slot_invalid",
            "worker_not_configured",
            "worker_identity_invalid",
            "worker_state_invalid",
            "blocking_poison",
            "stream_reset_incomplete",
            "materialization_progress_invalid",
            "slot_acknowledgement_invalid",
            "slot_acknowledgement_unknown",
            "invalid_limit",
            "heartbeat_unknown",
            "heartbeat_invalid",
            "heartbeat_stale",
            "wal_lag_unknown",
            "wal_lag_invalid",
            "wal_lag_exceeded",
            "health_query_unavailable");
  }

  @Test
  void no_code_is_explained_twice_in_one_place_and_every_sentence_ends() {
    for (CatalogueSection section : ErrorCatalogue.sections()) {
      assertThat(codes(section)).doesNotHaveDuplicates();
      for (CatalogueEntry entry : section.entries()) {
        assertThat(entry.happened()).as(entry.code()).matches("[A-Z`].*[.)]");
        assertThat(entry.normal()).as(entry.code()).matches("[A-Z].*[.]");
        assertThat(entry.action()).as(entry.code()).matches("[A-Z].*[.]");
      }
    }
  }

  private static List<String> codes(CatalogueSection section) {
    return section.entries().stream().map(CatalogueEntry::code).toList();
  }
}
