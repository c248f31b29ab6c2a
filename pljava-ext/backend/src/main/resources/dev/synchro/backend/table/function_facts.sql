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
