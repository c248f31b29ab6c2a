-- Who: any role that may connect, in the database synchro serves.
-- Changes: nothing. Each row is one deviation from what scripts 10 to 50 and the extension set up:
--   the object, what is expected of it and what was found. No row means that all is well.
-- Safe to repeat.

WITH
group_names (rolname) AS (
  VALUES ('synchro_owner'::name), ('synchro_adapter'), ('synchro_seed'), ('synchro_monitor'),
    ('synchro_operator'), ('synchro_worker')
),
group_roles AS (
  SELECT r.* FROM pg_catalog.pg_roles AS r JOIN group_names USING (rolname)
),
members AS (
  SELECT g.rolname AS group_name, r.oid AS member_oid, r.rolname AS member_name,
         m.admin_option, m.inherit_option, m.set_option
    FROM pg_catalog.pg_auth_members AS m
    JOIN group_roles AS g ON g.oid = m.roleid
    JOIN pg_catalog.pg_roles AS r ON r.oid = m.member
),
-- One membership can have been granted several times, by different grantors: any right it gives counts.
memberships AS (
  SELECT group_name, member_oid, member_name, bool_or(admin_option) AS admin_option,
         bool_or(inherit_option) AS inherit_option, bool_or(set_option) AS set_option
    FROM members GROUP BY group_name, member_oid, member_name
),
logins AS (
  SELECT r.*, m.group_name, m.group_name = 'synchro_worker' AS is_worker,
         m.admin_option, m.inherit_option, m.set_option
    FROM memberships AS m JOIN pg_catalog.pg_roles AS r ON r.oid = m.member_oid
    WHERE m.group_name <> 'synchro_owner'
      AND NOT EXISTS (SELECT FROM group_names AS n WHERE n.rolname = r.rolname)
),
this_database AS (
  SELECT * FROM pg_catalog.pg_database WHERE datname = current_database()
),
extension AS (
  SELECT oid FROM pg_catalog.pg_extension WHERE extname = 'synchro_pg'
),
own_schemas AS (
  SELECT n.* FROM pg_catalog.pg_namespace AS n
    WHERE n.nspname IN ('synchro', 'synchro_projection') AND EXISTS (SELECT FROM extension)
),
own_objects (kind, object_name, owner, acl, object_class) AS (
  SELECT 'schema', quote_ident(nspname), nspowner, nspacl, 'n'::"char" FROM own_schemas
  UNION ALL
  SELECT CASE c.relkind WHEN 'S' THEN 'sequence' ELSE 'table' END,
         format('%I.%I', s.nspname, c.relname), c.relowner, c.relacl,
         CASE c.relkind WHEN 'S' THEN 'S' ELSE 'r' END::"char"
    FROM pg_catalog.pg_class AS c JOIN own_schemas AS s ON s.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
  UNION ALL
  SELECT 'function', format('%I.%I(%s)', s.nspname, p.proname,
           pg_catalog.pg_get_function_identity_arguments(p.oid)), p.proowner, p.proacl, 'f'
    FROM pg_catalog.pg_proc AS p JOIN own_schemas AS s ON s.oid = p.pronamespace
  UNION ALL
  -- Array types follow their element type, and a table's row type follows the table.
  SELECT 'type', format('%I.%I', s.nspname, t.typname), t.typowner, t.typacl, 'T'
    FROM pg_catalog.pg_type AS t JOIN own_schemas AS s ON s.oid = t.typnamespace
    WHERE t.typcategory <> 'A'
),
grants AS (
  SELECT o.kind, o.object_name, a.grantee, a.privilege_type
    FROM own_objects AS o CROSS JOIN LATERAL pg_catalog.aclexplode(o.acl) AS a
),
deviations (object, expected, found) AS (
  SELECT 'role ' || n.rolname, 'exists', 'missing'
    FROM group_names AS n
    WHERE NOT EXISTS (SELECT FROM group_roles AS g WHERE g.rolname = n.rolname)
  UNION ALL
  SELECT 'role ' || g.rolname, 'NO' || a.name, a.name
    FROM group_roles AS g
    CROSS JOIN LATERAL (VALUES ('LOGIN', g.rolcanlogin), ('SUPERUSER', g.rolsuper),
      ('CREATEDB', g.rolcreatedb), ('CREATEROLE', g.rolcreaterole),
      ('BYPASSRLS', g.rolbypassrls), ('REPLICATION', g.rolreplication)) AS a (name, held)
    WHERE a.held
  UNION ALL
  SELECT 'role ' || g.rolname, 'member of no role', 'member of ' || p.rolname
    FROM pg_catalog.pg_auth_members AS m
    JOIN group_roles AS g ON g.oid = m.member
    JOIN pg_catalog.pg_roles AS p ON p.oid = m.roleid
  UNION ALL
  SELECT 'role synchro_owner', 'no members', 'member ' || member_name
    FROM memberships WHERE group_name = 'synchro_owner'
  UNION ALL
  SELECT 'login ' || l.rolname, CASE WHEN a.wanted THEN '' ELSE 'NO' END || a.name,
         CASE WHEN a.wanted THEN 'NO' ELSE '' END || a.name
    FROM logins AS l
    CROSS JOIN LATERAL (VALUES ('LOGIN', l.rolcanlogin, true), ('SUPERUSER', l.rolsuper, false),
      ('CREATEDB', l.rolcreatedb, false), ('CREATEROLE', l.rolcreaterole, false),
      ('BYPASSRLS', l.rolbypassrls, false), ('REPLICATION', l.rolreplication, l.is_worker),
      ('INHERIT', l.rolinherit, NOT l.is_worker)) AS a (name, held, wanted)
    WHERE a.held <> a.wanted
  UNION ALL
  SELECT 'login ' || l.rolname, 'member of ' || l.group_name || ' only', 'member of ' || p.rolname
    FROM logins AS l
    JOIN pg_catalog.pg_auth_members AS m ON m.member = l.oid
    JOIN pg_catalog.pg_roles AS p ON p.oid = m.roleid
    WHERE p.rolname <> l.group_name
  UNION ALL
  SELECT 'membership of ' || l.rolname || ' in ' || l.group_name,
         a.name || ' ' || upper(a.wanted::text), a.name || ' ' || upper(a.held::text)
    FROM logins AS l
    CROSS JOIN LATERAL (VALUES ('ADMIN', l.admin_option, false),
      ('INHERIT', l.inherit_option, NOT l.is_worker),
      -- Only the worker has to take the role on; for the others either value is right.
      ('SET', l.set_option, CASE WHEN l.is_worker THEN true ELSE l.set_option END)
      ) AS a (name, held, wanted)
    WHERE a.held <> a.wanted
  UNION ALL
  SELECT 'role synchro_worker', 'one worker login', count(*)::text || ' worker logins'
    FROM logins WHERE is_worker HAVING count(*) <> 1
  UNION ALL
  SELECT 'login ' || r.rolname, 'NOREPLICATION', 'REPLICATION'
    FROM pg_catalog.pg_roles AS r
    WHERE r.rolreplication AND NOT r.rolsuper
      AND NOT EXISTS (SELECT FROM logins AS l WHERE l.oid = r.oid)
      AND NOT EXISTS (SELECT FROM group_names AS n WHERE n.rolname = r.rolname)
  UNION ALL
  SELECT 'database ' || d.datname, 'CONNECT granted to ' || l.rolname || ' itself', 'not granted'
    FROM logins AS l CROSS JOIN this_database AS d
    WHERE l.is_worker AND NOT EXISTS (
      SELECT FROM pg_catalog.aclexplode(d.datacl) AS a
        WHERE a.grantee = l.oid AND a.privilege_type = 'CONNECT')
  UNION ALL
  SELECT 'database ' || d.datname, 'CONNECT for ' || l.rolname, 'none'
    FROM logins AS l CROSS JOIN this_database AS d
    WHERE NOT l.is_worker AND NOT pg_catalog.has_database_privilege(l.oid, d.oid, 'CONNECT')
  UNION ALL
  SELECT 'schema sqlj', 'USAGE for synchro_owner', 'none'
    FROM group_roles AS g CROSS JOIN pg_catalog.pg_namespace AS n
    WHERE g.rolname = 'synchro_owner' AND n.nspname = 'sqlj'
      AND NOT pg_catalog.has_schema_privilege(g.oid, n.oid, 'USAGE')
  UNION ALL
  SELECT 'setting wal_level', 'logical', current_setting('wal_level')
    WHERE current_setting('wal_level') <> 'logical'
  UNION ALL
  SELECT 'setting server_encoding', 'UTF8', current_setting('server_encoding')
    WHERE current_setting('server_encoding') <> 'UTF8'
  UNION ALL
  SELECT 'publication synchro_pub', 'exists', 'missing'
    WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_publication WHERE pubname = 'synchro_pub')
  UNION ALL
  SELECT 'publication synchro_pub', o.wanted, o.value
    FROM pg_catalog.pg_publication AS p
    CROSS JOIN LATERAL (VALUES
      ('publishes insert', CASE WHEN p.pubinsert THEN NULL ELSE 'insert not published' END),
      ('publishes update', CASE WHEN p.pubupdate THEN NULL ELSE 'update not published' END),
      ('publishes delete', CASE WHEN p.pubdelete THEN NULL ELSE 'delete not published' END),
      ('publishes truncate', CASE WHEN p.pubtruncate THEN NULL ELSE 'truncate not published' END),
      ('publish_via_partition_root = true',
        CASE WHEN p.pubviaroot THEN NULL ELSE 'publish_via_partition_root = false' END),
      ('publish_generated_columns = stored',
        CASE WHEN p.pubgencols = 's' THEN NULL ELSE 'publish_generated_columns = none' END),
      ('lists its tables', CASE WHEN p.puballtables THEN 'FOR ALL TABLES' END),
      ('lists its tables', CASE WHEN EXISTS (
        SELECT FROM pg_catalog.pg_publication_namespace AS s WHERE s.pnpubid = p.oid)
        THEN 'FOR TABLES IN SCHEMA' END),
      ('owner is not a synchro role', CASE WHEN EXISTS (
        SELECT FROM group_roles AS g WHERE g.oid = p.pubowner)
        THEN 'owner ' || p.pubowner::regrole::text END)
      ) AS o (wanted, value)
    WHERE p.pubname = 'synchro_pub' AND o.value IS NOT NULL
  UNION ALL
  SELECT 'publication synchro_pub', 'no column list and no row filter on '
           || format('%I.%I', n.nspname, c.relname), 'column list or row filter'
    FROM pg_catalog.pg_publication AS p
    JOIN pg_catalog.pg_publication_rel AS r ON r.prpubid = p.oid
    JOIN pg_catalog.pg_class AS c ON c.oid = r.prrelid
    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE p.pubname = 'synchro_pub' AND (r.prqual IS NOT NULL OR r.prattrs IS NOT NULL)
  UNION ALL
  SELECT 'publication synchro_pub', 'owned by the owner of ' || format('%I.%I', n.nspname, c.relname),
         'owner ' || p.pubowner::regrole::text
    FROM pg_catalog.pg_publication AS p
    JOIN pg_catalog.pg_publication_rel AS r ON r.prpubid = p.oid
    JOIN pg_catalog.pg_class AS c ON c.oid = r.prrelid
    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE p.pubname = 'synchro_pub' AND c.relowner <> p.pubowner
  UNION ALL
  SELECT kind || ' ' || object_name, 'owner synchro_owner', 'owner ' || owner::regrole::text
    FROM own_objects
    WHERE owner IS DISTINCT FROM (SELECT oid FROM group_roles WHERE rolname = 'synchro_owner')
  UNION ALL
  SELECT kind || ' ' || object_name, 'explicit grants only', 'the built-in default grants'
    FROM own_objects
    -- Without a grant list, PostgreSQL's defaults hold: they let everybody run a function.
    WHERE acl IS NULL AND object_class IN ('f', 'T')
  UNION ALL
  SELECT kind || ' ' || object_name, 'nothing for PUBLIC', string_agg(privilege_type, ', ')
    FROM grants WHERE grantee = 0 GROUP BY kind, object_name
  UNION ALL
  SELECT g.kind || ' ' || g.object_name, 'nothing for ' || r.rolname,
         string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type)
    FROM grants AS g JOIN group_roles AS r ON r.oid = g.grantee
    WHERE g.kind IN ('table', 'sequence')
      AND r.rolname IN ('synchro_adapter', 'synchro_seed', 'synchro_monitor', 'synchro_operator')
    GROUP BY g.kind, g.object_name, r.rolname
  UNION ALL
  SELECT g.kind || ' ' || g.object_name, 'grants to the synchro groups only',
         'grant to ' || g.grantee::regrole::text
    FROM grants AS g
    WHERE g.grantee <> 0 AND NOT EXISTS (SELECT FROM group_roles AS r WHERE r.oid = g.grantee)
    GROUP BY g.kind, g.object_name, g.grantee
  UNION ALL
  SELECT 'default privileges of synchro_owner', 'nothing for PUBLIC on new ' || d.what,
         'the built-in default grants'
    FROM (VALUES ('f'::"char", 'functions'), ('T', 'types')) AS d (object_class, what)
    WHERE EXISTS (SELECT FROM extension) AND NOT EXISTS (
      -- Only the form without a schema can take the built-in grants away.
      SELECT FROM pg_catalog.pg_default_acl AS a
        WHERE a.defaclobjtype = d.object_class AND a.defaclnamespace = 0
          AND a.defaclrole = (SELECT oid FROM group_roles WHERE rolname = 'synchro_owner')
          AND NOT EXISTS (SELECT FROM pg_catalog.aclexplode(a.defaclacl) AS e WHERE e.grantee = 0))
)
SELECT object, expected, found FROM deviations ORDER BY object, expected, found;
