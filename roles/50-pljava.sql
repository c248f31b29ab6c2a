-- Who: a superuser, in each database synchro serves, after CREATE EXTENSION pljava.
-- Changes: lets synchro_owner, as whom the product's functions run, look into schema sqlj, where
--   PL/Java itself looks up classes in the name of whoever runs a function. CREATE EXTENSION pljava
--   grants this to nobody. Without PL/Java, or without that schema, nothing is changed.
-- Undo: REVOKE USAGE ON SCHEMA sqlj FROM synchro_owner.
-- Safe to repeat.

DO $pljava$
BEGIN
  IF EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = 'sqlj') THEN
    GRANT USAGE ON SCHEMA sqlj TO synchro_owner;
  END IF;
END
$pljava$;
