-- Who: the migration role, that is the owner of the application's tables, in the database synchro
--   serves, before the worker starts for the first time. It needs CREATE on the database.
-- Changes: creates the publication synchro_pub without tables, or gives an existing one the options
--   synchro relies on. Registration of a table prints the statement that adds it.
-- Undo: DROP PUBLICATION synchro_pub.
-- Safe to repeat.

DO $publication$
DECLARE
  publication_name constant text := 'synchro_pub';
  existing record;
BEGIN
  SELECT pubowner::regrole::text AS owner_name, pg_catalog.pg_has_role(pubowner, 'MEMBER') AS ours,
         puballtables AS all_tables,
         pubinsert AND pubupdate AND pubdelete AND pubtruncate AND pubviaroot AND pubgencols = 's'
           AS right_options
    INTO existing FROM pg_catalog.pg_publication WHERE pubname = publication_name;
  IF NOT FOUND THEN
    IF NOT pg_catalog.has_database_privilege(current_database(), 'CREATE') THEN
      RAISE EXCEPTION 'role % must have CREATE on database %', current_user, current_database()
        USING ERRCODE = 'insufficient_privilege',
        HINT = 'A superuser grants it with GRANT CREATE ON DATABASE.';
    END IF;
    EXECUTE format('CREATE PUBLICATION %I WITH (publish = ''insert, update, delete, truncate'','
      ' publish_via_partition_root = true, publish_generated_columns = stored)', publication_name);
  ELSIF NOT existing.ours THEN
    RAISE EXCEPTION 'publication % must belong to the role that owns the tables, its owner is %',
      publication_name, existing.owner_name USING ERRCODE = 'insufficient_privilege';
  ELSIF existing.all_tables THEN
    RAISE EXCEPTION 'publication % must list its tables, it is FOR ALL TABLES', publication_name
      USING ERRCODE = 'object_not_in_prerequisite_state',
      HINT = 'Drop it and run this script again.';
  ELSIF NOT existing.right_options THEN
    EXECUTE format('ALTER PUBLICATION %I SET (publish = ''insert, update, delete, truncate'','
      ' publish_via_partition_root = true, publish_generated_columns = stored)', publication_name);
  END IF;
END
$publication$;
