\echo Use "CREATE EXTENSION synchro_java" to load this file. \quit

-- Java code here has no sandbox: both languages belong to superusers alone.
CREATE FUNCTION pg_catalog.synchro_java_call() RETURNS language_handler
  LANGUAGE c AS 'MODULE_PATHNAME', 'synchro_java_call';

CREATE FUNCTION pg_catalog.synchro_java_validate(oid) RETURNS void
  STRICT LANGUAGE c AS 'MODULE_PATHNAME', 'synchro_java_validate';

CREATE LANGUAGE java HANDLER pg_catalog.synchro_java_call VALIDATOR pg_catalog.synchro_java_validate;
CREATE LANGUAGE javau HANDLER pg_catalog.synchro_java_call VALIDATOR pg_catalog.synchro_java_validate;
COMMENT ON LANGUAGE java IS 'Java functions of the embedded development stack';
COMMENT ON LANGUAGE javau IS 'Java functions of the embedded development stack';
