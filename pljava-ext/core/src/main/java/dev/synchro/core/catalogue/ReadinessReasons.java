package dev.synchro.core.catalogue;

import static dev.synchro.core.catalogue.CatalogueSection.entry;

import java.util.List;

/** Reasons for which a check of readiness is not ok. Contract 10.1. */
final class ReadinessReasons {
  private static final String ON_INSTALLATION = "Until the installation is complete.";
  private static final String UNTIL_STARTED = "Until the worker has started for the first time.";
  private static final String LOOK_AT_WORKER =
      "Run `synchro check` on the worker's host and look at its log.";

  private ReadinessReasons() {}

  static CatalogueSection section() {
    return new CatalogueSection(
        "Reasons readiness is not ready",
        "The `reason` of a check in `synchro_health_detail`.",
        List.of(
            entry(
                "database_not_configured",
                "The setting `synchro.database` is absent or names another database.",
                ON_INSTALLATION,
                "Configure it with the name of this database."),
            entry(
                "database_contract_invalid",
                "Extension, SQL contract, protocol or build do not belong together.",
                "In the midst of an update.",
                "Bring the extension, its jar and the worker to one version."),
            entry(
                "registry_generation_invalid",
                "The newest registry generation is not active, or a function it relies on changed.",
                "Between a registration and its activation by the worker.",
                "Wait for the worker; after a changed function register its table again."),
            entry(
                "schema_generation_missing",
                "No schema manifest is published.",
                "Before the first registration is activated.",
                "Register the tables and start the worker."),
            entry(
                "schema_generation_invalid",
                "The newest manifest does not belong to the active registry or its hash is wrong.",
                "Never.",
                "Restore the database from a backup, or register and reset the stream."),
            entry(
                "relation_identity_invalid",
                "A registered relation, its key, types, grants or policies are no longer as"
                    + " recorded.",
                "After a migration without registration.",
                "Register the relation as it is now, or undo the migration."),
            entry(
                "publication_not_configured",
                "The configured publication does not exist, or none is configured.",
                ON_INSTALLATION,
                "Create the publication as the migration role and configure its name."),
            entry(
                "publication_mismatch",
                "The publication's options or members are not those of the registry.",
                "After a migration that went before its registration.",
                "Run the statements of `synchro_registration_sql` as the migration role."),
            entry(
                "replication_slot_not_configured",
                "No replication slot is in use yet.",
                UNTIL_STARTED,
                "Start the worker."),
            entry(
                "replication_slot_invalid",
                "The slot is gone, invalidated, of another kind, or has lost its WAL.",
                "Never; see `max_slot_wal_keep_size`.",
                "Reset the stream, which makes a new slot."),
            entry(
                "worker_not_configured",
                "The setting `synchro.worker_login` names no login.",
                ON_INSTALLATION,
                "Create the worker's login and configure its name."),
            entry(
                "worker_identity_invalid",
                "The worker's login has other attributes or memberships than it must, or is not the"
                    + " only one with REPLICATION.",
                "Never.",
                "Run `roles/80-check.sql` and correct what it names."),
            entry(
                "worker_state_invalid",
                "The worker is not running here, or has not applied the newest registry"
                    + " generation.",
                "While it starts, and between a registration and its activation.",
                LOOK_AT_WORKER),
            entry(
                "blocking_poison",
                "A transaction blocks capture.",
                "Never.",
                "See the classes of blocked capture below."),
            entry(
                "stream_reset_incomplete",
                "A stream reset or projection bootstrap has not ended.",
                "While it runs.",
                "Wait. If it does not advance: " + LOOK_AT_WORKER),
            entry(
                "materialization_progress_invalid",
                "The recorded progress is missing or out of order, or an integrity fault is"
                    + " recorded.",
                UNTIL_STARTED,
                "Retry the capture or reset the stream."),
            entry(
                "slot_acknowledgement_invalid",
                "The slot has acknowledged more than is stored durably, or less than its start.",
                "Never.",
                "Reset the stream: changes may be lost otherwise."),
            entry(
                "slot_acknowledgement_unknown",
                "The slot does not say what it has acknowledged.",
                UNTIL_STARTED,
                LOOK_AT_WORKER),
            entry(
                "invalid_limit",
                "A limit of readiness is absent, not a number, not finite or not above zero.",
                ON_INSTALLATION,
                "Configure the limit the check is named for."),
            entry("heartbeat_unknown", "There is no heartbeat.", UNTIL_STARTED, LOOK_AT_WORKER),
            entry(
                "heartbeat_invalid",
                "The heartbeat lies in the future.",
                "Never; the server's clock was set back.",
                "Correct the clock and restart the worker."),
            entry(
                "heartbeat_stale",
                "The last heartbeat is older than the limit.",
                "While the worker restarts.",
                LOOK_AT_WORKER),
            entry(
                "wal_lag_unknown",
                "How far capture lies behind is not known.",
                UNTIL_STARTED,
                LOOK_AT_WORKER),
            entry(
                "wal_lag_invalid",
                "An observed lag is negative.",
                "Never; at most after a restore onto another server.",
                "Reset the stream."),
            entry(
                "wal_lag_exceeded",
                "Capture lies further behind than the limit.",
                "After a bulk load, until it is captured.",
                "Wait; if the lag grows, look at the worker's load and at long transactions."),
            entry(
                "health_query_unavailable",
                "The state could not be read at all.",
                "While the server starts or stops.",
                "Look at the server log.")));
  }
}
