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
