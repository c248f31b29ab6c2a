-- synchro_pg 0.3.1
-- Written by the annotation processor from the classes named above each object.
-- Change the annotations there, never this text.

\echo Use "CREATE EXTENSION synchro_pg" to load this file. \quit

-- What must hold before anything is created.
DO LANGUAGE plpgsql $body$
BEGIN
  IF pg_catalog.current_setting('server_version_num')::integer / 10000 <> 18 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'feature_not_supported',
      MESSAGE = pg_catalog.format('synchro_pg 0.3.1 needs PostgreSQL 18, this server is %s',
        pg_catalog.current_setting('server_version')),
      HINT = 'Install it on a server of that major version.';
  END IF;
END
$body$;
DO LANGUAGE plpgsql $body$
BEGIN
  IF pg_catalog.getdatabaseencoding() <> 'UTF8' THEN
    RAISE EXCEPTION USING
      ERRCODE = 'feature_not_supported',
      MESSAGE = pg_catalog.format('synchro_pg needs a database with encoding UTF8, this one has %s',
        pg_catalog.getdatabaseencoding()),
      HINT = 'Create a database with ENCODING ''UTF8'' TEMPLATE template0.';
  END IF;
END
$body$;
DO LANGUAGE plpgsql $body$
BEGIN
  PERFORM FROM pg_catalog.pg_language WHERE lanname = 'java';
  IF NOT FOUND THEN
    RAISE EXCEPTION USING
      ERRCODE = 'object_not_in_prerequisite_state',
      MESSAGE = 'synchro_pg needs the language java, this database has none',
      HINT = 'Install PL/Java 1.6.10 or later and run CREATE EXTENSION pljava first.';
  END IF;
END
$body$;
DO LANGUAGE plpgsql $body$
DECLARE
  v_deviations text;
BEGIN
  SELECT pg_catalog.string_agg(deviation, '; ' ORDER BY position) INTO v_deviations
  FROM (
    SELECT required.position,
      CASE WHEN role.oid IS NULL
        THEN pg_catalog.format('%I is missing', required.name)
        ELSE pg_catalog.format('%I has %s', required.name, pg_catalog.concat_ws(', ',
          CASE WHEN role.rolcanlogin THEN 'LOGIN' END,
          CASE WHEN role.rolsuper THEN 'SUPERUSER' END,
          CASE WHEN role.rolcreatedb THEN 'CREATEDB' END,
          CASE WHEN role.rolcreaterole THEN 'CREATEROLE' END,
          CASE WHEN role.rolbypassrls THEN 'BYPASSRLS' END,
          CASE WHEN role.rolreplication THEN 'REPLICATION' END))
      END AS deviation
    FROM pg_catalog.unnest(ARRAY['synchro_owner', 'synchro_adapter', 'synchro_seed', 'synchro_monitor', 'synchro_operator', 'synchro_worker']::text[])
      WITH ORDINALITY AS required(name, position)
    LEFT JOIN pg_catalog.pg_roles AS role ON role.rolname = required.name
    WHERE role.oid IS NULL OR role.rolcanlogin OR role.rolsuper OR role.rolcreatedb
      OR role.rolcreaterole OR role.rolbypassrls OR role.rolreplication
  ) AS deviations;
  IF v_deviations IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'object_not_in_prerequisite_state',
      MESSAGE = 'group roles are not as synchro_pg needs them: ' || v_deviations,
      HINT = 'Run roles/10-create-group-roles.sql as a superuser first.';
  END IF;
END
$body$;
DO LANGUAGE plpgsql $body$
DECLARE
  v_objects bigint;
BEGIN
  SELECT pg_catalog.count(*) INTO v_objects
  FROM (
    SELECT relnamespace AS namespace FROM pg_catalog.pg_class
    UNION ALL SELECT pronamespace FROM pg_catalog.pg_proc
    UNION ALL SELECT typnamespace FROM pg_catalog.pg_type
  ) AS object
  JOIN pg_catalog.pg_namespace ON pg_namespace.oid = object.namespace
  WHERE pg_namespace.nspname = 'synchro';
  IF v_objects > 0 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'object_not_in_prerequisite_state',
      MESSAGE = pg_catalog.format('schema %I must be empty, it holds %s objects', 'synchro', v_objects),
      HINT = 'Move what lies in it elsewhere, or drop the schema.';
  END IF;
END
$body$;

-- dev.synchro.backend.Synchro
ALTER SCHEMA synchro OWNER TO synchro_owner;
REVOKE ALL ON SCHEMA synchro FROM PUBLIC;
GRANT USAGE ON SCHEMA synchro TO synchro_adapter, synchro_seed, synchro_monitor, synchro_operator, synchro_worker;
COMMENT ON SCHEMA synchro IS 'Offline-first synchronization: functions and stored state';

-- dev.synchro.backend.Synchro
CREATE SCHEMA synchro_projection AUTHORIZATION synchro_owner;
REVOKE ALL ON SCHEMA synchro_projection FROM PUBLIC;
GRANT USAGE ON SCHEMA synchro_projection TO synchro_operator, synchro_worker;
COMMENT ON SCHEMA synchro_projection IS 'Views of captured rows for membership functions';

-- What the owner creates later is closed too. Only the global statements can take away a
-- built-in default; those of the schemas undo grants made for a schema.
ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner
  REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner
  REVOKE USAGE ON TYPES FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner IN SCHEMA synchro
  REVOKE ALL ON TABLES FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner IN SCHEMA synchro
  REVOKE ALL ON SEQUENCES FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner IN SCHEMA synchro
  REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner IN SCHEMA synchro
  REVOKE USAGE ON TYPES FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner IN SCHEMA synchro_projection
  REVOKE ALL ON TABLES FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner IN SCHEMA synchro_projection
  REVOKE ALL ON SEQUENCES FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner IN SCHEMA synchro_projection
  REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner IN SCHEMA synchro_projection
  REVOKE USAGE ON TYPES FROM PUBLIC;

-- dev.synchro.backend.table.ProjectionViewTable
CREATE TYPE synchro.synchro_row_ref AS (
  table_id uuid,
  pk_type text,
  pk_value jsonb
);
ALTER TYPE synchro.synchro_row_ref OWNER TO synchro_owner;
REVOKE ALL ON TYPE synchro.synchro_row_ref FROM PUBLIC;
GRANT USAGE ON TYPE synchro.synchro_row_ref TO synchro_operator, synchro_worker;
COMMENT ON TYPE synchro.synchro_row_ref IS 'A row that a change reaches, as an impact function names it';

-- dev.synchro.backend.table.AssignmentFunctionTable
CREATE TABLE synchro.assignment_function (
  singleton boolean NOT NULL DEFAULT true,
  function_oid oid NOT NULL,
  quoted_name text NOT NULL,
  max_scopes integer NOT NULL,
  fingerprint text NOT NULL,
  CONSTRAINT assignment_function_pkey PRIMARY KEY (singleton),
  CONSTRAINT assignment_function_singleton_check CHECK (singleton),
  CONSTRAINT assignment_function_max_scopes_check CHECK (max_scopes BETWEEN 1 AND 1000)
);
ALTER TABLE synchro.assignment_function OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.assignment_function FROM PUBLIC;
REVOKE ALL ON TYPE synchro.assignment_function FROM PUBLIC;
COMMENT ON TABLE synchro.assignment_function IS 'The function that names further scopes of a user; at most one row';
COMMENT ON COLUMN synchro.assignment_function.quoted_name IS 'Schema and name, ready to stand in a statement';
COMMENT ON COLUMN synchro.assignment_function.fingerprint IS 'As function_facts gave it when the function was registered';

-- dev.synchro.backend.table.CoordinationTable
CREATE TABLE synchro.coordination (
  operation_id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  target_generation bigint,
  candidate_slot text,
  consistent_point pg_lsn,
  reason text,
  abort_requested boolean NOT NULL DEFAULT false,
  requested_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  updated_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  CONSTRAINT coordination_pkey PRIMARY KEY (operation_id),
  CONSTRAINT coordination_kind_check CHECK (kind IN ('stream_reset', 'projection_bootstrap')),
  CONSTRAINT coordination_state_check CHECK (state IN ('requested', 'preparing', 'staging', 'baseline_staged', 'activated', 'cleanup_complete', 'aborted')),
  CONSTRAINT coordination_candidate_slot CHECK (candidate_slot IS NULL OR candidate_slot ~ '^[a-z0-9_]{1,63}$')
);
ALTER TABLE synchro.coordination OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.coordination FROM PUBLIC;
REVOKE ALL ON TYPE synchro.coordination FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE ON TABLE synchro.coordination TO synchro_worker;
COMMENT ON TABLE synchro.coordination IS 'Stream resets and projection bootstraps, at most one of them under way';
CREATE UNIQUE INDEX coordination_one_open ON synchro.coordination USING btree (((true)))
  WHERE state NOT IN ('cleanup_complete', 'aborted');
COMMENT ON INDEX synchro.coordination_one_open IS 'Finds rows of coordination by ((true))';

-- dev.synchro.backend.table.FaultTables
CREATE TABLE synchro.integrity_fault (
  fault_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  code text NOT NULL,
  relation_id uuid,
  commit_lsn pg_lsn,
  recorded_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  cleared_at timestamptz,
  CONSTRAINT integrity_fault_pkey PRIMARY KEY (fault_id),
  CONSTRAINT integrity_fault_code_check CHECK (pg_catalog.octet_length(code) BETWEEN 1 AND 64)
);
ALTER TABLE synchro.integrity_fault OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.integrity_fault FROM PUBLIC;
REVOKE ALL ON TYPE synchro.integrity_fault FROM PUBLIC;
REVOKE ALL ON SEQUENCE synchro.integrity_fault_fault_id_seq FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE ON TABLE synchro.integrity_fault TO synchro_worker;
GRANT USAGE ON SEQUENCE synchro.integrity_fault_fault_id_seq TO synchro_worker;
COMMENT ON TABLE synchro.integrity_fault IS 'Digests that did not match what they stand for, by their coordinates alone';
COMMENT ON SEQUENCE synchro.integrity_fault_fault_id_seq IS 'Numbers of column fault_id of table integrity_fault';
CREATE INDEX integrity_fault_open ON synchro.integrity_fault USING btree (fault_id)
  WHERE cleared_at IS NULL;
COMMENT ON INDEX synchro.integrity_fault_open IS 'Finds rows of integrity_fault by fault_id';

-- dev.synchro.backend.table.FaultTables
CREATE TABLE synchro.poison (
  poison_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  stream_generation bigint NOT NULL,
  commit_lsn pg_lsn NOT NULL,
  class text NOT NULL,
  detail text NOT NULL,
  relation_id uuid,
  state text NOT NULL DEFAULT 'active',
  attempts bigint NOT NULL DEFAULT 0,
  retry_requested boolean NOT NULL DEFAULT false,
  recorded_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  ended_at timestamptz,
  CONSTRAINT poison_pkey PRIMARY KEY (poison_id),
  CONSTRAINT poison_class_check CHECK (class IN ('decode_failed', 'validation_failed', 'scope_evaluation_failed', 'materialization_failed', 'projection_write_failed', 'transaction_commit_failed', 'registered_relation_drift')),
  CONSTRAINT poison_detail_check CHECK (pg_catalog.octet_length(detail) BETWEEN 1 AND 512),
  CONSTRAINT poison_state_check CHECK (state IN ('active', 'repaired', 'reset')),
  CONSTRAINT poison_attempts_check CHECK (attempts >= 0),
  CONSTRAINT poison_ended CHECK ((state = 'active') = (ended_at IS NULL))
);
ALTER TABLE synchro.poison OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.poison FROM PUBLIC;
REVOKE ALL ON TYPE synchro.poison FROM PUBLIC;
REVOKE ALL ON SEQUENCE synchro.poison_poison_id_seq FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE ON TABLE synchro.poison TO synchro_worker;
GRANT USAGE ON SEQUENCE synchro.poison_poison_id_seq TO synchro_worker;
COMMENT ON TABLE synchro.poison IS 'Source transactions that could not be captured, by their coordinates alone';
COMMENT ON SEQUENCE synchro.poison_poison_id_seq IS 'Numbers of column poison_id of table poison';
CREATE UNIQUE INDEX poison_one_active ON synchro.poison USING btree ((state))
  WHERE state = 'active';
COMMENT ON INDEX synchro.poison_one_active IS 'Finds rows of poison by (state)';

-- dev.synchro.backend.table.ProgressTables
CREATE TABLE synchro.progress (
  singleton boolean NOT NULL DEFAULT true,
  stream_generation bigint NOT NULL,
  generation_start_lsn pg_lsn NOT NULL,
  slot_name text NOT NULL,
  materialized_lsn pg_lsn,
  materialized_end_lsn pg_lsn NOT NULL,
  acknowledged_lsn pg_lsn NOT NULL,
  registry_generation bigint NOT NULL,
  schema_version bigint NOT NULL,
  system_identifier text NOT NULL,
  database_oid oid NOT NULL,
  timeline bigint NOT NULL,
  worker_epoch bigint NOT NULL,
  CONSTRAINT progress_pkey PRIMARY KEY (singleton),
  CONSTRAINT progress_singleton_check CHECK (singleton),
  CONSTRAINT progress_stream_generation_check CHECK (stream_generation > 0)
)
WITH (fillfactor = 10);
ALTER TABLE synchro.progress OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.progress FROM PUBLIC;
REVOKE ALL ON TYPE synchro.progress FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE ON TABLE synchro.progress TO synchro_worker;
COMMENT ON TABLE synchro.progress IS 'Up to where capture has come; a single row, written with what it speaks of';

-- dev.synchro.backend.table.ProjectionViewTable
CREATE TABLE synchro.projection_view (
  view_name text COLLATE pg_catalog."C" NOT NULL,
  relation integer NOT NULL,
  columns text[] NOT NULL,
  CONSTRAINT projection_view_pkey PRIMARY KEY (view_name),
  CONSTRAINT projection_view_relation_key UNIQUE (relation)
);
ALTER TABLE synchro.projection_view OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.projection_view FROM PUBLIC;
REVOKE ALL ON TYPE synchro.projection_view FROM PUBLIC;
COMMENT ON TABLE synchro.projection_view IS 'Views of captured rows, each bound to one relation';

-- dev.synchro.backend.table.ProjectionTables
CREATE TABLE synchro.reference_edge (
  relation integer NOT NULL,
  column_number integer NOT NULL,
  value bytea NOT NULL,
  key bytea NOT NULL,
  CONSTRAINT reference_edge_pkey PRIMARY KEY (relation, column_number, value, key)
);
ALTER TABLE synchro.reference_edge OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.reference_edge FROM PUBLIC;
REVOKE ALL ON TYPE synchro.reference_edge FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE synchro.reference_edge TO synchro_worker;
COMMENT ON TABLE synchro.reference_edge IS 'Values by which live rows lead to the rows that scope templates walk over';
COMMENT ON COLUMN synchro.reference_edge.value IS 'Equal octets exactly when the values are equal; a long text is hashed';

-- dev.synchro.backend.table.RegistryGenerationTable
CREATE TABLE synchro.registry_generation (
  generation bigint NOT NULL,
  state text NOT NULL,
  content json NOT NULL,
  transaction_id xid8 NOT NULL,
  created_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  activated_at timestamptz,
  published json,
  CONSTRAINT registry_generation_pkey PRIMARY KEY (generation),
  CONSTRAINT registry_generation_generation_check CHECK (generation BETWEEN 1 AND 9007199254740991),
  CONSTRAINT registry_generation_state_check CHECK (state IN ('pending', 'active', 'superseded')),
  CONSTRAINT registry_generation_activated CHECK (CASE state WHEN 'pending' THEN activated_at IS NULL WHEN 'active' THEN activated_at IS NOT NULL ELSE true END)
);
ALTER TABLE synchro.registry_generation OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.registry_generation FROM PUBLIC;
REVOKE ALL ON TYPE synchro.registry_generation FROM PUBLIC;
GRANT SELECT, UPDATE ON TABLE synchro.registry_generation TO synchro_worker;
COMMENT ON TABLE synchro.registry_generation IS 'Generations of the registry, each one immutable document';
CREATE UNIQUE INDEX registry_generation_one_active ON synchro.registry_generation USING btree ((state))
  WHERE state = 'active';
COMMENT ON INDEX synchro.registry_generation_one_active IS 'Finds rows of registry_generation by (state)';

-- dev.synchro.backend.table.ProjectionTables
CREATE TABLE synchro.row_head (
  relation integer NOT NULL,
  key bytea NOT NULL,
  state smallint NOT NULL,
  image_id bigint,
  server_version text COLLATE pg_catalog."C",
  captured json,
  scopes bigint[] NOT NULL DEFAULT '{}',
  commit_lsn pg_lsn NOT NULL,
  event_ordinal bigint NOT NULL,
  CONSTRAINT row_head_pkey PRIMARY KEY (relation, key),
  CONSTRAINT row_head_state_check CHECK (state BETWEEN 0 AND 2)
);
ALTER TABLE synchro.row_head OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.row_head FROM PUBLIC;
REVOKE ALL ON TYPE synchro.row_head FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE synchro.row_head TO synchro_worker;
COMMENT ON TABLE synchro.row_head IS 'The newest state of every row identity that was ever captured';
COMMENT ON COLUMN synchro.row_head.state IS '0 live, 1 tombstone, 2 deletion fence';
COMMENT ON COLUMN synchro.row_head.scopes IS 'scope_pk of every scope the row is a member of, ascending';

-- dev.synchro.backend.table.ProjectionTables
CREATE TABLE synchro.row_image (
  image_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  relation integer NOT NULL,
  "row" json NOT NULL,
  row_digest bytea NOT NULL,
  server_version text COLLATE pg_catalog."C" NOT NULL,
  superseded_at timestamptz,
  CONSTRAINT row_image_pkey PRIMARY KEY (image_id),
  CONSTRAINT row_image_row_digest_check CHECK (pg_catalog.octet_length(row_digest) = 32)
);
ALTER TABLE synchro.row_image OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.row_image FROM PUBLIC;
REVOKE ALL ON TYPE synchro.row_image FROM PUBLIC;
REVOKE ALL ON SEQUENCE synchro.row_image_image_id_seq FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE synchro.row_image TO synchro_worker;
GRANT USAGE ON SEQUENCE synchro.row_image_image_id_seq TO synchro_worker;
COMMENT ON TABLE synchro.row_image IS 'Complete canonical rows as they were at some boundary; their content never changes';
COMMENT ON SEQUENCE synchro.row_image_image_id_seq IS 'Numbers of column image_id of table row_image';
CREATE INDEX row_image_superseded ON synchro.row_image USING btree (superseded_at)
  WHERE superseded_at IS NOT NULL;
COMMENT ON INDEX synchro.row_image_superseded IS 'Finds images that were replaced long ago';

-- dev.synchro.backend.table.ProjectionTables
CREATE TABLE synchro.scope (
  scope_pk bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  scope_id text COLLATE pg_catalog."C" NOT NULL,
  cardinality bigint NOT NULL DEFAULT 0,
  digest bytea NOT NULL,
  membership_generation bigint NOT NULL DEFAULT 1,
  retention_generation bigint NOT NULL DEFAULT 1,
  floor_lsn pg_lsn NOT NULL DEFAULT '0/0',
  floor_event bigint NOT NULL DEFAULT -1,
  floor_effect bigint NOT NULL DEFAULT 0,
  CONSTRAINT scope_pkey PRIMARY KEY (scope_pk),
  CONSTRAINT scope_scope_id_key UNIQUE (scope_id),
  CONSTRAINT scope_cardinality_check CHECK (cardinality >= 0),
  CONSTRAINT scope_digest_check CHECK (pg_catalog.octet_length(digest) = 32),
  CONSTRAINT scope_membership_generation_check CHECK (membership_generation BETWEEN 1 AND 9007199254740991),
  CONSTRAINT scope_retention_generation_check CHECK (retention_generation BETWEEN 1 AND 9007199254740991)
)
WITH (fillfactor = 50);
ALTER TABLE synchro.scope OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.scope FROM PUBLIC;
REVOKE ALL ON TYPE synchro.scope FROM PUBLIC;
REVOKE ALL ON SEQUENCE synchro.scope_scope_pk_seq FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE synchro.scope TO synchro_worker;
GRANT USAGE ON SEQUENCE synchro.scope_scope_pk_seq TO synchro_worker;
COMMENT ON TABLE synchro.scope IS 'Every scope that ever had an entry, with the digest of its present members';
COMMENT ON SEQUENCE synchro.scope_scope_pk_seq IS 'Numbers of column scope_pk of table scope';

-- dev.synchro.backend.table.ProjectionTables
CREATE TABLE synchro.scope_entry (
  scope_pk bigint NOT NULL,
  relation integer NOT NULL,
  key bytea NOT NULL,
  present boolean NOT NULL,
  image_id bigint,
  row_digest bytea,
  removal_version text COLLATE pg_catalog."C",
  commit_lsn pg_lsn NOT NULL,
  event_ordinal bigint NOT NULL,
  effect_ordinal bigint NOT NULL,
  CONSTRAINT scope_entry_pkey PRIMARY KEY (scope_pk, relation, key),
  CONSTRAINT scope_entry_shape CHECK (CASE WHEN present THEN image_id IS NOT NULL AND row_digest IS NOT NULL AND removal_version IS NULL ELSE row_digest IS NULL AND (image_id IS NULL) <> (removal_version IS NULL) END)
);
ALTER TABLE synchro.scope_entry OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.scope_entry FROM PUBLIC;
REVOKE ALL ON TYPE synchro.scope_entry FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE synchro.scope_entry TO synchro_worker;
COMMENT ON TABLE synchro.scope_entry IS 'One record for each row in each scope, with the position of its newest effect';
CREATE INDEX scope_entry_position ON synchro.scope_entry USING btree (scope_pk, commit_lsn, event_ordinal, effect_ordinal);
COMMENT ON INDEX synchro.scope_entry_position IS 'Finds rows of scope_entry by scope_pk, commit_lsn, event_ordinal, effect_ordinal';
CREATE INDEX scope_entry_removal ON synchro.scope_entry USING btree (scope_pk, commit_lsn, event_ordinal, effect_ordinal)
  WHERE NOT present;
COMMENT ON INDEX synchro.scope_entry_removal IS 'Finds what compaction may delete';
CREATE INDEX scope_entry_tombstone ON synchro.scope_entry USING btree (image_id)
  WHERE NOT present AND image_id IS NOT NULL;
COMMENT ON INDEX synchro.scope_entry_tombstone IS 'Finds whether a removal still shows an image';

-- dev.synchro.backend.table.SettingTable
CREATE TABLE synchro.setting (
  name text COLLATE pg_catalog."C" NOT NULL,
  value text NOT NULL,
  CONSTRAINT setting_pkey PRIMARY KEY (name)
);
ALTER TABLE synchro.setting OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.setting FROM PUBLIC;
REVOKE ALL ON TYPE synchro.setting FROM PUBLIC;
GRANT SELECT ON TABLE synchro.setting TO synchro_worker;
COMMENT ON TABLE synchro.setting IS 'Operational settings of this database';

-- dev.synchro.backend.table.ScopeAssignmentTables
CREATE TABLE synchro.shared_scope (
  scope_id text COLLATE pg_catalog."C" NOT NULL,
  portable boolean NOT NULL,
  CONSTRAINT shared_scope_pkey PRIMARY KEY (scope_id),
  CONSTRAINT shared_scope_id CHECK (pg_catalog.octet_length(scope_id) BETWEEN 1 AND 512 AND NOT pg_catalog.starts_with(scope_id, 'user:'))
);
ALTER TABLE synchro.shared_scope OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.shared_scope FROM PUBLIC;
REVOKE ALL ON TYPE synchro.shared_scope FROM PUBLIC;
COMMENT ON TABLE synchro.shared_scope IS 'Scopes that every active client has';

-- dev.synchro.backend.table.TokenKeyTable
CREATE TABLE synchro.token_key (
  key_id text COLLATE pg_catalog."C" NOT NULL,
  purpose text COLLATE pg_catalog."C" NOT NULL,
  number bigint NOT NULL,
  state text NOT NULL,
  secret bytea,
  created_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  retired_at timestamptz,
  CONSTRAINT token_key_pkey PRIMARY KEY (key_id),
  CONSTRAINT token_key_number_check CHECK (number > 0),
  CONSTRAINT token_key_state_check CHECK (state IN ('active', 'verify_only', 'retired')),
  CONSTRAINT token_key_secret_matches_state CHECK (CASE state WHEN 'retired' THEN secret IS NULL AND retired_at IS NOT NULL ELSE secret IS NOT NULL AND pg_catalog.octet_length(secret) = 32 AND retired_at IS NULL END)
);
ALTER TABLE synchro.token_key OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.token_key FROM PUBLIC;
REVOKE ALL ON TYPE synchro.token_key FROM PUBLIC;
COMMENT ON TABLE synchro.token_key IS 'Keys that authenticate tokens, one active for each purpose';
CREATE UNIQUE INDEX token_key_one_active ON synchro.token_key USING btree (purpose)
  WHERE state = 'active';
COMMENT ON INDEX synchro.token_key_one_active IS 'Finds rows of token_key by purpose';
CREATE UNIQUE INDEX token_key_numbered ON synchro.token_key USING btree (purpose, number);
COMMENT ON INDEX synchro.token_key_numbered IS 'Finds rows of token_key by purpose, number';

-- dev.synchro.backend.table.ScopeAssignmentTables
CREATE TABLE synchro.user_scope (
  user_id text COLLATE pg_catalog."C" NOT NULL,
  scope_id text COLLATE pg_catalog."C" NOT NULL,
  granted boolean NOT NULL,
  CONSTRAINT user_scope_pkey PRIMARY KEY (user_id, scope_id),
  CONSTRAINT user_scope_user_id CHECK (pg_catalog.octet_length(user_id) BETWEEN 1 AND 500),
  CONSTRAINT user_scope_scope_id CHECK (pg_catalog.octet_length(scope_id) BETWEEN 1 AND 512)
);
ALTER TABLE synchro.user_scope OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.user_scope FROM PUBLIC;
REVOKE ALL ON TYPE synchro.user_scope FROM PUBLIC;
COMMENT ON TABLE synchro.user_scope IS 'Scopes granted to or revoked from single users';

-- dev.synchro.backend.table.ProgressTables
CREATE TABLE synchro.worker_heartbeat (
  singleton boolean NOT NULL DEFAULT true,
  database_name text NOT NULL,
  login_name text NOT NULL,
  login_oid oid NOT NULL,
  backend_pid integer NOT NULL,
  state text NOT NULL,
  registry_generation bigint,
  received_lsn pg_lsn,
  materialized_lsn pg_lsn,
  acknowledged_lsn pg_lsn,
  oldest_pending_commit_at timestamptz,
  wal_observed_at timestamptz,
  beat_at timestamptz NOT NULL,
  CONSTRAINT worker_heartbeat_pkey PRIMARY KEY (singleton),
  CONSTRAINT worker_heartbeat_singleton_check CHECK (singleton),
  CONSTRAINT worker_heartbeat_state_check CHECK (state IN ('starting', 'running', 'blocked', 'stopped'))
)
WITH (fillfactor = 10);
ALTER TABLE synchro.worker_heartbeat OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.worker_heartbeat FROM PUBLIC;
REVOKE ALL ON TYPE synchro.worker_heartbeat FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE ON TABLE synchro.worker_heartbeat TO synchro_worker;
COMMENT ON TABLE synchro.worker_heartbeat IS 'What the worker last said of itself; a single row';

-- dev.synchro.backend.function.ConnectFunction.connect
CREATE FUNCTION synchro.connect_octets(p_user_id text, p_request bytea)
  RETURNS bytea
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET "DateStyle" TO 'ISO'
  SET "TimeZone" TO 'UTC'
  SET "IntervalStyle" TO 'iso_8601'
  SET bytea_output TO 'hex'
  SET extra_float_digits TO '1'
  SET row_security TO 'on'
  SET synchro.user_id TO ''
  SET array_nulls TO 'on'
  SET standard_conforming_strings TO 'on'
  SET transform_null_equals TO 'off'
  SET quote_all_identifiers TO 'off'
  AS 'byte[]=dev.synchro.backend.function.ConnectFunction.connect(java.lang.String,byte[])';
ALTER FUNCTION synchro.connect_octets(text, bytea) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.connect_octets(text, bytea) FROM PUBLIC;
COMMENT ON FUNCTION synchro.connect_octets(text, bytea) IS 'UTF-8 octets behind synchro.synchro_connect: Answers with the schema and the scopes the caller is to hold';

-- dev.synchro.backend.table.ProjectionTables
CREATE FUNCTION synchro.deletion_version(p_identity bytea, p_version text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE STRICT SECURITY DEFINER PARALLEL SAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
SELECT pg_catalog.concat('d1.', pg_catalog.rtrim(pg_catalog.translate(pg_catalog.encode(pg_catalog.substring(pg_catalog.sha256(pg_catalog.decode('73796e6368726f3a76333a726f772d64656c6574696f6e3a763100', 'hex') || pg_catalog.int8send(pg_catalog.octet_length(p_identity)) || p_identity || pg_catalog.int8send(pg_catalog.octet_length(p_version)) || pg_catalog.convert_to(p_version, 'UTF8')), 1, 16), 'base64'), '+/', '-_'), '='))
$body$;
ALTER FUNCTION synchro.deletion_version(bytea, text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.deletion_version(bytea, text) FROM PUBLIC;
COMMENT ON FUNCTION synchro.deletion_version(bytea, text) IS 'Derives the version of a deleted row from its identity and its last version';

-- dev.synchro.backend.table.AssignmentFunctionTable
CREATE FUNCTION synchro.function_facts(p_function oid)
  RETURNS json
  LANGUAGE sql
  STABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET "DateStyle" TO 'ISO'
  SET "TimeZone" TO 'UTC'
  SET "IntervalStyle" TO 'iso_8601'
  SET bytea_output TO 'hex'
  SET extra_float_digits TO '1'
  SET row_security TO 'on'
  SET synchro.user_id TO ''
  SET array_nulls TO 'on'
  SET standard_conforming_strings TO 'on'
  SET transform_null_equals TO 'off'
  SET quote_all_identifiers TO 'off'
  AS $body$
WITH RECURSIVE ours AS (
  SELECT pg_catalog.to_regrole('synchro_owner')::oid AS owner_role,
    pg_catalog.to_regrole('synchro_worker')::oid AS worker_role
), f AS (
  SELECT p.oid, p.proname, p.prosecdef, p.provolatile, p.proretset, p.prorettype, p.pronargs,
    p.proargtypes, p.proowner, p.proacl, p.proconfig, p.prokind, n.nspname, l.lanname,
    p.prosqlbody IS NOT NULL AS parsed, coalesce(p.prosqlbody::text, '') AS body
  FROM pg_catalog.pg_proc p
  JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  JOIN pg_catalog.pg_language l ON l.oid = p.prolang
  WHERE p.oid = p_function
), bodies AS (
  SELECT f.oid, f.body FROM f
  UNION
  SELECT p.oid, coalesce(p.prosqlbody::text, '')
  FROM bodies b, LATERAL pg_catalog.regexp_matches(
    b.body, ':(funcid|opfuncid|aggfnoid|winfnoid) ([1-9][0-9]*)', 'g') AS m (found)
  JOIN pg_catalog.pg_proc p ON p.oid = m.found[2]::oid
  JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname <> 'pg_catalog'
), read AS (
  SELECT DISTINCT m.found[1]::oid AS oid
  FROM bodies b, LATERAL pg_catalog.regexp_matches(
    b.body, ':relid ([1-9][0-9]*)', 'g') AS m (found)
), called AS (
  SELECT DISTINCT m.found[2]::oid AS oid
  FROM bodies b, LATERAL pg_catalog.regexp_matches(
    b.body, ':(funcid|opfuncid|aggfnoid|winfnoid) ([1-9][0-9]*)', 'g') AS m (found)
)
SELECT pg_catalog.json_build_object(
  'oid', f.oid::bigint,
  'quoted', pg_catalog.format('%I.%I', f.nspname, f.proname),
  'signature', pg_catalog.format('%I.%I(%s)', f.nspname, f.proname,
    pg_catalog.pg_get_function_identity_arguments(f.oid)),
  'plain', f.prokind = 'f',
  'language', f.lanname,
  'parsed', f.parsed,
  'volatility', f.provolatile,
  'definer', f.prosecdef,
  'returns_set', f.proretset,
  'returns', pg_catalog.format_type(f.prorettype, NULL),
  'arguments', (
    SELECT coalesce(pg_catalog.json_agg(pg_catalog.format_type(a.type_oid, NULL) ORDER BY a.place),
      '[]'::json)
    FROM pg_catalog.unnest(f.proargtypes::oid[]) WITH ORDINALITY AS a (type_oid, place)),
  'fixed_path', EXISTS (
    SELECT FROM pg_catalog.unnest(f.proconfig) c (entry)
    WHERE pg_catalog.starts_with(c.entry, 'search_path=')),
  'public_may', EXISTS (
    SELECT FROM pg_catalog.aclexplode(
      coalesce(f.proacl, pg_catalog.acldefault('f', f.proowner))) x
    WHERE x.grantee = 0),
  'owner_may', pg_catalog.has_function_privilege(ours.owner_role, f.oid, 'EXECUTE'),
  'worker_may', pg_catalog.has_function_privilege(ours.worker_role, f.oid, 'EXECUTE'),
  'foreign_relations', (
    SELECT coalesce(pg_catalog.json_agg(pg_catalog.format('%I.%I', n.nspname, c.relname)
      ORDER BY n.nspname, c.relname), '[]'::json)
    FROM read r JOIN pg_catalog.pg_class c ON c.oid = r.oid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE NOT (n.nspname = 'synchro_projection' AND c.relkind = 'v')),
  'views', (
    SELECT coalesce(pg_catalog.json_agg(c.relname ORDER BY c.relname), '[]'::json)
    FROM read r JOIN pg_catalog.pg_class c ON c.oid = r.oid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'synchro_projection' AND c.relkind = 'v'),
  'forbidden_calls', (
    SELECT coalesce(pg_catalog.json_agg(pg_catalog.format('%I.%I', n.nspname, p.proname)
      ORDER BY n.nspname, p.proname), '[]'::json)
    FROM called c JOIN pg_catalog.pg_proc p ON p.oid = c.oid
    JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
    JOIN pg_catalog.pg_language l ON l.oid = p.prolang
    WHERE p.provolatile = 'v'
      OR (n.nspname <> 'pg_catalog' AND (p.provolatile <> 'i'
        OR NOT (l.lanname IN ('c', 'internal')
          OR (l.lanname = 'sql' AND p.prosqlbody IS NOT NULL))))
      OR (n.nspname = 'pg_catalog' AND p.provolatile = 's' AND (
        p.proname ~ ('^(current_|inet_|pg_|txid_|has_|query_to_xml|table_to_xml|schema_to_xml'
          || '|database_to_xml|cursor_to_xml|row_security_active|(transaction|statement)_timestamp)')
        OR p.proname IN ('session_user', 'user', 'getpgusername', 'now', 'version', 'lo_get')
        OR (p.proname = 'age' AND p.pronargs = 1)))),
  'session_values', EXISTS (
    SELECT FROM bodies b
    WHERE b.body LIKE '%{SQLVALUEFUNCTION%' OR b.body LIKE '%{NEXTVALUEEXPR%'),
  'fingerprint', pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(
    pg_catalog.concat(f.oid, ' ', f.proowner, ' ', CASE WHEN f.prokind IN ('f', 'w')
      THEN pg_catalog.pg_get_functiondef(f.oid) END,
      (SELECT pg_catalog.string_agg(pg_catalog.concat(' ', r.oid, ' ',
          CASE c.relkind WHEN 'v' THEN pg_catalog.pg_get_viewdef(r.oid) END), '' ORDER BY r.oid)
        FROM read r JOIN pg_catalog.pg_class c ON c.oid = r.oid),
      (SELECT pg_catalog.string_agg(pg_catalog.concat(' ', c.oid, ' ',
          pg_catalog.pg_get_functiondef(c.oid)), '' ORDER BY c.oid)
        FROM called c JOIN pg_catalog.pg_proc p ON p.oid = c.oid AND p.prokind IN ('f', 'w')
        JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname <> 'pg_catalog')), 'UTF8')), 'hex')
)
FROM f, ours
$body$;
ALTER FUNCTION synchro.function_facts(oid) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.function_facts(oid) FROM PUBLIC;
COMMENT ON FUNCTION synchro.function_facts(oid) IS 'Collects what the catalogue says about one function, and its fingerprint';

-- dev.synchro.backend.function.HealthFunctions.detail
CREATE FUNCTION synchro.health_detail_java()
  RETURNS json
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'java.lang.String=dev.synchro.backend.function.HealthFunctions.detail()';
ALTER FUNCTION synchro.health_detail_java() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.health_detail_java() FROM PUBLIC;
COMMENT ON FUNCTION synchro.health_detail_java() IS 'Method behind synchro.synchro_health_detail: Returns every readiness check with its state and reason, and what was observed';

-- dev.synchro.backend.table.HealthQuery
CREATE FUNCTION synchro.health_facts(p_publication text, p_worker_login text, p_slot json)
  RETURNS json
  LANGUAGE sql
  STABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
WITH login AS (
  SELECT r.oid, r.rolcanlogin AND r.rolreplication AND NOT r.rolsuper AND NOT r.rolcreatedb
      AND NOT r.rolcreaterole AND NOT r.rolbypassrls AND NOT r.rolinherit AS shaped
  FROM pg_catalog.pg_roles r
  WHERE r.rolname = p_worker_login
), newest AS (
  SELECT g.generation, g.state, g.content
  FROM synchro.registry_generation g
  ORDER BY g.generation DESC LIMIT 1
), manifest AS (
  SELECT m.schema_version, m.schema_hash, m.manifest
  FROM synchro.schema_manifest m
  ORDER BY m.schema_version DESC LIMIT 1
), now AS (
  SELECT pg_catalog.clock_timestamp() AS at,
    CASE WHEN pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_last_wal_replay_lsn()
      ELSE pg_catalog.pg_current_wal_lsn() END AS lsn
), slot AS (
  SELECT s.usable, s.restart_lsn, s.confirmed_flush_lsn, s.active_pid
  FROM pg_catalog.json_to_record(p_slot)
    AS s (usable boolean, restart_lsn pg_lsn, confirmed_flush_lsn pg_lsn, active_pid integer)
  WHERE s.usable IS NOT NULL
)
SELECT pg_catalog.json_build_object(
  'database', pg_catalog.current_database(),
  'extension_version', (
    SELECT e.extversion FROM pg_catalog.pg_extension e WHERE e.extname = 'synchro_pg'),
  'newest', (
    SELECT pg_catalog.json_build_object(
      'generation', n.generation, 'state', CASE WHEN EXISTS (
        SELECT FROM (
          SELECT f.entry FROM pg_catalog.json_array_elements(n.content -> 'functions') f (entry)
          UNION ALL
          SELECT d.entry FROM pg_catalog.json_array_elements(n.content -> 'dependencies') d (entry)
        ) u
        WHERE u.entry ->> 'fingerprint' IS DISTINCT FROM
          synchro.function_facts((u.entry ->> 'oid')::oid) ->> 'fingerprint')
        THEN 'function changed' ELSE n.state END, 'content', n.content)
    FROM newest n),
  'manifest', (
    SELECT pg_catalog.json_build_object(
      'version', m.schema_version, 'hash', pg_catalog.encode(m.schema_hash, 'hex'),
      'document', m.manifest)
    FROM manifest m),
  'relations', (
    SELECT coalesce(pg_catalog.json_agg(synchro.relation_facts(c.oid, p_publication)), '[]'::json)
    FROM newest n, LATERAL pg_catalog.json_array_elements(n.content -> 'relations') r (relation)
    JOIN pg_catalog.pg_class c ON c.oid = (r.relation ->> 'oid')::oid),
  'publication', (
    SELECT pg_catalog.json_build_object(
      'options', b.pubinsert AND b.pubupdate AND b.pubdelete AND b.pubtruncate AND b.pubviaroot
        AND b.pubgencols = 's' AND NOT b.puballtables
        AND NOT EXISTS (
          SELECT FROM pg_catalog.pg_publication_namespace pn WHERE pn.pnpubid = b.oid)
        AND NOT EXISTS (
          SELECT FROM pg_catalog.pg_publication_rel r
          WHERE r.prpubid = b.oid AND (r.prqual IS NOT NULL OR r.prattrs IS NOT NULL)),
      'members', (
        SELECT coalesce(pg_catalog.json_agg(r.prrelid::bigint), '[]'::json)
        FROM pg_catalog.pg_publication_rel r WHERE r.prpubid = b.oid),
      'kept', NOT EXISTS (
        SELECT FROM synchro.progress p
        JOIN synchro.registry_generation g ON g.generation = p.registry_generation,
          LATERAL pg_catalog.json_to_recordset(g.content -> 'relations')
            AS r (relation_id text, oid oid)
        JOIN pg_catalog.pg_publication_rel e ON e.prrelid = r.oid
        WHERE e.prpubid = b.oid AND e.oid::text <> g.published ->> r.relation_id))
    FROM pg_catalog.pg_publication b WHERE b.pubname = p_publication),
  'progress', (
    SELECT pg_catalog.json_build_object(
      'ordered', p.generation_start_lsn <= p.materialized_end_lsn
        AND p.materialized_end_lsn <= p.acknowledged_lsn AND p.acknowledged_lsn <= now.lsn,
      'registry_generation', p.registry_generation,
      'slot', (
        SELECT pg_catalog.json_build_object(
          'usable', s.usable AND s.restart_lsn <= now.lsn AND s.confirmed_flush_lsn <= now.lsn,
          'acknowledged', s.confirmed_flush_lsn >= p.generation_start_lsn
            AND s.confirmed_flush_lsn <= p.acknowledged_lsn,
          'lag_bytes', (now.lsn - s.confirmed_flush_lsn)::bigint)
        FROM slot s))
    FROM synchro.progress p, now),
  'worker', (
    SELECT pg_catalog.json_build_object(
      'oid', l.oid::bigint,
      'shaped', l.shaped
        AND EXISTS (
          SELECT FROM pg_catalog.pg_auth_members m
          WHERE m.member = l.oid AND m.roleid = pg_catalog.to_regrole('synchro_worker')::oid
            AND NOT m.inherit_option AND m.set_option AND NOT m.admin_option)
        AND NOT EXISTS (
          SELECT FROM pg_catalog.pg_auth_members m
          WHERE m.member = l.oid AND (m.roleid <> pg_catalog.to_regrole('synchro_worker')::oid
            OR m.inherit_option OR NOT m.set_option OR m.admin_option)),
      'alone', NOT EXISTS (
        SELECT FROM pg_catalog.pg_roles r
        WHERE r.rolreplication AND NOT r.rolsuper AND r.oid <> l.oid),
      'streams', EXISTS (
        SELECT FROM slot s JOIN pg_catalog.pg_stat_activity a ON a.pid = s.active_pid
        WHERE a.usesysid = l.oid))
    FROM login l),
  'heartbeat', (
    SELECT pg_catalog.json_build_object(
      'database', h.database_name, 'login', h.login_name, 'login_oid', h.login_oid::bigint,
      'state', h.state,
      'connected', EXISTS (
        SELECT FROM pg_catalog.pg_stat_activity a
        WHERE a.pid = h.backend_pid AND a.datname = pg_catalog.current_database()
          AND a.usesysid = h.login_oid),
      'age_seconds', pg_catalog.floor(extract(epoch FROM now.at - h.beat_at))::bigint,
      'observed', h.wal_observed_at IS NOT NULL,
      'pending_seconds',
        pg_catalog.floor(extract(epoch FROM now.at - h.oldest_pending_commit_at))::bigint)
    FROM synchro.worker_heartbeat h, now),
  'poisoned', EXISTS (SELECT FROM synchro.poison p WHERE p.state = 'active'),
  'faulty', EXISTS (SELECT FROM synchro.integrity_fault f WHERE f.cleared_at IS NULL),
  'coordinating', EXISTS (
    SELECT FROM synchro.coordination c WHERE c.state NOT IN ('cleanup_complete', 'aborted'))
)
$body$;
ALTER FUNCTION synchro.health_facts(text, text, json) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.health_facts(text, text, json) FROM PUBLIC;
COMMENT ON FUNCTION synchro.health_facts(text, text, json) IS 'Collects what readiness is judged by';

-- dev.synchro.backend.Synchro
CREATE FUNCTION synchro.installed_build_fingerprint()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE STRICT SECURITY DEFINER PARALLEL SAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  RETURN 'd4b449056f0747fa31e5c74a687d9583f7074673e2e0252aa8f852f54c5e9861'::text;
ALTER FUNCTION synchro.installed_build_fingerprint() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.installed_build_fingerprint() FROM PUBLIC;
COMMENT ON FUNCTION synchro.installed_build_fingerprint() IS 'Returns the fingerprint of the script that installed these objects';

-- dev.synchro.backend.table.RebuildQueries
CREATE FUNCTION synchro.listed_members(p_scope_pk bigint)
  RETURNS SETOF bigint[]
  LANGUAGE sql
  STABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET enable_indexscan TO 'off'
  SET enable_seqscan TO 'off'
  SET work_mem TO '16MB'
  AS $body$
SELECT array_agg(m.image_id ORDER BY m.n) FROM (SELECT r.relation, rank() OVER (ORDER BY r.identity_head) AS place FROM synchro.relation AS r WHERE r.identity_head IS NOT NULL) AS r CROSS JOIN LATERAL (SELECT e.image_id, row_number() OVER (ORDER BY substring(e.key, 3)) - 1 AS n FROM synchro.scope_entry AS e WHERE e.scope_pk = p_scope_pk AND e.relation = r.relation AND e.present OFFSET 0) AS m GROUP BY r.place, m.n / 1000 ORDER BY r.place, m.n / 1000
$body$;
ALTER FUNCTION synchro.listed_members(bigint) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.listed_members(bigint) FROM PUBLIC;
COMMENT ON FUNCTION synchro.listed_members(bigint) IS 'Images of the members of a scope in row identity order, at most 1000 in a row';

-- dev.synchro.backend.table.TokenKeyTable
CREATE FUNCTION synchro.new_token_secret()
  RETURNS bytea
  LANGUAGE sql
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
SELECT pg_catalog.sha256(pg_catalog.uuid_send(pg_catalog.gen_random_uuid()) || pg_catalog.uuid_send(pg_catalog.gen_random_uuid()) || pg_catalog.uuid_send(pg_catalog.gen_random_uuid()))
$body$;
ALTER FUNCTION synchro.new_token_secret() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.new_token_secret() FROM PUBLIC;
COMMENT ON FUNCTION synchro.new_token_secret() IS 'Makes a new secret of 32 octets from the server''s cryptographic random source';

-- dev.synchro.backend.function.PortableFunctions.json
CREATE FUNCTION synchro.portable_json_octets(p_value bytea)
  RETURNS boolean
  LANGUAGE java
  IMMUTABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'boolean=dev.synchro.backend.function.PortableFunctions.json(byte[])';
ALTER FUNCTION synchro.portable_json_octets(bytea) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.portable_json_octets(bytea) FROM PUBLIC;
COMMENT ON FUNCTION synchro.portable_json_octets(bytea) IS 'UTF-8 octets behind synchro.synchro_portable_json: Whether clients can hold a JSON value';

-- dev.synchro.backend.function.PullFunction.pull
CREATE FUNCTION synchro.pull_octets(p_user_id text, p_request bytea)
  RETURNS bytea
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'byte[]=dev.synchro.backend.function.PullFunction.pull(java.lang.String,byte[])';
ALTER FUNCTION synchro.pull_octets(text, bytea) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.pull_octets(text, bytea) FROM PUBLIC;
COMMENT ON FUNCTION synchro.pull_octets(text, bytea) IS 'UTF-8 octets behind synchro.synchro_pull: Answers with the changes in the caller''s scopes since its cursors';

-- dev.synchro.backend.function.PushFunction.push
CREATE FUNCTION synchro.push_octets(p_user_id text, p_request bytea)
  RETURNS bytea
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET "DateStyle" TO 'ISO'
  SET "TimeZone" TO 'UTC'
  SET "IntervalStyle" TO 'iso_8601'
  SET bytea_output TO 'hex'
  SET extra_float_digits TO '1'
  SET row_security TO 'on'
  SET synchro.user_id TO ''
  SET array_nulls TO 'on'
  SET standard_conforming_strings TO 'on'
  SET transform_null_equals TO 'off'
  SET quote_all_identifiers TO 'off'
  AS 'byte[]=dev.synchro.backend.function.PushFunction.push(java.lang.String,byte[])';
ALTER FUNCTION synchro.push_octets(text, bytea) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.push_octets(text, bytea) FROM PUBLIC;
COMMENT ON FUNCTION synchro.push_octets(text, bytea) IS 'UTF-8 octets behind synchro.synchro_push: Executes the caller''s mutations under row security and answers with their outcomes';

-- dev.synchro.backend.Synchro
CREATE FUNCTION synchro.raise_error(p_state text, p_message text, p_detail text, p_hint text)
  RETURNS void
  LANGUAGE plpgsql
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
BEGIN IF p_detail = '' AND p_hint = '' THEN RAISE EXCEPTION USING ERRCODE = p_state, MESSAGE = p_message; ELSIF p_detail = '' THEN RAISE EXCEPTION USING ERRCODE = p_state, MESSAGE = p_message, HINT = p_hint; ELSIF p_hint = '' THEN RAISE EXCEPTION USING ERRCODE = p_state, MESSAGE = p_message, DETAIL = p_detail; ELSE RAISE EXCEPTION USING ERRCODE = p_state, MESSAGE = p_message, DETAIL = p_detail, HINT = p_hint; END IF; END
$body$;
ALTER FUNCTION synchro.raise_error(text, text, text, text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.raise_error(text, text, text, text) FROM PUBLIC;
COMMENT ON FUNCTION synchro.raise_error(text, text, text, text) IS 'Raises an error with the given SQLSTATE, message, detail and hint';

-- dev.synchro.backend.function.HealthFunctions.readiness
CREATE FUNCTION synchro.readiness_java()
  RETURNS json
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'java.lang.String=dev.synchro.backend.function.HealthFunctions.readiness()';
ALTER FUNCTION synchro.readiness_java() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.readiness_java() FROM PUBLIC;
COMMENT ON FUNCTION synchro.readiness_java() IS 'Method behind synchro.synchro_readiness: Returns whether everything is ready, and no more; never raises';

-- dev.synchro.backend.function.RebuildFunction.rebuild
CREATE FUNCTION synchro.rebuild_octets(p_user_id text, p_request bytea)
  RETURNS bytea
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'byte[]=dev.synchro.backend.function.RebuildFunction.rebuild(java.lang.String,byte[])';
ALTER FUNCTION synchro.rebuild_octets(text, bytea) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.rebuild_octets(text, bytea) FROM PUBLIC;
COMMENT ON FUNCTION synchro.rebuild_octets(text, bytea) IS 'UTF-8 octets behind synchro.synchro_rebuild: Answers with one page of a scope, every page of one rebuild from the same state';

-- dev.synchro.backend.Synchro
CREATE FUNCTION synchro.refuse_change()
  RETURNS trigger
  LANGUAGE plpgsql
  VOLATILE CALLED ON NULL INPUT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
BEGIN RAISE EXCEPTION USING ERRCODE = '55000', MESSAGE = pg_catalog.format('records of %I.%I are immutable %s', TG_TABLE_SCHEMA, TG_TABLE_NAME, '{"error":{"code":"invalid_state","reason":"immutable_record"}}'); END
$body$;
ALTER FUNCTION synchro.refuse_change() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.refuse_change() FROM PUBLIC;
COMMENT ON FUNCTION synchro.refuse_change() IS 'Refuses to change or remove an immutable record';

-- dev.synchro.backend.table.ClientTables
CREATE TABLE synchro.client (
  client_pk bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  internal_id uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid(),
  user_id text COLLATE pg_catalog."C" NOT NULL,
  client_id text COLLATE pg_catalog."C" NOT NULL,
  platform text NOT NULL,
  app_version text NOT NULL,
  client_generation bigint NOT NULL DEFAULT 1,
  generation_created_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  generation_expired boolean NOT NULL DEFAULT false,
  expiry_injected boolean NOT NULL DEFAULT false,
  scope_set_version bigint NOT NULL DEFAULT 1,
  accepted_write_epoch bigint NOT NULL DEFAULT 1,
  retired_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  CONSTRAINT client_pkey PRIMARY KEY (client_pk),
  CONSTRAINT client_internal_id_key UNIQUE (internal_id),
  CONSTRAINT client_user_id_client_id_key UNIQUE (user_id, client_id),
  CONSTRAINT client_user_id_check CHECK (pg_catalog.octet_length(user_id) BETWEEN 1 AND 500),
  CONSTRAINT client_client_id_check CHECK (pg_catalog.octet_length(client_id) BETWEEN 1 AND 256),
  CONSTRAINT client_client_generation_check CHECK (client_generation BETWEEN 1 AND 9007199254740991),
  CONSTRAINT client_scope_set_version_check CHECK (scope_set_version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT client_accepted_write_epoch_check CHECK (accepted_write_epoch BETWEEN 1 AND 9007199254740991)
)
WITH (fillfactor = 80);
ALTER TABLE synchro.client OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.client FROM PUBLIC;
REVOKE ALL ON TYPE synchro.client FROM PUBLIC;
REVOKE ALL ON SEQUENCE synchro.client_client_pk_seq FROM PUBLIC;
GRANT SELECT ON TABLE synchro.client TO synchro_worker;
COMMENT ON TABLE synchro.client IS 'Client identities; a retired one is never changed again';
COMMENT ON SEQUENCE synchro.client_client_pk_seq IS 'Numbers of column client_pk of table client';
CREATE TRIGGER client_retired_for_ever BEFORE UPDATE ON synchro.client
  FOR EACH ROW
  WHEN (OLD.retired_at IS NOT NULL)
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER client_retired_for_ever ON synchro.client IS 'A retired identity stays retired';
CREATE TRIGGER client_kept BEFORE DELETE ON synchro.client
  FOR EACH ROW
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER client_kept ON synchro.client IS 'An identity is never forgotten';

-- dev.synchro.backend.table.ClientTables
CREATE TABLE synchro.client_capture (
  client_pk bigint NOT NULL,
  materialized_write_epoch bigint NOT NULL DEFAULT 1,
  CONSTRAINT client_capture_pkey PRIMARY KEY (client_pk),
  CONSTRAINT client_capture_materialized_write_epoch_check CHECK (materialized_write_epoch BETWEEN 1 AND 9007199254740991),
  CONSTRAINT client_capture_client_pk_fkey FOREIGN KEY (client_pk) REFERENCES synchro.client (client_pk)
)
WITH (fillfactor = 50);
ALTER TABLE synchro.client_capture OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.client_capture FROM PUBLIC;
REVOKE ALL ON TYPE synchro.client_capture FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE ON TABLE synchro.client_capture TO synchro_worker;
COMMENT ON TABLE synchro.client_capture IS 'Up to which of its own pushes a client is captured; never locked by a push';

-- dev.synchro.backend.table.ClientTables
CREATE TABLE synchro.client_checkpoint (
  client_pk bigint NOT NULL,
  scope_id text COLLATE pg_catalog."C" NOT NULL,
  stream_generation bigint NOT NULL,
  commit_lsn pg_lsn NOT NULL,
  event_ordinal bigint NOT NULL,
  effect_ordinal bigint NOT NULL,
  acknowledged_at timestamptz NOT NULL,
  CONSTRAINT client_checkpoint_pkey PRIMARY KEY (client_pk, scope_id),
  CONSTRAINT client_checkpoint_client_pk_fkey FOREIGN KEY (client_pk) REFERENCES synchro.client (client_pk)
)
WITH (fillfactor = 50);
ALTER TABLE synchro.client_checkpoint OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.client_checkpoint FROM PUBLIC;
REVOKE ALL ON TYPE synchro.client_checkpoint FROM PUBLIC;
GRANT SELECT, DELETE ON TABLE synchro.client_checkpoint TO synchro_worker;
COMMENT ON TABLE synchro.client_checkpoint IS 'The last position that a client acknowledged in each of its scopes';

-- dev.synchro.backend.table.ClientTables
CREATE TABLE synchro.client_scope (
  client_pk bigint NOT NULL,
  scope_id text COLLATE pg_catalog."C" NOT NULL,
  assigned boolean NOT NULL,
  changed_version bigint NOT NULL,
  CONSTRAINT client_scope_pkey PRIMARY KEY (client_pk, scope_id),
  CONSTRAINT client_scope_client_pk_fkey FOREIGN KEY (client_pk) REFERENCES synchro.client (client_pk)
);
ALTER TABLE synchro.client_scope OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.client_scope FROM PUBLIC;
REVOKE ALL ON TYPE synchro.client_scope FROM PUBLIC;
COMMENT ON TABLE synchro.client_scope IS 'Every scope that a client is or ever was assigned';
COMMENT ON COLUMN synchro.client_scope.changed_version IS 'Scope set version with which the scope was last assigned or removed';

-- dev.synchro.backend.table.RebuildTables
CREATE TABLE synchro.rebuild_snapshot (
  snapshot_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  scope_pk bigint NOT NULL,
  schema_version bigint NOT NULL,
  cardinality bigint NOT NULL,
  digest bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  CONSTRAINT rebuild_snapshot_pkey PRIMARY KEY (snapshot_id),
  CONSTRAINT rebuild_snapshot_digest_check CHECK (pg_catalog.octet_length(digest) = 32)
);
ALTER TABLE synchro.rebuild_snapshot OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.rebuild_snapshot FROM PUBLIC;
REVOKE ALL ON TYPE synchro.rebuild_snapshot FROM PUBLIC;
REVOKE ALL ON SEQUENCE synchro.rebuild_snapshot_snapshot_id_seq FROM PUBLIC;
GRANT SELECT, DELETE ON TABLE synchro.rebuild_snapshot TO synchro_worker;
COMMENT ON TABLE synchro.rebuild_snapshot IS 'Immutable lists of the rows of a scope, shared by sessions that saw the same digest';
COMMENT ON SEQUENCE synchro.rebuild_snapshot_snapshot_id_seq IS 'Numbers of column snapshot_id of table rebuild_snapshot';
CREATE INDEX rebuild_snapshot_content ON synchro.rebuild_snapshot USING btree (scope_pk, digest, schema_version, created_at);
COMMENT ON INDEX synchro.rebuild_snapshot_content IS 'Finds rows of rebuild_snapshot by scope_pk, digest, schema_version, created_at';
CREATE TRIGGER immutable_row BEFORE UPDATE ON synchro.rebuild_snapshot
  FOR EACH ROW
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_row ON synchro.rebuild_snapshot IS 'Refuses UPDATE';
CREATE TRIGGER immutable_table BEFORE TRUNCATE ON synchro.rebuild_snapshot
  FOR EACH STATEMENT
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_table ON synchro.rebuild_snapshot IS 'Refuses TRUNCATE';

-- dev.synchro.backend.table.RebuildTables
CREATE TABLE synchro.rebuild_chunk (
  snapshot_id bigint NOT NULL,
  first_ordinal bigint NOT NULL,
  image_ids bigint[] STORAGE EXTERNAL NOT NULL,
  CONSTRAINT rebuild_chunk_pkey PRIMARY KEY (snapshot_id, first_ordinal),
  CONSTRAINT rebuild_chunk_snapshot_id_fkey FOREIGN KEY (snapshot_id) REFERENCES synchro.rebuild_snapshot (snapshot_id) ON DELETE CASCADE
);
ALTER TABLE synchro.rebuild_chunk OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.rebuild_chunk FROM PUBLIC;
REVOKE ALL ON TYPE synchro.rebuild_chunk FROM PUBLIC;
GRANT SELECT, DELETE ON TABLE synchro.rebuild_chunk TO synchro_worker;
COMMENT ON TABLE synchro.rebuild_chunk IS 'Consecutive rows of a snapshot in row identity order';
CREATE TRIGGER immutable_row BEFORE UPDATE ON synchro.rebuild_chunk
  FOR EACH ROW
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_row ON synchro.rebuild_chunk IS 'Refuses UPDATE';
CREATE TRIGGER immutable_table BEFORE TRUNCATE ON synchro.rebuild_chunk
  FOR EACH STATEMENT
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_table ON synchro.rebuild_chunk IS 'Refuses TRUNCATE';

-- dev.synchro.backend.table.RebuildTables
CREATE TABLE synchro.rebuild_session (
  session_id uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid(),
  client_pk bigint NOT NULL,
  rebuild_id uuid NOT NULL,
  scope_id text COLLATE pg_catalog."C" NOT NULL,
  snapshot_id bigint,
  commit_lsn pg_lsn,
  cardinality bigint NOT NULL,
  digest bytea NOT NULL,
  page_limit integer NOT NULL,
  client_generation bigint NOT NULL,
  accepted_write_epoch bigint NOT NULL,
  schema_version bigint NOT NULL,
  membership_generation bigint NOT NULL,
  retention_generation bigint NOT NULL,
  stream_generation bigint NOT NULL,
  continuation_key_id text COLLATE pg_catalog."C" NOT NULL,
  cursor_key_id text COLLATE pg_catalog."C" NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT rebuild_session_pkey PRIMARY KEY (session_id),
  CONSTRAINT rebuild_session_client_pk_rebuild_id_key UNIQUE (client_pk, rebuild_id),
  CONSTRAINT rebuild_session_digest_check CHECK (pg_catalog.octet_length(digest) = 32),
  CONSTRAINT rebuild_session_page_limit_check CHECK (page_limit BETWEEN 1 AND 1000),
  CONSTRAINT rebuild_session_client_pk_fkey FOREIGN KEY (client_pk) REFERENCES synchro.client (client_pk),
  CONSTRAINT rebuild_session_snapshot_id_fkey FOREIGN KEY (snapshot_id) REFERENCES synchro.rebuild_snapshot (snapshot_id)
);
ALTER TABLE synchro.rebuild_session OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.rebuild_session FROM PUBLIC;
REVOKE ALL ON TYPE synchro.rebuild_session FROM PUBLIC;
GRANT SELECT, DELETE ON TABLE synchro.rebuild_session TO synchro_worker;
COMMENT ON TABLE synchro.rebuild_session IS 'Running rebuilds; every page is a function of this record and an ordinal';
COMMENT ON COLUMN synchro.rebuild_session.snapshot_id IS 'Null for a scope without rows';
COMMENT ON COLUMN synchro.rebuild_session.commit_lsn IS 'The boundary; null for the start of the stream generation';
CREATE INDEX rebuild_session_expiry ON synchro.rebuild_session USING btree (expires_at);
COMMENT ON INDEX synchro.rebuild_session_expiry IS 'Finds rows of rebuild_session by expires_at';
CREATE INDEX rebuild_session_snapshot ON synchro.rebuild_session USING btree (snapshot_id);
COMMENT ON INDEX synchro.rebuild_session_snapshot IS 'Finds rows of rebuild_session by snapshot_id';
CREATE TRIGGER immutable_row BEFORE UPDATE ON synchro.rebuild_session
  FOR EACH ROW
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_row ON synchro.rebuild_session IS 'Refuses UPDATE';
CREATE TRIGGER immutable_table BEFORE TRUNCATE ON synchro.rebuild_session
  FOR EACH STATEMENT
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_table ON synchro.rebuild_session IS 'Refuses TRUNCATE';

-- dev.synchro.backend.table.RelationTable
CREATE TABLE synchro.relation (
  relation integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  relation_id uuid NOT NULL,
  table_id uuid,
  identity_head bytea,
  CONSTRAINT relation_pkey PRIMARY KEY (relation),
  CONSTRAINT relation_relation_id_key UNIQUE (relation_id),
  CONSTRAINT relation_table_id_key UNIQUE (table_id),
  CONSTRAINT relation_identity_head_check CHECK ((identity_head IS NULL) = (table_id IS NULL))
);
ALTER TABLE synchro.relation OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.relation FROM PUBLIC;
REVOKE ALL ON TYPE synchro.relation FROM PUBLIC;
REVOKE ALL ON SEQUENCE synchro.relation_relation_seq FROM PUBLIC;
GRANT SELECT ON TABLE synchro.relation TO synchro_worker;
COMMENT ON TABLE synchro.relation IS 'Every relation that was ever registered, with the number that stands for it';
COMMENT ON SEQUENCE synchro.relation_relation_seq IS 'Numbers of column relation of table relation';
CREATE TRIGGER immutable_row BEFORE UPDATE OR DELETE ON synchro.relation
  FOR EACH ROW
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_row ON synchro.relation IS 'Refuses UPDATE and DELETE';
CREATE TRIGGER immutable_table BEFORE TRUNCATE ON synchro.relation
  FOR EACH STATEMENT
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_table ON synchro.relation IS 'Refuses TRUNCATE';

-- dev.synchro.backend.table.SchemaManifestTable
CREATE TABLE synchro.schema_manifest (
  schema_version bigint NOT NULL,
  schema_hash bytea NOT NULL,
  parent_version bigint,
  transition_class text NOT NULL,
  registry_generation bigint NOT NULL,
  affected_scopes text[] COLLATE pg_catalog."C" NOT NULL DEFAULT '{}',
  manifest json NOT NULL,
  published_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  CONSTRAINT schema_manifest_pkey PRIMARY KEY (schema_version),
  CONSTRAINT schema_manifest_schema_hash_key UNIQUE (schema_hash),
  CONSTRAINT schema_manifest_schema_version_check CHECK (schema_version BETWEEN 1 AND 9007199254740991),
  CONSTRAINT schema_manifest_schema_hash_check CHECK (pg_catalog.octet_length(schema_hash) = 32),
  CONSTRAINT schema_manifest_transition_class_check CHECK (transition_class IN ('initial', 'class_2', 'class_3', 'class_4')),
  CONSTRAINT schema_manifest_parent CHECK (CASE transition_class WHEN 'initial' THEN parent_version IS NULL ELSE parent_version IS NOT NULL AND parent_version < schema_version END)
);
ALTER TABLE synchro.schema_manifest OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.schema_manifest FROM PUBLIC;
REVOKE ALL ON TYPE synchro.schema_manifest FROM PUBLIC;
GRANT SELECT, INSERT ON TABLE synchro.schema_manifest TO synchro_worker;
COMMENT ON TABLE synchro.schema_manifest IS 'Published schema manifests, never changed or removed';
CREATE TRIGGER immutable_row BEFORE UPDATE OR DELETE ON synchro.schema_manifest
  FOR EACH ROW
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_row ON synchro.schema_manifest IS 'Refuses UPDATE and DELETE';
CREATE TRIGGER immutable_table BEFORE TRUNCATE ON synchro.schema_manifest
  FOR EACH STATEMENT
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_table ON synchro.schema_manifest IS 'Refuses TRUNCATE';

-- dev.synchro.backend.table.ClientTables
CREATE TABLE synchro.staged_epoch (
  client_pk bigint NOT NULL,
  accepted_write_epoch bigint NOT NULL,
  CONSTRAINT staged_epoch_pkey PRIMARY KEY (client_pk),
  CONSTRAINT staged_epoch_accepted_write_epoch_check CHECK (accepted_write_epoch BETWEEN 1 AND 9007199254740991),
  CONSTRAINT staged_epoch_client_pk_fkey FOREIGN KEY (client_pk) REFERENCES synchro.client (client_pk)
);
ALTER TABLE synchro.staged_epoch OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.staged_epoch FROM PUBLIC;
REVOKE ALL ON TYPE synchro.staged_epoch FROM PUBLIC;
GRANT SELECT, INSERT, DELETE ON TABLE synchro.staged_epoch TO synchro_worker;
COMMENT ON TABLE synchro.staged_epoch IS 'What a staged baseline has seen of the pushes of each client';

-- dev.synchro.backend.table.PushLedgerTables
CREATE FUNCTION synchro.refuse_early_removal()
  RETURNS trigger
  LANGUAGE plpgsql
  VOLATILE CALLED ON NULL INPUT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
BEGIN IF EXISTS (SELECT FROM synchro.client AS c WHERE c.client_pk = OLD.client_pk AND c.retired_at IS NOT NULL) THEN RETURN OLD; END IF; RAISE EXCEPTION USING ERRCODE = '55000', MESSAGE = pg_catalog.format('records of %I.%I stay until their client is retired %s', TG_TABLE_SCHEMA, TG_TABLE_NAME, '{"error":{"code":"invalid_state","reason":"immutable_record"}}'); END
$body$;
ALTER FUNCTION synchro.refuse_early_removal() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.refuse_early_removal() FROM PUBLIC;
COMMENT ON FUNCTION synchro.refuse_early_removal() IS 'Refuses to remove a record of a client that is not retired';

-- dev.synchro.backend.table.PushLedgerTables
CREATE TABLE synchro.push_batch (
  client_pk bigint NOT NULL,
  batch_id uuid NOT NULL,
  fingerprint bytea NOT NULL,
  request_digest bytea NOT NULL,
  response json NOT NULL,
  epoch bigint,
  transaction_id xid8 NOT NULL,
  created_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  CONSTRAINT push_batch_pkey PRIMARY KEY (client_pk, batch_id),
  CONSTRAINT push_batch_fingerprint_check CHECK (pg_catalog.octet_length(fingerprint) = 32),
  CONSTRAINT push_batch_request_digest_check CHECK (pg_catalog.octet_length(request_digest) = 32),
  CONSTRAINT push_batch_client_pk_fkey FOREIGN KEY (client_pk) REFERENCES synchro.client (client_pk)
);
ALTER TABLE synchro.push_batch OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.push_batch FROM PUBLIC;
REVOKE ALL ON TYPE synchro.push_batch FROM PUBLIC;
GRANT SELECT ON TABLE synchro.push_batch TO synchro_worker;
COMMENT ON TABLE synchro.push_batch IS 'Every executed push with the text that answered it';
COMMENT ON COLUMN synchro.push_batch.request_digest IS 'SHA-256 of the request as it was received: the same octets need no reading';
COMMENT ON COLUMN synchro.push_batch.epoch IS 'Accepted write epoch of the push; null when it wrote nothing';
CREATE UNIQUE INDEX push_batch_epoch ON synchro.push_batch USING btree (client_pk, epoch)
  WHERE epoch IS NOT NULL;
COMMENT ON INDEX synchro.push_batch_epoch IS 'Finds rows of push_batch by client_pk, epoch';
CREATE TRIGGER immutable_row BEFORE UPDATE ON synchro.push_batch
  FOR EACH ROW
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_row ON synchro.push_batch IS 'Refuses UPDATE';
CREATE TRIGGER immutable_table BEFORE TRUNCATE ON synchro.push_batch
  FOR EACH STATEMENT
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_table ON synchro.push_batch IS 'Refuses TRUNCATE';
CREATE TRIGGER push_batch_kept BEFORE DELETE ON synchro.push_batch
  FOR EACH ROW
  EXECUTE FUNCTION synchro.refuse_early_removal();
COMMENT ON TRIGGER push_batch_kept ON synchro.push_batch IS 'A batch is kept until its client is retired';

-- dev.synchro.backend.table.PushLedgerTables
CREATE TABLE synchro.push_mutation (
  client_pk bigint NOT NULL,
  mutation_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  fingerprint bytea NOT NULL,
  relation integer,
  key bytea,
  status text NOT NULL,
  server_version text COLLATE pg_catalog."C",
  outcome json NOT NULL,
  sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT push_mutation_pkey PRIMARY KEY (client_pk, mutation_id),
  CONSTRAINT push_mutation_fingerprint_check CHECK (pg_catalog.octet_length(fingerprint) = 32),
  CONSTRAINT push_mutation_status_check CHECK (status IN ('applied', 'conflict', 'rejected_terminal')),
  CONSTRAINT push_mutation_applied CHECK (status <> 'applied' OR (relation IS NOT NULL AND key IS NOT NULL AND server_version IS NOT NULL))
);
ALTER TABLE synchro.push_mutation OWNER TO synchro_owner;
REVOKE ALL ON TABLE synchro.push_mutation FROM PUBLIC;
REVOKE ALL ON TYPE synchro.push_mutation FROM PUBLIC;
REVOKE ALL ON SEQUENCE synchro.push_mutation_sequence_seq FROM PUBLIC;
COMMENT ON TABLE synchro.push_mutation IS 'Every pushed mutation with its outcome';
COMMENT ON COLUMN synchro.push_mutation.sequence IS 'Tells the newest of several applied mutations of one row';
COMMENT ON SEQUENCE synchro.push_mutation_sequence_seq IS 'Numbers of column sequence of table push_mutation';
CREATE INDEX push_mutation_applied_row ON synchro.push_mutation USING btree (relation, key, sequence)
  WHERE status = 'applied';
COMMENT ON INDEX synchro.push_mutation_applied_row IS 'Finds rows of push_mutation by relation, key, sequence';
CREATE TRIGGER immutable_row BEFORE UPDATE ON synchro.push_mutation
  FOR EACH ROW
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_row ON synchro.push_mutation IS 'Refuses UPDATE';
CREATE TRIGGER immutable_table BEFORE TRUNCATE ON synchro.push_mutation
  FOR EACH STATEMENT
  EXECUTE FUNCTION synchro.refuse_change();
COMMENT ON TRIGGER immutable_table ON synchro.push_mutation IS 'Refuses TRUNCATE';
CREATE TRIGGER push_mutation_kept BEFORE DELETE ON synchro.push_mutation
  FOR EACH ROW
  EXECUTE FUNCTION synchro.refuse_early_removal();
COMMENT ON TRIGGER push_mutation_kept ON synchro.push_mutation IS 'A mutation is kept until its client is retired';

-- dev.synchro.backend.table.Catalogue
CREATE FUNCTION synchro.relation_facts(p_relation oid, p_publication text)
  RETURNS json
  LANGUAGE sql
  STABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
WITH RECURSIVE ours AS (
  SELECT pg_catalog.to_regrole('synchro_owner')::oid AS owner_role,
    pg_catalog.to_regrole('synchro_worker')::oid AS worker_role
), rel AS (
  SELECT c.oid, c.relname, n.nspname, n.oid AS schema_oid, c.relkind, c.relpersistence, c.relowner,
    c.relispartition, c.relreplident, c.relrowsecurity, c.relacl
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.oid = p_relation
), tree AS (
  SELECT rel.oid FROM rel
  UNION
  SELECT t.relid::oid FROM rel, LATERAL pg_catalog.pg_partition_tree(rel.oid::regclass) t
), att AS (
  SELECT a.attnum, a.attname, a.atttypid, a.atttypmod, a.attgenerated, a.attidentity, a.attacl,
    a.atthasdef,
    a.attnotnull AND NOT EXISTS (
      SELECT FROM pg_catalog.pg_constraint k
      WHERE k.conrelid = a.attrelid AND k.contype = 'n' AND NOT k.convalidated
        AND k.conkey = ARRAY[a.attnum]) AS not_null
  FROM rel
  JOIN pg_catalog.pg_attribute a ON a.attrelid = rel.oid
  WHERE a.attnum > 0 AND NOT a.attisdropped
), chain AS (
  SELECT a.attnum, 0 AS step, a.atttypid AS type_oid, a.atttypmod AS typmod FROM att a
  UNION ALL
  SELECT c.attnum, c.step + 1,
    CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.typelem END,
    CASE WHEN t.typtype = 'd' AND t.typtypmod >= 0 THEN t.typtypmod ELSE c.typmod END
  FROM chain c
  JOIN pg_catalog.pg_type t ON t.oid = c.type_oid
  WHERE t.typtype = 'd' OR EXISTS (SELECT FROM pg_catalog.pg_type e WHERE e.typarray = t.oid)
), typed AS (
  SELECT c.attnum, pg_catalog.json_agg(pg_catalog.json_build_object(
      'oid', t.oid::bigint, 'name', t.typname, 'kind',
      CASE WHEN t.typtype = 'b' AND EXISTS (
        SELECT FROM pg_catalog.pg_type e WHERE e.typarray = t.oid) THEN 'a' ELSE t.typtype END,
      'builtin', t.typnamespace = 'pg_catalog'::regnamespace,
      'modifier', c.typmod) ORDER BY c.step) AS chain
  FROM chain c JOIN pg_catalog.pg_type t ON t.oid = c.type_oid
  GROUP BY c.attnum
), acl AS (
  SELECT x.grantee, x.privilege_type, x.is_grantable
  FROM rel, LATERAL pg_catalog.aclexplode(rel.relacl) x
  UNION
  SELECT x.grantee, x.privilege_type, x.is_grantable
  FROM att, LATERAL pg_catalog.aclexplode(att.attacl) x
), expression AS (
  SELECT 'pg_catalog.pg_attrdef'::regclass::oid AS classid, d.oid AS objid
  FROM tree JOIN pg_catalog.pg_attrdef d ON d.adrelid = tree.oid
  UNION ALL
  SELECT 'pg_catalog.pg_constraint'::regclass::oid, k.oid
  FROM tree JOIN pg_catalog.pg_constraint k ON k.conrelid = tree.oid AND k.contype = 'c'
  UNION ALL
  SELECT 'pg_catalog.pg_constraint'::regclass::oid, k.oid
  FROM chain c JOIN pg_catalog.pg_constraint k ON k.contypid = c.type_oid
  UNION ALL
  SELECT 'pg_catalog.pg_class'::regclass::oid, i.indexrelid
  FROM tree JOIN pg_catalog.pg_index i ON i.indrelid = tree.oid
), used AS (
  SELECT DISTINCT d.refclassid, d.refobjid
  FROM expression e
  JOIN pg_catalog.pg_depend d ON d.classid = e.classid AND d.objid = e.objid
  WHERE d.refclassid IN ('pg_catalog.pg_proc'::regclass, 'pg_catalog.pg_operator'::regclass,
    'pg_catalog.pg_class'::regclass)
), called AS (
  SELECT u.refobjid AS oid FROM used u WHERE u.refclassid = 'pg_catalog.pg_proc'::regclass
  UNION
  SELECT o.oprcode::oid FROM used u JOIN pg_catalog.pg_operator o ON o.oid = u.refobjid
  WHERE u.refclassid = 'pg_catalog.pg_operator'::regclass
)
SELECT pg_catalog.json_build_object(
  'oid', rel.oid::bigint,
  'schema', rel.nspname,
  'name', rel.relname,
  'quoted', pg_catalog.format('%I.%I', rel.nspname, rel.relname),
  'quoted_schema', pg_catalog.quote_ident(rel.nspname),
  'kind', rel.relkind,
  'persistence', rel.relpersistence,
  'owned_by_us', rel.relowner = ours.owner_role,
  'child', EXISTS (SELECT FROM pg_catalog.pg_inherits h WHERE h.inhrelid = rel.oid),
  'parent', rel.relkind = 'r' AND EXISTS (
    SELECT FROM pg_catalog.pg_inherits h WHERE h.inhparent = rel.oid),
  'replica_identity', rel.relreplident,
  'row_security', rel.relrowsecurity,
  'columns', (
    SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'number', a.attnum, 'name', a.attname, 'quoted', pg_catalog.quote_ident(a.attname),
      'not_null', a.not_null, 'generated', a.attgenerated, 'identity', a.attidentity,
      'types', t.chain) ORDER BY a.attnum), '[]'::json)
    FROM att a JOIN typed t ON t.attnum = a.attnum),
  'primary_key', (
    SELECT pg_catalog.json_build_object('columns', k.conkey, 'deferrable', k.condeferrable)
    FROM pg_catalog.pg_constraint k WHERE k.conrelid = rel.oid AND k.contype = 'p'),
  'partial_unique', (
    SELECT coalesce(pg_catalog.json_agg(i.indkey[0]), '[]'::json)
    FROM pg_catalog.pg_index i
    WHERE i.indrelid = rel.oid AND i.indisunique AND i.indpred IS NOT NULL AND i.indnkeyatts = 1),
  'unique', (
    SELECT coalesce(pg_catalog.json_agg(i.indkey[0]), '[]'::json)
    FROM pg_catalog.pg_index i
    WHERE i.indrelid = rel.oid AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
      AND i.indnkeyatts = 1),
  'indexes', (
    SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', ic.relname, 'columns', (
        SELECT pg_catalog.json_agg(k.attnum ORDER BY k.place)
        FROM pg_catalog.unnest(i.indkey::int2[]) WITH ORDINALITY k (attnum, place)
        WHERE k.place <= i.indnkeyatts)) ORDER BY ic.relname), '[]'::json)
    FROM pg_catalog.pg_index i
    JOIN pg_catalog.pg_class ic ON ic.oid = i.indexrelid
    JOIN pg_catalog.pg_am m ON m.oid = ic.relam AND m.amname = 'btree'
    WHERE i.indrelid = rel.oid AND i.indisvalid AND NOT i.indisprimary AND i.indpred IS NULL
      AND i.indexprs IS NULL),
  'partitions', (
    SELECT coalesce(pg_catalog.json_agg(t.oid::bigint ORDER BY t.oid), '[]'::json)
    FROM tree t WHERE t.oid <> rel.oid),
  'owner_privileges', (
    SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'privilege', acl.privilege_type, 'grantable', acl.is_grantable,
      'public', acl.grantee = 0)
      ORDER BY acl.privilege_type, acl.is_grantable, acl.grantee), '[]'::json)
    FROM acl WHERE acl.grantee IN (0, ours.owner_role)),
  'owner_may', (
    SELECT coalesce(pg_catalog.json_agg(p.privilege), '[]'::json)
    FROM pg_catalog.unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p (privilege)
    WHERE pg_catalog.has_table_privilege(ours.owner_role, rel.oid, p.privilege)),
  'owner_uses_schema', pg_catalog.has_schema_privilege(ours.owner_role, rel.schema_oid, 'USAGE'),
  'worker_uses_schema', pg_catalog.has_schema_privilege(ours.worker_role, rel.schema_oid, 'USAGE'),
  'worker_reads', pg_catalog.has_table_privilege(ours.worker_role, rel.oid, 'SELECT'),
  'grantees', (
    SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'oid', g.grantee::bigint, 'quoted', CASE g.grantee WHEN 0 THEN 'PUBLIC'
        ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(g.grantee)) END)
      ORDER BY g.grantee), '[]'::json)
    FROM (SELECT DISTINCT acl.grantee FROM acl) g
    WHERE g.grantee <> rel.relowner AND NOT EXISTS (
      SELECT FROM pg_catalog.pg_roles r WHERE r.oid = g.grantee AND r.rolname IN (
        'synchro_owner', 'synchro_adapter', 'synchro_seed', 'synchro_monitor', 'synchro_operator',
        'synchro_worker'))),
  'sequences', (
    SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'quoted', pg_catalog.format('%I.%I', n.nspname, s.relname),
      'usable', pg_catalog.has_sequence_privilege(ours.owner_role, s.oid, 'USAGE'))
      ORDER BY n.nspname, s.relname), '[]'::json)
    FROM used u
    JOIN pg_catalog.pg_class s ON s.oid = u.refobjid AND s.relkind = 'S'
    JOIN pg_catalog.pg_namespace n ON n.oid = s.relnamespace
    WHERE u.refclassid = 'pg_catalog.pg_class'::regclass),
  'functions', (
    SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'quoted', pg_catalog.format('%I.%I(%s)', n.nspname, f.proname,
        pg_catalog.pg_get_function_identity_arguments(f.oid)),
      'usable', pg_catalog.has_function_privilege(ours.owner_role, f.oid, 'EXECUTE'))
      ORDER BY n.nspname, f.proname, f.oid), '[]'::json)
    FROM called c
    JOIN pg_catalog.pg_proc f ON f.oid = c.oid
    JOIN pg_catalog.pg_namespace n ON n.oid = f.pronamespace),
  'policies', (
    SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', p.polname, 'quoted', pg_catalog.quote_ident(p.polname), 'command', p.polcmd,
      'permissive', p.polpermissive,
      'roles', p.polroles::bigint[],
      'to_owner', ours.owner_role = ANY (p.polroles),
      'to_worker', ours.worker_role = ANY (p.polroles),
      'to_public', 0::oid = ANY (p.polroles),
      'using', pg_catalog.pg_get_expr(p.polqual, p.polrelid),
      'check', pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)) ORDER BY p.polname), '[]'::json)
    FROM pg_catalog.pg_policy p WHERE p.polrelid = rel.oid),
  'publication', (
    SELECT pg_catalog.json_build_object(
      'quoted', pg_catalog.quote_ident(b.pubname),
      'all_tables', b.puballtables,
      'schemas', EXISTS (
        SELECT FROM pg_catalog.pg_publication_namespace pn WHERE pn.pnpubid = b.oid),
      'operations', b.pubinsert AND b.pubupdate AND b.pubdelete AND b.pubtruncate,
      'via_root', b.pubviaroot,
      'generated', b.pubgencols,
      'member', (
        SELECT pg_catalog.json_build_object(
          'filtered', r.prqual IS NOT NULL, 'listed', r.prattrs IS NOT NULL)
        FROM pg_catalog.pg_publication_rel r WHERE r.prpubid = b.oid AND r.prrelid = rel.oid))
    FROM pg_catalog.pg_publication b WHERE b.pubname = p_publication::name)
)
FROM rel, ours
$body$;
ALTER FUNCTION synchro.relation_facts(oid, text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.relation_facts(oid, text) FROM PUBLIC;
COMMENT ON FUNCTION synchro.relation_facts(oid, text) IS 'Collects what the catalogue says about one relation and its place in a publication';

-- dev.synchro.backend.function.SchemaFunctions.schemaManifest
CREATE FUNCTION synchro.schema_manifest_octets()
  RETURNS bytea
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'byte[]=dev.synchro.backend.function.SchemaFunctions.schemaManifest()';
ALTER FUNCTION synchro.schema_manifest_octets() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.schema_manifest_octets() FROM PUBLIC;
COMMENT ON FUNCTION synchro.schema_manifest_octets() IS 'UTF-8 octets behind synchro.synchro_schema_manifest: Returns the newest schema manifest with its version and hash, read from one record';

-- dev.synchro.backend.function.RecoveryFunctions
CREATE FUNCTION synchro.synchro_abort_coordination(p_operation_id uuid)
  RETURNS boolean
  LANGUAGE plpgsql
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
DECLARE v_state text; BEGIN SELECT c.state INTO v_state FROM synchro.coordination AS c WHERE c.operation_id = p_operation_id FOR UPDATE; IF v_state IS NULL THEN RAISE EXCEPTION USING ERRCODE = '42704', MESSAGE = 'there is no operation of this id {"error":{"code":"unknown_object","reason":"unknown_operation"}}'; END IF; IF v_state IN ('activated', 'cleanup_complete', 'aborted') THEN RETURN false; END IF; UPDATE synchro.coordination SET abort_requested = true, updated_at = pg_catalog.now() WHERE operation_id = p_operation_id; RETURN true; END
$body$;
ALTER FUNCTION synchro.synchro_abort_coordination(uuid) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_abort_coordination(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_abort_coordination(uuid) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_abort_coordination(uuid) IS 'Asks the worker to abort an operation; false when it cannot be aborted any more, 42704 when there is none of this id';

-- dev.synchro.backend.function.RecoveryFunctions
CREATE FUNCTION synchro.synchro_assert_projection_reader(p_relation oid)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE STRICT SECURITY INVOKER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
BEGIN IF NOT coalesce(pg_catalog.has_table_privilege(p_relation, 'SELECT'), false) THEN RAISE EXCEPTION USING ERRCODE = '42501', MESSAGE = 'reader lacks SELECT on the source relation'; END IF; RETURN true; END
$body$;
ALTER FUNCTION synchro.synchro_assert_projection_reader(oid) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_assert_projection_reader(oid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_assert_projection_reader(oid) TO synchro_operator, synchro_worker;
COMMENT ON FUNCTION synchro.synchro_assert_projection_reader(oid) IS 'Returns true to who may read a source relation, and raises 42501 to anyone else';

-- dev.synchro.backend.function.BackfillFunction.backfill
CREATE FUNCTION synchro.synchro_backfill_bucket_edges(p_table_name text DEFAULT NULL, p_batch_size bigint DEFAULT 1000)
  RETURNS json
  LANGUAGE java
  VOLATILE CALLED ON NULL INPUT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET "DateStyle" TO 'ISO'
  SET "TimeZone" TO 'UTC'
  SET "IntervalStyle" TO 'iso_8601'
  SET bytea_output TO 'hex'
  SET extra_float_digits TO '1'
  SET row_security TO 'on'
  SET synchro.user_id TO ''
  SET array_nulls TO 'on'
  SET standard_conforming_strings TO 'on'
  SET transform_null_equals TO 'off'
  SET quote_all_identifiers TO 'off'
  AS 'java.lang.String=dev.synchro.backend.function.BackfillFunction.backfill(java.lang.String,java.lang.Long)';
ALTER FUNCTION synchro.synchro_backfill_bucket_edges(text, bigint) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_backfill_bucket_edges(text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_backfill_bucket_edges(text, bigint) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_backfill_bucket_edges(text, bigint) IS 'Recomputes which scopes every row of one table, or of all, is in, and returns how much it saw';

-- dev.synchro.backend.function.ContractFunctions.buildFingerprint
CREATE FUNCTION synchro.synchro_build_fingerprint()
  RETURNS text
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'java.lang.String=dev.synchro.backend.function.ContractFunctions.buildFingerprint()';
ALTER FUNCTION synchro.synchro_build_fingerprint() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_build_fingerprint() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_build_fingerprint() TO synchro_adapter;
COMMENT ON FUNCTION synchro.synchro_build_fingerprint() IS 'Returns the fingerprint of the loaded library, 64 lowercase hexadecimal digits';

-- dev.synchro.backend.function.ClientFunctions.compact
CREATE FUNCTION synchro.synchro_compact(p_stale_threshold text DEFAULT '30 days', p_batch_size integer DEFAULT 10000)
  RETURNS json
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'java.lang.String=dev.synchro.backend.function.ClientFunctions.compact(java.lang.String,int)';
ALTER FUNCTION synchro.synchro_compact(text, integer) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_compact(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_compact(text, integer) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_compact(text, integer) IS 'Expires clients not heard of for too long and deletes removals nobody needs any more';

-- dev.synchro.backend.function.SettingFunctions.configure
CREATE FUNCTION synchro.synchro_configure(p_name text, p_value text)
  RETURNS void
  LANGUAGE java
  VOLATILE CALLED ON NULL INPUT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'dev.synchro.backend.function.SettingFunctions.configure(java.lang.String,java.lang.String)';
ALTER FUNCTION synchro.synchro_configure(text, text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_configure(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_configure(text, text) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_configure(text, text) IS 'Sets one setting of this database; NULL takes it back to its default';

-- dev.synchro.backend.function.ContractFunctions.contractInfo
CREATE FUNCTION synchro.synchro_contract_info()
  RETURNS json
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'java.lang.String=dev.synchro.backend.function.ContractFunctions.contractInfo()';
ALTER FUNCTION synchro.synchro_contract_info() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_contract_info() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_contract_info() TO synchro_adapter;
COMMENT ON FUNCTION synchro.synchro_contract_info() IS 'Returns the versions of extension, SQL contract and protocol, and whether library and objects are of one build';

-- dev.synchro.backend.function.RecoveryFunctions.coordinationStatus
CREATE FUNCTION synchro.synchro_coordination_status()
  RETURNS json
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'java.lang.String=dev.synchro.backend.function.RecoveryFunctions.coordinationStatus()';
ALTER FUNCTION synchro.synchro_coordination_status() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_coordination_status() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_coordination_status() TO synchro_operator, synchro_worker;
COMMENT ON FUNCTION synchro.synchro_coordination_status() IS 'Returns the newest stream reset or projection bootstrap, with null members when there is none';

-- dev.synchro.backend.function.CoordinatorFunctions.drift
CREATE FUNCTION synchro.synchro_coordinator_drift()
  RETURNS boolean
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'boolean=dev.synchro.backend.function.CoordinatorFunctions.drift()';
ALTER FUNCTION synchro.synchro_coordinator_drift() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_coordinator_drift() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_coordinator_drift() TO synchro_worker;
COMMENT ON FUNCTION synchro.synchro_coordinator_drift() IS 'Returns whether a registered relation is gone, no longer has the shape it was registered with, or was outside the publication for a while';

-- dev.synchro.backend.table.AssignmentFunctionTable
CREATE FUNCTION synchro.synchro_coordinator_function_fingerprint(p_function oid)
  RETURNS text
  LANGUAGE sql
  STABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
SELECT synchro.function_facts(p_function) ->> 'fingerprint'
$body$;
ALTER FUNCTION synchro.synchro_coordinator_function_fingerprint(oid) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_coordinator_function_fingerprint(oid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_coordinator_function_fingerprint(oid) TO synchro_worker;
COMMENT ON FUNCTION synchro.synchro_coordinator_function_fingerprint(oid) IS 'The fingerprint of a function as it is now, NULL when it is gone';

-- dev.synchro.backend.table.ProjectionViewTable
CREATE FUNCTION synchro.synchro_coordinator_record_id(p_key bytea)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE LEAKPROOF STRICT SECURITY DEFINER PARALLEL SAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
SELECT CASE pg_catalog.get_byte(p_key, 0) WHEN 1 THEN pg_catalog.convert_from(pg_catalog.substring(p_key, 11), 'UTF8') WHEN 2 THEN ('x' || pg_catalog.encode(pg_catalog.substring(p_key, 3), 'hex'))::bit(32)::integer::text ELSE ('x' || pg_catalog.encode(pg_catalog.substring(p_key, 3), 'hex'))::bit(64)::bigint::text END
$body$;
ALTER FUNCTION synchro.synchro_coordinator_record_id(bytea) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_coordinator_record_id(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_coordinator_record_id(bytea) TO synchro_worker;
COMMENT ON FUNCTION synchro.synchro_coordinator_record_id(bytea) IS 'The key of a row as text, from its octets, for projection views';

-- dev.synchro.backend.function.ClientFunctions.debug
CREATE FUNCTION synchro.synchro_debug(p_user_id text, p_client_id text)
  RETURNS json
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'java.lang.String=dev.synchro.backend.function.ClientFunctions.debug(java.lang.String,java.lang.String)';
ALTER FUNCTION synchro.synchro_debug(text, text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_debug(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_debug(text, text) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_debug(text, text) IS 'Shows what is stored of a client and of its scopes';

-- dev.synchro.backend.function.ScopeFunctions.grantUserScope
CREATE FUNCTION synchro.synchro_grant_user_scope(p_user_id text, p_scope_id text)
  RETURNS void
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'dev.synchro.backend.function.ScopeFunctions.grantUserScope(java.lang.String,java.lang.String)';
ALTER FUNCTION synchro.synchro_grant_user_scope(text, text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_grant_user_scope(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_grant_user_scope(text, text) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_grant_user_scope(text, text) IS 'Gives a scope to one user, whose clients have it from their next connect on';

-- dev.synchro.backend.function.HealthFunctions.detail
CREATE FUNCTION synchro.synchro_health_detail()
  RETURNS json
  LANGUAGE plpgsql
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
BEGIN
  RETURN synchro.health_detail_java();
EXCEPTION WHEN SQLSTATE 'SYNCH' THEN
  RAISE;
END
$body$;
ALTER FUNCTION synchro.synchro_health_detail() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_health_detail() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_health_detail() TO synchro_monitor, synchro_operator;
COMMENT ON FUNCTION synchro.synchro_health_detail() IS 'Returns every readiness check with its state and reason, and what was observed';

-- dev.synchro.backend.function.ClientFunctions.injectClientRetentionExpiry
CREATE FUNCTION synchro.synchro_inject_client_retention_expiry(p_user_id text, p_client_id text)
  RETURNS boolean
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'boolean=dev.synchro.backend.function.ClientFunctions.injectClientRetentionExpiry(java.lang.String,java.lang.String)';
ALTER FUNCTION synchro.synchro_inject_client_retention_expiry(text, text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_inject_client_retention_expiry(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_inject_client_retention_expiry(text, text) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_inject_client_retention_expiry(text, text) IS 'Marks the active generation of a client for expiry at the next compaction; false when there is none';

-- dev.synchro.backend.function.PortableFunctions
CREATE FUNCTION synchro.synchro_portable(p_value date)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
SELECT p_value BETWEEN '0001-01-01' AND '9999-12-31'
$body$;
ALTER FUNCTION synchro.synchro_portable(date) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_portable(date) FROM PUBLIC;
COMMENT ON FUNCTION synchro.synchro_portable(date) IS 'Whether clients can hold a date: it is finite and of the years 1 to 9999';

-- dev.synchro.backend.function.PortableFunctions
CREATE FUNCTION synchro.synchro_portable(p_value double precision)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
SELECT p_value NOT IN ('NaN', 'Infinity', '-Infinity')
$body$;
ALTER FUNCTION synchro.synchro_portable(double precision) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_portable(double precision) FROM PUBLIC;
COMMENT ON FUNCTION synchro.synchro_portable(double precision) IS 'Whether clients can hold a floating point number: it is finite';

-- dev.synchro.backend.function.PortableFunctions
CREATE FUNCTION synchro.synchro_portable(p_value numeric)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
SELECT p_value NOT IN ('NaN', 'Infinity', '-Infinity')
$body$;
ALTER FUNCTION synchro.synchro_portable(numeric) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_portable(numeric) FROM PUBLIC;
COMMENT ON FUNCTION synchro.synchro_portable(numeric) IS 'Whether clients can hold a number: it is finite';

-- dev.synchro.backend.function.PortableFunctions
CREATE FUNCTION synchro.synchro_portable(p_value time)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
SELECT p_value < '24:00:00'
$body$;
ALTER FUNCTION synchro.synchro_portable(time) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_portable(time) FROM PUBLIC;
COMMENT ON FUNCTION synchro.synchro_portable(time) IS 'Whether clients can hold a time of day: it is before 24:00:00';

-- dev.synchro.backend.function.PortableFunctions
CREATE FUNCTION synchro.synchro_portable(p_value timestamptz)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
SELECT p_value >= '0001-01-01 00:00:00+00' AND p_value < '10000-01-01 00:00:00+00'
$body$;
ALTER FUNCTION synchro.synchro_portable(timestamptz) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_portable(timestamptz) FROM PUBLIC;
COMMENT ON FUNCTION synchro.synchro_portable(timestamptz) IS 'Whether clients can hold a time stamp: it is finite and of the years 1 to 9999 in UTC';

-- dev.synchro.backend.function.PortableFunctions
CREATE FUNCTION synchro.synchro_portable(p_value timestamp)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
SELECT p_value >= '0001-01-01 00:00:00' AND p_value < '10000-01-01 00:00:00'
$body$;
ALTER FUNCTION synchro.synchro_portable(timestamp) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_portable(timestamp) FROM PUBLIC;
COMMENT ON FUNCTION synchro.synchro_portable(timestamp) IS 'Whether clients can hold a time stamp without zone: finite and of the years 1 to 9999';

-- dev.synchro.backend.function.PortableFunctions.json
CREATE FUNCTION synchro.synchro_portable_json(p_value json)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  RETURN synchro.portable_json_octets(pg_catalog.convert_to(p_value::text, 'UTF8'));
ALTER FUNCTION synchro.synchro_portable_json(json) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_portable_json(json) FROM PUBLIC;
COMMENT ON FUNCTION synchro.synchro_portable_json(json) IS 'Whether clients can hold a JSON value';

-- dev.synchro.backend.function.PortableFunctions
CREATE FUNCTION synchro.synchro_portable_json(p_value jsonb)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
SELECT synchro.portable_json_octets(pg_catalog.convert_to(p_value::pg_catalog.text, 'UTF8'))
$body$;
ALTER FUNCTION synchro.synchro_portable_json(jsonb) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_portable_json(jsonb) FROM PUBLIC;
COMMENT ON FUNCTION synchro.synchro_portable_json(jsonb) IS 'Whether clients can hold a JSON value';

-- dev.synchro.backend.function.ProjectionViewFunction.prepare
CREATE FUNCTION synchro.synchro_prepare_projection_view(p_relation_name text, p_view_name text, p_projected_columns text[])
  RETURNS json
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET "DateStyle" TO 'ISO'
  SET "TimeZone" TO 'UTC'
  SET "IntervalStyle" TO 'iso_8601'
  SET bytea_output TO 'hex'
  SET extra_float_digits TO '1'
  SET row_security TO 'on'
  SET synchro.user_id TO ''
  SET array_nulls TO 'on'
  SET standard_conforming_strings TO 'on'
  SET transform_null_equals TO 'off'
  SET quote_all_identifiers TO 'off'
  AS 'java.lang.String=dev.synchro.backend.function.ProjectionViewFunction.prepare(java.lang.String,java.lang.String,java.lang.String[])';
ALTER FUNCTION synchro.synchro_prepare_projection_view(text, text, text[]) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_prepare_projection_view(text, text, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_prepare_projection_view(text, text, text[]) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_prepare_projection_view(text, text, text[]) IS 'Creates the view through which membership functions read a registered relation, or returns the one that is there';

-- dev.synchro.backend.function.HealthFunctions.readiness
CREATE FUNCTION synchro.synchro_readiness()
  RETURNS json
  LANGUAGE plpgsql
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
BEGIN
  RETURN synchro.readiness_java();
EXCEPTION WHEN SQLSTATE 'SYNCH' THEN
  RAISE;
END
$body$;
ALTER FUNCTION synchro.synchro_readiness() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_readiness() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_readiness() TO synchro_adapter, synchro_monitor;
COMMENT ON FUNCTION synchro.synchro_readiness() IS 'Returns whether everything is ready, and no more; never raises';

-- dev.synchro.backend.function.AssignmentFunctions.register
CREATE FUNCTION synchro.synchro_register_assignment_function(p_function text, p_max_scopes integer DEFAULT 1000)
  RETURNS void
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'dev.synchro.backend.function.AssignmentFunctions.register(java.lang.String,int)';
ALTER FUNCTION synchro.synchro_register_assignment_function(text, integer) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_register_assignment_function(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_register_assignment_function(text, integer) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_register_assignment_function(text, integer) IS 'Makes a function of the application name further scopes of each user, asked at connect';

-- dev.synchro.backend.function.RegistrationFunctions.registerCaptureDependency
CREATE FUNCTION synchro.synchro_register_capture_dependency(p_relation_name text, p_capture_key_columns text[], p_captured_columns text[])
  RETURNS void
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET "DateStyle" TO 'ISO'
  SET "TimeZone" TO 'UTC'
  SET "IntervalStyle" TO 'iso_8601'
  SET bytea_output TO 'hex'
  SET extra_float_digits TO '1'
  SET row_security TO 'on'
  SET synchro.user_id TO ''
  SET array_nulls TO 'on'
  SET standard_conforming_strings TO 'on'
  SET transform_null_equals TO 'off'
  SET quote_all_identifiers TO 'off'
  AS 'dev.synchro.backend.function.RegistrationFunctions.registerCaptureDependency(java.lang.String,java.lang.String[],java.lang.String[])';
ALTER FUNCTION synchro.synchro_register_capture_dependency(text, text[], text[]) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_register_capture_dependency(text, text[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_register_capture_dependency(text, text[], text[]) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_register_capture_dependency(text, text[], text[]) IS 'Captures columns of a relation that clients never see, for scope templates and membership functions to read';

-- dev.synchro.backend.function.RegistrationFunctions.registerMembershipDependency
CREATE FUNCTION synchro.synchro_register_membership_dependency(p_dependency_table_name text, p_target_table_name text, p_impact_function text, p_dependency_field_ids text[], p_max_impact_rows integer DEFAULT 1000)
  RETURNS void
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET "DateStyle" TO 'ISO'
  SET "TimeZone" TO 'UTC'
  SET "IntervalStyle" TO 'iso_8601'
  SET bytea_output TO 'hex'
  SET extra_float_digits TO '1'
  SET row_security TO 'on'
  SET synchro.user_id TO ''
  SET array_nulls TO 'on'
  SET standard_conforming_strings TO 'on'
  SET transform_null_equals TO 'off'
  SET quote_all_identifiers TO 'off'
  AS 'dev.synchro.backend.function.RegistrationFunctions.registerMembershipDependency(java.lang.String,java.lang.String,java.lang.String,java.lang.String[],int)';
ALTER FUNCTION synchro.synchro_register_membership_dependency(text, text, text, text[], integer) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_register_membership_dependency(text, text, text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_register_membership_dependency(text, text, text, text[], integer) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_register_membership_dependency(text, text, text, text[], integer) IS 'Says which rows of a table a change in another registered relation reaches, for a table whose membership function reads that relation';

-- dev.synchro.backend.function.ScopeFunctions.registerSharedScope
CREATE FUNCTION synchro.synchro_register_shared_scope(p_scope_id text, p_portable boolean DEFAULT false)
  RETURNS void
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'dev.synchro.backend.function.ScopeFunctions.registerSharedScope(java.lang.String,boolean)';
ALTER FUNCTION synchro.synchro_register_shared_scope(text, boolean) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_register_shared_scope(text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_register_shared_scope(text, boolean) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_register_shared_scope(text, boolean) IS 'Declares a shared scope, assigned to every active client at once';

-- dev.synchro.backend.function.RegistrationFunctions.registerTable
CREATE FUNCTION synchro.synchro_register_table(p_table_name text, p_membership_function text, p_composition text, p_pk_column text DEFAULT 'id', p_updated_at_col text DEFAULT 'updated_at', p_deleted_at_col text DEFAULT 'deleted_at', p_push_policy text DEFAULT 'enabled', p_exclude_columns text[] DEFAULT '{}', p_sync_columns text[] DEFAULT '{}', p_max_scope_fanout integer DEFAULT 8, p_affected_scopes text[] DEFAULT '{}', p_scopes text[] DEFAULT '{}')
  RETURNS void
  LANGUAGE java
  VOLATILE CALLED ON NULL INPUT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET "DateStyle" TO 'ISO'
  SET "TimeZone" TO 'UTC'
  SET "IntervalStyle" TO 'iso_8601'
  SET bytea_output TO 'hex'
  SET extra_float_digits TO '1'
  SET row_security TO 'on'
  SET synchro.user_id TO ''
  SET array_nulls TO 'on'
  SET standard_conforming_strings TO 'on'
  SET transform_null_equals TO 'off'
  SET quote_all_identifiers TO 'off'
  AS 'dev.synchro.backend.function.RegistrationFunctions.registerTable(java.lang.String,java.lang.String,java.lang.String,java.lang.String,java.lang.String,java.lang.String,java.lang.String,java.lang.String[],java.lang.String[],java.lang.Integer,java.lang.String[],java.lang.String[])';
ALTER FUNCTION synchro.synchro_register_table(text, text, text, text, text, text, text, text[], text[], integer, text[], text[]) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_register_table(text, text, text, text, text, text, text, text[], text[], integer, text[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_register_table(text, text, text, text, text, text, text, text[], text[], integer, text[], text[]) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_register_table(text, text, text, text, text, text, text, text[], text[], integer, text[], text[]) IS 'Registers a table for synchronization, or registers it anew with other parameters';

-- dev.synchro.backend.function.RegistrationSqlFunction.registrationSql
CREATE FUNCTION synchro.synchro_registration_sql(p_table_name text, p_push_policy text DEFAULT 'enabled', p_publication text DEFAULT NULL, p_user_column text DEFAULT NULL, p_deleted_at_col text DEFAULT 'deleted_at')
  RETURNS SETOF text
  LANGUAGE java
  VOLATILE CALLED ON NULL INPUT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET "DateStyle" TO 'ISO'
  SET "TimeZone" TO 'UTC'
  SET "IntervalStyle" TO 'iso_8601'
  SET bytea_output TO 'hex'
  SET extra_float_digits TO '1'
  SET row_security TO 'on'
  SET synchro.user_id TO ''
  SET array_nulls TO 'on'
  SET standard_conforming_strings TO 'on'
  SET transform_null_equals TO 'off'
  SET quote_all_identifiers TO 'off'
  AS 'dev.synchro.backend.function.RegistrationSqlFunction.registrationSql(java.lang.String,java.lang.String,java.lang.String,java.lang.String,java.lang.String)';
ALTER FUNCTION synchro.synchro_registration_sql(text, text, text, text, text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_registration_sql(text, text, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_registration_sql(text, text, text, text, text) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_registration_sql(text, text, text, text, text) IS 'Returns the statements that prepare a table for registration, in the order in which its owner runs them';

-- dev.synchro.backend.function.RecoveryFunctions.requestStreamReset
CREATE FUNCTION synchro.synchro_request_stream_reset()
  RETURNS json
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'java.lang.String=dev.synchro.backend.function.RecoveryFunctions.requestStreamReset()';
ALTER FUNCTION synchro.synchro_request_stream_reset() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_request_stream_reset() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_request_stream_reset() TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_request_stream_reset() IS 'Asks the worker to start the stream anew from the tables, and returns the operation that does it';

-- dev.synchro.backend.function.ClientFunctions.retireClient
CREATE FUNCTION synchro.synchro_retire_client(p_user_id text, p_client_id text)
  RETURNS json
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'java.lang.String=dev.synchro.backend.function.ClientFunctions.retireClient(java.lang.String,java.lang.String)';
ALTER FUNCTION synchro.synchro_retire_client(text, text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_retire_client(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_retire_client(text, text) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_retire_client(text, text) IS 'Retires a client identity for ever, with everything stored for it';

-- dev.synchro.backend.function.TokenKeyFunctions.retire
CREATE FUNCTION synchro.synchro_retire_token_key(p_key_id text)
  RETURNS boolean
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'boolean=dev.synchro.backend.function.TokenKeyFunctions.retire(java.lang.String)';
ALTER FUNCTION synchro.synchro_retire_token_key(text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_retire_token_key(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_retire_token_key(text) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_retire_token_key(text) IS 'Erases the secret of a token key that no longer signs and returns whether it still had one';

-- dev.synchro.backend.function.RecoveryFunctions.retryPoison
CREATE FUNCTION synchro.synchro_retry_wal_poison()
  RETURNS boolean
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'boolean=dev.synchro.backend.function.RecoveryFunctions.retryPoison()';
ALTER FUNCTION synchro.synchro_retry_wal_poison() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_retry_wal_poison() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_retry_wal_poison() TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_retry_wal_poison() IS 'Asks the worker to retry the transaction that stopped capture, clears integrity faults, and returns whether there was any of both';

-- dev.synchro.backend.function.ScopeFunctions.revokeUserScope
CREATE FUNCTION synchro.synchro_revoke_user_scope(p_user_id text, p_scope_id text)
  RETURNS void
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'dev.synchro.backend.function.ScopeFunctions.revokeUserScope(java.lang.String,java.lang.String)';
ALTER FUNCTION synchro.synchro_revoke_user_scope(text, text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_revoke_user_scope(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_revoke_user_scope(text, text) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_revoke_user_scope(text, text) IS 'Takes a scope from one user, whose clients lose it at their next connect';

-- dev.synchro.backend.function.TokenKeyFunctions.rotate
CREATE FUNCTION synchro.synchro_rotate_token_key(p_purpose text)
  RETURNS text
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'java.lang.String=dev.synchro.backend.function.TokenKeyFunctions.rotate(java.lang.String)';
ALTER FUNCTION synchro.synchro_rotate_token_key(text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_rotate_token_key(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_rotate_token_key(text) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_rotate_token_key(text) IS 'Makes a new active token key for a purpose and returns its id; the former one only verifies from now on';

-- dev.synchro.backend.function.SchemaFunctions.schemaManifest
CREATE FUNCTION synchro.synchro_schema_manifest()
  RETURNS json
  LANGUAGE sql
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  RETURN pg_catalog.convert_from(synchro.schema_manifest_octets(), 'UTF8')::json;
ALTER FUNCTION synchro.synchro_schema_manifest() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_schema_manifest() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_schema_manifest() TO synchro_adapter, synchro_seed;
COMMENT ON FUNCTION synchro.synchro_schema_manifest() IS 'Returns the newest schema manifest with its version and hash, read from one record';

-- dev.synchro.backend.function.SettingFunctions.settings
CREATE FUNCTION synchro.synchro_settings()
  RETURNS json
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'java.lang.String=dev.synchro.backend.function.SettingFunctions.settings()';
ALTER FUNCTION synchro.synchro_settings() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_settings() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_settings() TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_settings() IS 'Returns the text in force of every setting by its name, null where there is none';

-- dev.synchro.backend.function.SchemaFunctions.tables
CREATE FUNCTION synchro.synchro_tables()
  RETURNS json
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'java.lang.String=dev.synchro.backend.function.SchemaFunctions.tables()';
ALTER FUNCTION synchro.synchro_tables() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_tables() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_tables() TO synchro_adapter;
COMMENT ON FUNCTION synchro.synchro_tables() IS 'Returns the synchronized tables with their columns and push policy';

-- dev.synchro.backend.function.AssignmentFunctions.unregister
CREATE FUNCTION synchro.synchro_unregister_assignment_function()
  RETURNS void
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'dev.synchro.backend.function.AssignmentFunctions.unregister()';
ALTER FUNCTION synchro.synchro_unregister_assignment_function() OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_unregister_assignment_function() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_unregister_assignment_function() TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_unregister_assignment_function() IS 'Forgets the assignment function; clients lose what it named at their next connect';

-- dev.synchro.backend.function.ScopeFunctions.unregisterSharedScope
CREATE FUNCTION synchro.synchro_unregister_shared_scope(p_scope_id text)
  RETURNS void
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'dev.synchro.backend.function.ScopeFunctions.unregisterSharedScope(java.lang.String)';
ALTER FUNCTION synchro.synchro_unregister_shared_scope(text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_unregister_shared_scope(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_unregister_shared_scope(text) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_unregister_shared_scope(text) IS 'Takes a shared scope from every active client and forgets it';

-- dev.synchro.backend.function.RegistrationFunctions.unregisterTable
CREATE FUNCTION synchro.synchro_unregister_table(p_table_name text)
  RETURNS void
  LANGUAGE java
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET "DateStyle" TO 'ISO'
  SET "TimeZone" TO 'UTC'
  SET "IntervalStyle" TO 'iso_8601'
  SET bytea_output TO 'hex'
  SET extra_float_digits TO '1'
  SET row_security TO 'on'
  SET synchro.user_id TO ''
  SET array_nulls TO 'on'
  SET standard_conforming_strings TO 'on'
  SET transform_null_equals TO 'off'
  SET quote_all_identifiers TO 'off'
  AS 'dev.synchro.backend.function.RegistrationFunctions.unregisterTable(java.lang.String)';
ALTER FUNCTION synchro.synchro_unregister_table(text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_unregister_table(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_unregister_table(text) TO synchro_operator;
COMMENT ON FUNCTION synchro.synchro_unregister_table(text) IS 'Takes a table out of synchronization';

-- dev.synchro.backend.Synchro
CREATE FUNCTION synchro.written_json(p_text text)
  RETURNS json
  LANGUAGE internal
  IMMUTABLE STRICT SECURITY DEFINER PARALLEL SAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS 'xmltotext';
ALTER FUNCTION synchro.written_json(text) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.written_json(text) FROM PUBLIC;
COMMENT ON FUNCTION synchro.written_json(text) IS 'Takes a text that was written as JSON for what it is, without parsing it';

-- dev.synchro.backend.function.ConnectFunction.connect
CREATE FUNCTION synchro.synchro_connect(p_user_id text, p_request json)
  RETURNS json
  LANGUAGE plpgsql
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET "DateStyle" TO 'ISO'
  SET "TimeZone" TO 'UTC'
  SET "IntervalStyle" TO 'iso_8601'
  SET bytea_output TO 'hex'
  SET extra_float_digits TO '1'
  SET row_security TO 'on'
  SET synchro.user_id TO ''
  SET array_nulls TO 'on'
  SET standard_conforming_strings TO 'on'
  SET transform_null_equals TO 'off'
  SET quote_all_identifiers TO 'off'
  AS $body$
BEGIN
  RETURN synchro.written_json(pg_catalog.convert_from(synchro.connect_octets(p_user_id, pg_catalog.convert_to(p_request::text, 'UTF8')), 'UTF8'));
EXCEPTION WHEN SQLSTATE 'SYNCH' THEN
  RAISE;
END
$body$;
ALTER FUNCTION synchro.synchro_connect(text, json) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_connect(text, json) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_connect(text, json) TO synchro_adapter;
COMMENT ON FUNCTION synchro.synchro_connect(text, json) IS 'Answers with the schema and the scopes the caller is to hold';

-- dev.synchro.backend.function.PullFunction.pull
CREATE FUNCTION synchro.synchro_pull(p_user_id text, p_request json)
  RETURNS json
  LANGUAGE plpgsql
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
BEGIN
  RETURN synchro.written_json(pg_catalog.convert_from(synchro.pull_octets(p_user_id, pg_catalog.convert_to(p_request::text, 'UTF8')), 'UTF8'));
EXCEPTION WHEN SQLSTATE 'SYNCH' THEN
  RAISE;
END
$body$;
ALTER FUNCTION synchro.synchro_pull(text, json) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_pull(text, json) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_pull(text, json) TO synchro_adapter;
COMMENT ON FUNCTION synchro.synchro_pull(text, json) IS 'Answers with the changes in the caller''s scopes since its cursors';

-- dev.synchro.backend.function.PushFunction.push
CREATE FUNCTION synchro.synchro_push(p_user_id text, p_request json)
  RETURNS json
  LANGUAGE plpgsql
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  SET "DateStyle" TO 'ISO'
  SET "TimeZone" TO 'UTC'
  SET "IntervalStyle" TO 'iso_8601'
  SET bytea_output TO 'hex'
  SET extra_float_digits TO '1'
  SET row_security TO 'on'
  SET synchro.user_id TO ''
  SET array_nulls TO 'on'
  SET standard_conforming_strings TO 'on'
  SET transform_null_equals TO 'off'
  SET quote_all_identifiers TO 'off'
  AS $body$
BEGIN
  RETURN synchro.written_json(pg_catalog.convert_from(synchro.push_octets(p_user_id, pg_catalog.convert_to(p_request::text, 'UTF8')), 'UTF8'));
EXCEPTION WHEN SQLSTATE 'SYNCH' THEN
  RAISE;
END
$body$;
ALTER FUNCTION synchro.synchro_push(text, json) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_push(text, json) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_push(text, json) TO synchro_adapter;
COMMENT ON FUNCTION synchro.synchro_push(text, json) IS 'Executes the caller''s mutations under row security and answers with their outcomes';

-- dev.synchro.backend.function.RebuildFunction.rebuild
CREATE FUNCTION synchro.synchro_rebuild(p_user_id text, p_request json)
  RETURNS json
  LANGUAGE plpgsql
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  SET search_path TO pg_catalog, synchro, pg_temp
  AS $body$
BEGIN
  RETURN synchro.written_json(pg_catalog.convert_from(synchro.rebuild_octets(p_user_id, pg_catalog.convert_to(p_request::text, 'UTF8')), 'UTF8'));
EXCEPTION WHEN SQLSTATE 'SYNCH' THEN
  RAISE;
END
$body$;
ALTER FUNCTION synchro.synchro_rebuild(text, json) OWNER TO synchro_owner;
REVOKE ALL ON FUNCTION synchro.synchro_rebuild(text, json) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION synchro.synchro_rebuild(text, json) TO synchro_adapter;
COMMENT ON FUNCTION synchro.synchro_rebuild(text, json) IS 'Answers with one page of a scope, every page of one rebuild from the same state';

-- dev.synchro.backend.table.SettingTable
SELECT pg_catalog.pg_extension_config_dump('synchro.setting', '');

-- dev.synchro.backend.table.TokenKeyTable
INSERT INTO synchro.token_key (key_id, purpose, number, state, secret) SELECT p.purpose || '-v1', p.purpose, 1, 'active', synchro.new_token_secret() FROM pg_catalog.unnest(ARRAY['incremental_cursor', 'rebuild_cursor', 'seed_page', 'seed_continuation', 'seed_session']) AS p (purpose);

-- Default deny for everything at once, beyond what stands at each object.
REVOKE ALL ON ALL TABLES IN SCHEMA synchro FROM PUBLIC;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA synchro FROM PUBLIC;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA synchro FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA synchro_projection FROM PUBLIC;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA synchro_projection FROM PUBLIC;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA synchro_projection FROM PUBLIC;

-- Nothing may be left open to PUBLIC, not even by a built-in default.
DO LANGUAGE plpgsql $body$
DECLARE
  v_open text;
BEGIN
  SELECT pg_catalog.string_agg(DISTINCT object.name, ', ') INTO v_open
  FROM (
    SELECT relnamespace AS namespace, relname AS name, relacl AS acl
    FROM pg_catalog.pg_class WHERE relkind NOT IN ('c', 'i', 'I', 't')
    UNION ALL SELECT pronamespace, proname, proacl FROM pg_catalog.pg_proc
    UNION ALL SELECT typnamespace, typname, typacl FROM pg_catalog.pg_type
    WHERE typsubscript <> 'pg_catalog.array_subscript_handler'::pg_catalog.regproc
    UNION ALL SELECT oid, nspname, nspacl FROM pg_catalog.pg_namespace
  ) AS object
  JOIN pg_catalog.pg_namespace ON pg_namespace.oid = object.namespace
  WHERE pg_namespace.nspname = ANY (ARRAY['synchro', 'synchro_projection']::text[])
    AND (object.acl IS NULL
      OR EXISTS (SELECT FROM pg_catalog.aclexplode(object.acl) WHERE grantee = 0));
  IF v_open IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'internal_error',
      MESSAGE = pg_catalog.format('install script leaves objects open to PUBLIC: %s', v_open);
  END IF;
END
$body$;
