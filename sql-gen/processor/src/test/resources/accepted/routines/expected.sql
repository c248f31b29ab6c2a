-- shop 1.0.0
-- Written by the annotation processor from the classes named above each object.
-- Change the annotations there, never this text.

\echo Use "CREATE EXTENSION shop" to load this file. \quit

-- What must hold before anything is created.
DO LANGUAGE plpgsql $body$
BEGIN
  IF pg_catalog.current_setting('server_version_num')::integer / 10000 <> 18 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'feature_not_supported',
      MESSAGE = pg_catalog.format('shop 1.0.0 needs PostgreSQL 18, this server is %s',
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
      MESSAGE = pg_catalog.format('shop needs a database with encoding UTF8, this one has %s',
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
      MESSAGE = 'shop needs the language java, this database has none',
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
    FROM pg_catalog.unnest(ARRAY['shop_owner', 'shop_clerk', 'shop_worker']::text[])
      WITH ORDINALITY AS required(name, position)
    LEFT JOIN pg_catalog.pg_roles AS role ON role.rolname = required.name
    WHERE role.oid IS NULL OR role.rolcanlogin OR role.rolsuper OR role.rolcreatedb
      OR role.rolcreaterole OR role.rolbypassrls OR role.rolreplication
  ) AS deviations;
  IF v_deviations IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'object_not_in_prerequisite_state',
      MESSAGE = 'group roles are not as shop needs them: ' || v_deviations,
      HINT = 'Create the roles first.';
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
  WHERE pg_namespace.nspname = 'shop';
  IF v_objects > 0 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'object_not_in_prerequisite_state',
      MESSAGE = pg_catalog.format('schema %I must be empty, it holds %s objects', 'shop', v_objects),
      HINT = 'Move what lies in it elsewhere, or drop the schema.';
  END IF;
END
$body$;

-- demo.Source
ALTER SCHEMA shop OWNER TO shop_owner;
REVOKE ALL ON SCHEMA shop FROM PUBLIC;
COMMENT ON SCHEMA shop IS 'The shop';

-- What the owner creates later is closed too. Only the global statements can take away a
-- built-in default; those of the schemas undo grants made for a schema.
ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner
  REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner
  REVOKE USAGE ON TYPES FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner IN SCHEMA shop
  REVOKE ALL ON TABLES FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner IN SCHEMA shop
  REVOKE ALL ON SEQUENCES FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner IN SCHEMA shop
  REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner IN SCHEMA shop
  REVOKE USAGE ON TYPES FROM PUBLIC;

-- demo.Source
CREATE FUNCTION shop.name_of_default()
  RETURNS text
  LANGUAGE sql
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  RETURN 'x'::text;
ALTER FUNCTION shop.name_of_default() OWNER TO shop_owner;
REVOKE ALL ON FUNCTION shop.name_of_default() FROM PUBLIC;
COMMENT ON FUNCTION shop.name_of_default() IS 'A default';

-- demo.Source
CREATE TABLE shop.setting (
  name text NOT NULL DEFAULT shop.name_of_default()
);
ALTER TABLE shop.setting OWNER TO shop_owner;
REVOKE ALL ON TABLE shop.setting FROM PUBLIC;
REVOKE ALL ON TYPE shop.setting FROM PUBLIC;
COMMENT ON TABLE shop.setting IS 'Settings';

-- demo.Source
CREATE FUNCTION shop.raise(p_text text)
  RETURNS void
  LANGUAGE plpgsql
  VOLATILE CALLED ON NULL INPUT SECURITY DEFINER PARALLEL UNSAFE
  AS $body1$
BEGIN RAISE '%', '$body$' || p_text; END
$body1$;
ALTER FUNCTION shop.raise(text) OWNER TO shop_owner;
REVOKE ALL ON FUNCTION shop.raise(text) FROM PUBLIC;
COMMENT ON FUNCTION shop.raise(text) IS 'Raises an error';

-- demo.Source
INSERT INTO shop.setting VALUES ('a');

-- demo.Source
CREATE FUNCTION shop.raise_helper()
  RETURNS SETOF text
  LANGUAGE sql
  STABLE STRICT SECURITY INVOKER PARALLEL SAFE
  COST 5
  ROWS 3
  AS $body$
SELECT 'it''s'
-- helps
$body$;
ALTER FUNCTION shop.raise_helper() OWNER TO shop_owner;
REVOKE ALL ON FUNCTION shop.raise_helper() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.raise_helper() TO shop_clerk;
COMMENT ON FUNCTION shop.raise_helper() IS 'Nothing';

-- demo.Source
CREATE FUNCTION shop.raise(p_number bigint)
  RETURNS void
  LANGUAGE sql
  VOLATILE STRICT SECURITY DEFINER PARALLEL UNSAFE
  BEGIN ATOMIC
SELECT shop.raise(p_number::text);
END;
ALTER FUNCTION shop.raise(bigint) OWNER TO shop_owner;
REVOKE ALL ON FUNCTION shop.raise(bigint) FROM PUBLIC;
COMMENT ON FUNCTION shop.raise(bigint) IS 'Raises an error by number';

-- Default deny for everything at once, beyond what stands at each object.
REVOKE ALL ON ALL TABLES IN SCHEMA shop FROM PUBLIC;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA shop FROM PUBLIC;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA shop FROM PUBLIC;

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
  WHERE pg_namespace.nspname = ANY (ARRAY['shop']::text[])
    AND (object.acl IS NULL
      OR EXISTS (SELECT FROM pg_catalog.aclexplode(object.acl) WHERE grantee = 0));
  IF v_open IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'internal_error',
      MESSAGE = pg_catalog.format('install script leaves objects open to PUBLIC: %s', v_open);
  END IF;
END
$body$;
