-- Who: a superuser, in the last database synchro served, after DROP EXTENSION synchro_pg there, after
--   the worker has been stopped and its slot dropped.
-- Changes: removes what scripts 10 to 50 made: the publication of this database, every grant to and
--   every policy for the roles in this database, the empty schema synchro, and the roles themselves.
--   Row security of application tables stays as it is, and so do the policies for the application's
--   own roles. Nothing is changed when something still stands in the way; the error names it.
-- Undo: scripts 10 to 50.
-- Safe to repeat.

DO $drop$
DECLARE
  role_names constant text[] := ARRAY['synchro_adapter_login', 'synchro_seed_login',
    'synchro_monitor_login', 'synchro_operator_login', 'synchro_worker_login', 'synchro_adapter',
    'synchro_seed', 'synchro_monitor', 'synchro_operator', 'synchro_worker', 'synchro_owner'];
  obstacle text;
  role_name text;
BEGIN
  IF EXISTS (SELECT FROM pg_catalog.pg_extension WHERE extname = 'synchro_pg') THEN
    RAISE EXCEPTION 'extension synchro_pg must be dropped first'
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  SELECT slot_name INTO obstacle FROM pg_catalog.pg_replication_slots
    WHERE database = current_database() AND slot_name LIKE 'synchro%' ORDER BY slot_name LIMIT 1;
  IF FOUND THEN
    -- A forgotten slot would hold the server's write-ahead log for ever.
    RAISE EXCEPTION 'replication slot % must be dropped first', obstacle
      USING ERRCODE = 'object_not_in_prerequisite_state',
      HINT = 'Stop the worker, then SELECT pg_drop_replication_slot(slot name).';
  END IF;
  SELECT r.rolname INTO obstacle FROM pg_catalog.pg_auth_members AS m
    JOIN pg_catalog.pg_roles AS r ON r.oid = m.member
    JOIN pg_catalog.pg_roles AS g ON g.oid = m.roleid
    WHERE g.rolname = ANY (role_names) AND r.rolname <> ALL (role_names) ORDER BY r.rolname LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'login % must be dropped or leave its synchro group first', obstacle
      USING ERRCODE = 'dependent_objects_still_exist';
  END IF;
  EXECUTE 'DROP PUBLICATION IF EXISTS synchro_pub';
  FOREACH role_name IN ARRAY role_names LOOP
    IF EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = role_name) THEN
      EXECUTE format('DROP OWNED BY %I', role_name);
      EXECUTE format('DROP ROLE %I', role_name);
    END IF;
  END LOOP;
END
$drop$;
