package dev.synchro.suite.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The functions of an installation have the signatures of the contract's section 4 and are
 * executable by exactly the roles it names.
 */
class ContractFunctionsPgTest {

  /** Signature, result and roles, as the contract has them. */
  private static final String CONTRACT =
      """
      synchro_contract_info() | json | adapter
      synchro_build_fingerprint() | text | adapter
      synchro_connect(p_user_id text, p_request json) | json | adapter
      synchro_push(p_user_id text, p_request json) | json | adapter
      synchro_pull(p_user_id text, p_request json) | json | adapter
      synchro_rebuild(p_user_id text, p_request json) | json | adapter
      synchro_schema_manifest() | json | adapter seed
      synchro_tables() | json | adapter
      synchro_readiness() | json | adapter monitor
      synchro_health_detail() | json | monitor operator
      synchro_portable_seed_manifest(p_page_limit integer DEFAULT 1000) | json | seed
      synchro_portable_seed_scope(p_scope_id text, p_page_token text, p_continuation_receipt text, p_expected_row_ordinal bigint, p_limit integer DEFAULT 1000) | json | seed
      synchro_registration_sql(p_table_name text, p_push_policy text DEFAULT 'enabled'::text, p_publication text DEFAULT NULL::text, p_user_column text DEFAULT NULL::text, p_deleted_at_col text DEFAULT 'deleted_at'::text) | SETOF text | operator
      synchro_register_table(p_table_name text, p_membership_function text, p_composition text, p_pk_column text DEFAULT 'id'::text, p_updated_at_col text DEFAULT 'updated_at'::text, p_deleted_at_col text DEFAULT 'deleted_at'::text, p_push_policy text DEFAULT 'enabled'::text, p_exclude_columns text[] DEFAULT '{}'::text[], p_sync_columns text[] DEFAULT '{}'::text[], p_max_scope_fanout integer DEFAULT 8, p_affected_scopes text[] DEFAULT '{}'::text[], p_scopes text[] DEFAULT '{}'::text[]) | void | operator
      synchro_unregister_table(p_table_name text) | void | operator
      synchro_register_capture_dependency(p_relation_name text, p_capture_key_columns text[], p_captured_columns text[]) | void | operator
      synchro_prepare_projection_view(p_relation_name text, p_view_name text, p_projected_columns text[]) | json | operator
      synchro_register_membership_dependency(p_dependency_table_name text, p_target_table_name text, p_impact_function text, p_dependency_field_ids text[], p_max_impact_rows integer DEFAULT 1000) | void | operator
      synchro_register_shared_scope(p_scope_id text, p_portable boolean DEFAULT false) | void | operator
      synchro_unregister_shared_scope(p_scope_id text) | void | operator
      synchro_grant_user_scope(p_user_id text, p_scope_id text) | void | operator
      synchro_revoke_user_scope(p_user_id text, p_scope_id text) | void | operator
      synchro_register_assignment_function(p_function text, p_max_scopes integer DEFAULT 1000) | void | operator
      synchro_unregister_assignment_function() | void | operator
      synchro_backfill_bucket_edges(p_table_name text DEFAULT NULL::text, p_batch_size bigint DEFAULT 1000) | json | operator
      synchro_compact(p_stale_threshold text DEFAULT '30 days'::text, p_batch_size integer DEFAULT 10000) | json | operator
      synchro_inject_client_retention_expiry(p_user_id text, p_client_id text) | boolean | operator
      synchro_retire_client(p_user_id text, p_client_id text) | json | operator
      synchro_retry_wal_poison() | boolean | operator
      synchro_request_stream_reset() | json | operator
      synchro_coordination_status() | json | operator worker
      synchro_abort_coordination(p_operation_id uuid) | boolean | operator
      synchro_configure(p_name text, p_value text) | void | operator
      synchro_settings() | json | operator
      synchro_debug(p_user_id text, p_client_id text) | json | operator
      synchro_assert_projection_reader(p_relation oid) | boolean | operator worker
      """;

  /** Functions whose NULLs are refused or meant; all others are STRICT. */
  private static final Set<String> ACCEPTING_NULL =
      Set.of(
          "synchro_registration_sql",
          "synchro_register_table",
          "synchro_configure",
          "synchro_backfill_bucket_edges");

  private static InstalledDatabase database;

  @BeforeAll
  static void install() throws SQLException {
    database = InstalledDatabase.installed();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @Test
  void signaturesResultsAndRolesAreThoseOfTheContract() throws SQLException {
    Map<String, String> contract = contract();
    List<String> found =
        database.ask(
            """
            SELECT concat_ws(' | ', proname || '(' || pg_get_function_arguments(pg_proc.oid) || ')',
              pg_get_function_result(pg_proc.oid),
              (SELECT string_agg(substr(rolname, 9), ' ' ORDER BY rolname) FROM pg_roles
               WHERE rolname IN ('synchro_adapter', 'synchro_seed', 'synchro_monitor',
                   'synchro_operator', 'synchro_worker')
                 AND has_function_privilege(pg_roles.oid, pg_proc.oid, 'EXECUTE')))
            FROM pg_proc WHERE pronamespace = 'synchro'::regnamespace
              AND proname = ANY (ARRAY['%s']) ORDER BY proname"""
                .formatted(String.join("','", contract.keySet())));

    List<String> expected =
        found.stream().map(line -> contract.get(line.substring(0, line.indexOf('(')))).toList();
    assertThat(found).isNotEmpty().isEqualTo(expected);
  }

  @Test
  void internalFunctionsAreExecutableByNoGroupRole() throws SQLException {
    assertThat(
            database.ask(
                """
                SELECT proname || ' ' || rolname
                FROM pg_proc, pg_roles
                WHERE pronamespace = 'synchro'::regnamespace
                  AND rolname IN ('synchro_adapter', 'synchro_seed', 'synchro_monitor',
                    'synchro_operator', 'synchro_worker')
                  AND proname NOT LIKE 'synchro\\_%'
                  AND has_function_privilege(pg_roles.oid, pg_proc.oid, 'EXECUTE')"""))
        .isEmpty();
  }

  @Test
  void functionsAreStrictButForThoseThatRefuseNullThemselves() throws SQLException {
    List<String> accepting =
        database.ask(
            """
            SELECT proname FROM pg_proc
            WHERE pronamespace = 'synchro'::regnamespace AND proname LIKE 'synchro\\_%'
              AND NOT proisstrict""");

    assertThat(ACCEPTING_NULL).containsAll(accepting);
  }

  @Test
  void allButTheProjectionReaderRunAsTheOwnerWithThePinnedPath() throws SQLException {
    assertThat(
            database.ask(
                """
                SELECT proname FROM pg_proc
                WHERE pronamespace = 'synchro'::regnamespace
                  AND proname <> 'synchro_assert_projection_reader'
                  AND (NOT prosecdef OR proconfig[1] IS DISTINCT FROM
                    'search_path=pg_catalog, synchro, pg_temp')"""))
        .isEmpty();
  }

  /** Lines by function name; roles in the order of their names. */
  private static Map<String, String> contract() {
    return CONTRACT
        .lines()
        .collect(
            Collectors.toMap(
                line -> line.substring(0, line.indexOf('(')),
                ContractFunctionsPgTest::withSortedRoles,
                (one, two) -> two,
                TreeMap::new));
  }

  private static String withSortedRoles(String line) {
    int roles = line.lastIndexOf('|') + 2;
    return line.substring(0, roles)
        + Arrays.stream(line.substring(roles).split(" ")).sorted().collect(Collectors.joining(" "));
  }
}
