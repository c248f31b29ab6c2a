-- The client's own records. Contract 6.3. Application tables stand beside them under the names of the manifest.

CREATE TABLE _synchro_client (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  client_id TEXT NOT NULL,
  client_generation INTEGER,
  scope_set_version INTEGER NOT NULL DEFAULT 0,
  schema_hash TEXT,
  first_connect_announced INTEGER NOT NULL DEFAULT 0,
  schema_reset_asked INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Every manifest ever installed: an answer replayed later carries the hash of an older one.
CREATE TABLE _synchro_schema (
  schema_hash TEXT PRIMARY KEY,
  schema_version INTEGER NOT NULL,
  manifest TEXT NOT NULL
) STRICT;

CREATE TABLE _synchro_relation (
  relation INTEGER PRIMARY KEY,
  table_id TEXT NOT NULL UNIQUE,
  identity_head BLOB NOT NULL
) STRICT;

CREATE TABLE _synchro_scope (
  scope INTEGER PRIMARY KEY,
  scope_id TEXT NOT NULL UNIQUE,
  cursor TEXT,
  awaits_rebuild INTEGER NOT NULL,
  digest TEXT,
  mismatches INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Receipts of a seed, kept until the first connect has presented them.
CREATE TABLE _synchro_seed_receipt (
  scope INTEGER PRIMARY KEY,
  receipt TEXT NOT NULL
) STRICT;

-- What pull and rebuild delivered, each row once however many scopes hold it.
CREATE TABLE _synchro_row (
  relation INTEGER NOT NULL,
  key BLOB NOT NULL,
  content TEXT NOT NULL,
  server_version TEXT NOT NULL,
  row_digest BLOB NOT NULL,
  PRIMARY KEY (relation, key)
) STRICT, WITHOUT ROWID;

-- Which scope holds which row, with the digest the row had when that scope delivered it, and with
-- its content as long as another scope's stands in _synchro_row.
CREATE TABLE _synchro_scope_row (
  scope INTEGER NOT NULL,
  relation INTEGER NOT NULL,
  key BLOB NOT NULL,
  row_digest BLOB NOT NULL,
  content TEXT,
  server_version TEXT,
  PRIMARY KEY (scope, relation, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX _synchro_scope_row_by_row ON _synchro_scope_row (relation, key);

-- What a push outcome, or a row that left with intent pending on it, says beyond the delivered rows.
CREATE TABLE _synchro_outcome_row (
  relation INTEGER NOT NULL,
  key BLOB NOT NULL,
  content TEXT,
  server_version TEXT,
  PRIMARY KEY (relation, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE _synchro_mutation (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  position INTEGER NOT NULL,
  mutation_id TEXT NOT NULL UNIQUE,
  relation INTEGER NOT NULL,
  key BLOB NOT NULL,
  pk TEXT NOT NULL,
  operation TEXT NOT NULL,
  base_version TEXT,
  columns TEXT,
  schema_version INTEGER NOT NULL,
  schema_hash TEXT NOT NULL,
  client_version TEXT NOT NULL,
  state TEXT NOT NULL,
  batch_id TEXT,
  outcome TEXT
) STRICT;
CREATE INDEX _synchro_mutation_by_row ON _synchro_mutation (relation, key, position);
CREATE INDEX _synchro_mutation_unresolved ON _synchro_mutation (position) WHERE state IN ('pending', 'sealed');

CREATE TABLE _synchro_batch (
  batch_id TEXT PRIMARY KEY,
  request TEXT NOT NULL,
  client_generation INTEGER NOT NULL,
  schema_hash TEXT NOT NULL,
  state TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX _synchro_batch_sealed ON _synchro_batch (state) WHERE state = 'sealed';

CREATE TABLE _synchro_rebuild_attempt (
  scope INTEGER PRIMARY KEY,
  rebuild_id TEXT NOT NULL,
  cursor TEXT,
  page_limit INTEGER NOT NULL,
  schema_hash TEXT NOT NULL
) STRICT;

CREATE TABLE _synchro_rebuild_row (
  scope INTEGER NOT NULL,
  relation INTEGER NOT NULL,
  key BLOB NOT NULL,
  content TEXT NOT NULL,
  server_version TEXT NOT NULL,
  row_digest BLOB NOT NULL,
  PRIMARY KEY (scope, relation, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE _synchro_backoff (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  resume_state TEXT NOT NULL,
  request_identity TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  deadline INTEGER NOT NULL
) STRICT;
