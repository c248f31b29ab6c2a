-- Who: a superuser, in each database synchro serves, after 10-create-group-roles.sql.
-- Changes: creates the worker's login, the only login of the server that may replicate, and lets it
--   and the runtime groups connect to this database. The login has no password yet: set one with
--   \password of psql, and restrict it in pg_hba.conf to this database (see README.md).
-- Undo: REVOKE CONNECT ON DATABASE ... FROM the roles below, then DROP ROLE, or 90-drop.sql.
-- Safe to repeat.

DO $worker_login$
DECLARE
  login_name constant text := 'synchro_worker_login';
  group_name text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = login_name) THEN
    EXECUTE format('CREATE ROLE %I LOGIN REPLICATION NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE'
      ' NOBYPASSRLS', login_name);
  END IF;
  -- NOINHERIT alone does not keep the group's rights away: the option of the membership decides.
  EXECUTE format('GRANT synchro_worker TO %I WITH INHERIT FALSE, SET TRUE, ADMIN FALSE', login_name);
  -- A login that inherits nothing cannot connect by a right of its group, so it gets the right itself.
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), login_name);
  FOREACH group_name IN ARRAY ARRAY['synchro_adapter', 'synchro_seed', 'synchro_monitor',
    'synchro_operator']
  LOOP
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), group_name);
  END LOOP;
END
$worker_login$;
