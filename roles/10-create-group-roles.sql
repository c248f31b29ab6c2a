-- Who: a superuser, once for the whole server, before CREATE EXTENSION synchro_pg.
-- Changes: creates the six group roles of synchro, or gives existing ones the attributes they must have.
-- Undo: 90-drop.sql.
-- Safe to repeat.

DO $group_roles$
DECLARE
  role_name text;
  existing record;
BEGIN
  IF NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
    -- PostgreSQL makes a creator without superuser a member of what it creates; these roles have no
    -- members but the logins of the next scripts.
    RAISE EXCEPTION 'the group roles must be created by a superuser, the current role is none'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  FOREACH role_name IN ARRAY ARRAY['synchro_owner', 'synchro_adapter', 'synchro_seed',
    'synchro_monitor', 'synchro_operator', 'synchro_worker']
  LOOP
    SELECT rolcanlogin OR rolsuper OR rolcreatedb OR rolcreaterole OR rolbypassrls
             OR rolreplication AS deviates
      INTO existing FROM pg_catalog.pg_roles WHERE rolname = role_name;
    IF NOT FOUND THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS'
        ' NOREPLICATION', role_name);
    ELSIF existing.deviates THEN
      EXECUTE format('ALTER ROLE %I NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS'
        ' NOREPLICATION', role_name);
    END IF;
  END LOOP;
END
$group_roles$;
