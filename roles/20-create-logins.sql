-- Who: a superuser, once for the whole server, after 10-create-group-roles.sql.
-- Changes: creates one example login for each runtime group but the worker's. They have no password
--   yet, so nobody can use them: set one with \password of psql, or use certificates.
--   For logins of your own, change the names in the list; each is a member of exactly one group.
-- Undo: DROP ROLE of the login, or 90-drop.sql for the names used here.
-- Safe to repeat.

DO $logins$
DECLARE
  pair record;
BEGIN
  FOR pair IN
    SELECT * FROM (VALUES
      ('synchro_adapter_login', 'synchro_adapter'),
      ('synchro_seed_login', 'synchro_seed'),
      ('synchro_monitor_login', 'synchro_monitor'),
      ('synchro_operator_login', 'synchro_operator')
    ) AS wanted (login_name, group_name)
  LOOP
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = pair.login_name) THEN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS'
        ' NOREPLICATION', pair.login_name);
    END IF;
    -- The options are written out: the INHERIT attribute of a role is only the default of a grant.
    EXECUTE format('GRANT %I TO %I WITH INHERIT TRUE, ADMIN FALSE',
      pair.group_name, pair.login_name);
  END LOOP;
END
$logins$;
