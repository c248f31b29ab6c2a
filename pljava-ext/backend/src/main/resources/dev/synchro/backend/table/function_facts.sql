WITH ours AS (
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
), read AS (
  SELECT DISTINCT m.found[1]::oid AS oid
  FROM f, LATERAL pg_catalog.regexp_matches(f.body, ':relid ([0-9]+)', 'g') AS m (found)
  WHERE m.found[1] <> '0'
), called AS (
  SELECT DISTINCT m.found[2]::oid AS oid
  FROM f, LATERAL pg_catalog.regexp_matches(
    f.body, ':(funcid|opfuncid|aggfnoid|winfnoid) ([0-9]+)', 'g') AS m (found)
  WHERE m.found[2] <> '0'
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
    WHERE p.provolatile = 'v'
      OR (n.nspname <> 'pg_catalog' AND p.provolatile <> 'i')
      OR (n.nspname = 'pg_catalog' AND (
        pg_catalog.starts_with(p.proname, 'current_')
        OR pg_catalog.starts_with(p.proname, 'query_to_xml')
        OR pg_catalog.starts_with(p.proname, 'table_to_xml')
        OR pg_catalog.starts_with(p.proname, 'schema_to_xml')
        OR pg_catalog.starts_with(p.proname, 'database_to_xml')
        OR pg_catalog.starts_with(p.proname, 'cursor_to_xml')
        OR pg_catalog.starts_with(p.proname, 'inet_client_')
        OR p.proname IN ('session_user', 'user', 'getpgusername', 'pg_backend_pid',
          'pg_get_userbyid', 'pg_my_temp_schema', 'pg_conf_load_time', 'now', 'version')))),
  'session_values', f.body LIKE '%{SQLVALUEFUNCTION%' OR f.body LIKE '%{NEXTVALUEEXPR%',
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
