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
