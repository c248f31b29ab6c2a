package dev.synchro.client;

/**
 * Every local transaction of the client, named after what it makes durable. Between any two of them
 * the process may die.
 */
public enum DurableStep {
  DATABASE_PREPARED,
  SEED_INSTALLED,
  WRITE_CAPTURED,
  FIRST_CONNECT_ANNOUNCED,
  CONNECT_APPLIED,
  BATCH_SEALED,
  PUSH_APPLIED,
  PULL_APPLIED,
  REBUILD_STARTED,
  REBUILD_PAGE_STAGED,
  REBUILD_INSTALLED,
  BACKOFF_STORED,
  SCHEMA_RESET_ASKED
}
