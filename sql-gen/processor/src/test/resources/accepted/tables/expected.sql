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
CREATE TYPE shop.box AS (
  width integer,
  label text COLLATE pg_catalog."C"
);
ALTER TYPE shop.box OWNER TO shop_owner;
REVOKE ALL ON TYPE shop.box FROM PUBLIC;
GRANT USAGE ON TYPE shop.box TO shop_clerk;
COMMENT ON TYPE shop.box IS 'Measures of a box';

-- demo.Source
CREATE TABLE shop.stock (
  item integer NOT NULL,
  shelf smallint NOT NULL,
  count integer NOT NULL DEFAULT 0,
  CONSTRAINT stock_pkey PRIMARY KEY (shelf, item)
);
ALTER TABLE shop.stock OWNER TO shop_owner;
REVOKE ALL ON TABLE shop.stock FROM PUBLIC;
REVOKE ALL ON TYPE shop.stock FROM PUBLIC;
COMMENT ON TABLE shop.stock IS 'Stocks';

-- demo.Source
CREATE FUNCTION shop.refuse_change()
  RETURNS trigger
  LANGUAGE plpgsql
  VOLATILE CALLED ON NULL INPUT SECURITY DEFINER PARALLEL UNSAFE
  AS $body$
BEGIN RAISE EXCEPTION 'immutable'; END
$body$;
ALTER FUNCTION shop.refuse_change() OWNER TO shop_owner;
REVOKE ALL ON FUNCTION shop.refuse_change() FROM PUBLIC;
COMMENT ON FUNCTION shop.refuse_change() IS 'Refuses a change';

-- demo.Source
CREATE TABLE shop.item (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  name text COLLATE pg_catalog."C" NOT NULL,
  tags text[] STORAGE EXTERNAL NOT NULL DEFAULT '{}',
  box shop.box,
  CONSTRAINT item_pkey PRIMARY KEY (id),
  CONSTRAINT item_name_key UNIQUE (name),
  CONSTRAINT item_name_tags_key UNIQUE NULLS NOT DISTINCT (name, tags),
  CONSTRAINT named CHECK (name <> '')
);
ALTER TABLE shop.item OWNER TO shop_owner;
REVOKE ALL ON TABLE shop.item FROM PUBLIC;
REVOKE ALL ON TYPE shop.item FROM PUBLIC;
REVOKE ALL ON SEQUENCE shop.item_id_seq FROM PUBLIC;
GRANT SELECT ON TABLE shop.item TO shop_worker;
COMMENT ON TABLE shop.item IS 'Items';
COMMENT ON SEQUENCE shop.item_id_seq IS 'Numbers of column id of table item';
CREATE INDEX item_by_tag ON shop.item USING gin (tags);
COMMENT ON INDEX shop.item_by_tag IS 'Finds rows of item by tags';
CREATE UNIQUE INDEX item_named ON shop.item USING btree (name, id) INCLUDE (tags)
  WHERE name <> '';
COMMENT ON INDEX shop.item_named IS 'Keeps names apart';
CREATE TRIGGER immutable_row BEFORE UPDATE OR DELETE ON shop.item
  FOR EACH ROW
  EXECUTE FUNCTION shop.refuse_change();
COMMENT ON TRIGGER immutable_row ON shop.item IS 'Refuses UPDATE and DELETE';
CREATE TRIGGER immutable_table BEFORE TRUNCATE ON shop.item
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.refuse_change();
COMMENT ON TRIGGER immutable_table ON shop.item IS 'Refuses TRUNCATE';
CREATE TRIGGER watch AFTER INSERT OR UPDATE ON shop.item
  FOR EACH ROW
  WHEN (NEW.name <> '')
  EXECUTE FUNCTION shop.refuse_change('it''s', 'b');
COMMENT ON TRIGGER watch ON shop.item IS 'Watches names';

-- demo.Source
CREATE TABLE shop."order" (
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  item integer NOT NULL,
  "grösse" numeric(10,2),
  at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  CONSTRAINT order_pkey PRIMARY KEY (number),
  CONSTRAINT "order_grösse_check" CHECK (grösse > 0),
  CONSTRAINT order_item_fkey FOREIGN KEY (item) REFERENCES shop.item (id) ON DELETE CASCADE
)
WITH (fillfactor = 80, autovacuum_enabled = true);
ALTER TABLE shop."order" OWNER TO shop_owner;
REVOKE ALL ON TABLE shop."order" FROM PUBLIC;
REVOKE ALL ON TYPE shop."order" FROM PUBLIC;
REVOKE ALL ON SEQUENCE shop.order_number_seq FROM PUBLIC;
GRANT SELECT, INSERT ON TABLE shop."order" TO shop_worker;
GRANT USAGE ON SEQUENCE shop.order_number_seq TO shop_worker;
COMMENT ON TABLE shop."order" IS 'What customers'' orders are';
COMMENT ON COLUMN shop."order".item IS 'What was ordered';
COMMENT ON SEQUENCE shop.order_number_seq IS 'Numbers of column number of table order';
CREATE TRIGGER immutable_row BEFORE UPDATE ON shop."order"
  FOR EACH ROW
  EXECUTE FUNCTION shop.refuse_change();
COMMENT ON TRIGGER immutable_row ON shop."order" IS 'Refuses UPDATE';
CREATE TRIGGER immutable_table BEFORE TRUNCATE ON shop."order"
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.refuse_change();
COMMENT ON TRIGGER immutable_table ON shop."order" IS 'Refuses TRUNCATE';

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
