package dev.synchro.sqlgen.processor.emit;

import dev.synchro.sqlgen.processor.model.ExtensionDeclaration;
import dev.synchro.sqlgen.processor.model.Identifier;
import java.util.List;

/** The part of the script that looks at the server before anything is created. */
final class GuardSql {

  private static final String SERVER =
      """

      BEGIN
        IF pg_catalog.current_setting('server_version_num')::integer / 10000 <> $R THEN
          RAISE EXCEPTION USING
            ERRCODE = 'feature_not_supported',
            MESSAGE = pg_catalog.format('$R $R needs PostgreSQL $R, this server is %s',
              pg_catalog.current_setting('server_version')),
            HINT = 'Install it on a server of that major version.';
        END IF;
      END
      """;

  private static final String ENCODING =
      """

      BEGIN
        IF pg_catalog.getdatabaseencoding() <> 'UTF8' THEN
          RAISE EXCEPTION USING
            ERRCODE = 'feature_not_supported',
            MESSAGE = pg_catalog.format('$R needs a database with encoding UTF8, this one has %s',
              pg_catalog.getdatabaseencoding()),
            HINT = 'Create a database with ENCODING ''UTF8'' TEMPLATE template0.';
        END IF;
      END
      """;

  private static final String LANGUAGE =
      """

      BEGIN
        PERFORM FROM pg_catalog.pg_language WHERE lanname = 'java';
        IF NOT FOUND THEN
          RAISE EXCEPTION USING
            ERRCODE = 'object_not_in_prerequisite_state',
            MESSAGE = '$R needs the language java, this database has none',
            HINT = 'Install PL/Java 1.6.10 or later and run CREATE EXTENSION pljava first.';
        END IF;
      END
      """;

  private static final String ROLES =
      """

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
          FROM pg_catalog.unnest(ARRAY[$F]::text[])
            WITH ORDINALITY AS required(name, position)
          LEFT JOIN pg_catalog.pg_roles AS role ON role.rolname = required.name
          WHERE role.oid IS NULL OR role.rolcanlogin OR role.rolsuper OR role.rolcreatedb
            OR role.rolcreaterole OR role.rolbypassrls OR role.rolreplication
        ) AS deviations;
        IF v_deviations IS NOT NULL THEN
          RAISE EXCEPTION USING
            ERRCODE = 'object_not_in_prerequisite_state',
            MESSAGE = 'group roles are not as $R needs them: ' || v_deviations,
            HINT = $L;
        END IF;
      END
      """;

  private static final String EMPTY =
      """

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
        WHERE pg_namespace.nspname = $L;
        IF v_objects > 0 THEN
          RAISE EXCEPTION USING
            ERRCODE = 'object_not_in_prerequisite_state',
            MESSAGE = pg_catalog.format('schema %I must be empty, it holds %s objects', $L, v_objects),
            HINT = 'Move what lies in it elsewhere, or drop the schema.';
        END IF;
      END
      """;

  private static final String CLOSED =
      """

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
        WHERE pg_namespace.nspname = ANY (ARRAY[$F]::text[])
          AND (object.acl IS NULL
            OR EXISTS (SELECT FROM pg_catalog.aclexplode(object.acl) WHERE grantee = 0));
        IF v_open IS NOT NULL THEN
          RAISE EXCEPTION USING
            ERRCODE = 'internal_error',
            MESSAGE = pg_catalog.format('install script leaves objects open to PUBLIC: %s', v_open);
        END IF;
      END
      """;

  private final ExtensionDeclaration extension;

  GuardSql(ExtensionDeclaration extension) {
    this.extension = extension;
  }

  /** Refuses a server, a database or roles that do not fit, before anything is created. */
  void writeRequirements(SqlWriter writer) {
    writer.line("");
    writer.comment("What must hold before anything is created.");
    String name = extension.name();
    String schema = extension.schema().text();
    String major = Integer.toString(extension.serverMajor());
    run(writer, SqlFragment.of(SERVER, major, name, extension.version(), major));
    run(writer, SqlFragment.of(ENCODING, name));
    run(writer, SqlFragment.of(LANGUAGE, name));
    List<String> roles = extension.roles().stream().map(Identifier::text).toList();
    run(writer, SqlFragment.of(ROLES, literals(roles), name, extension.rolesHint()));
    run(writer, SqlFragment.of(EMPTY, schema, schema));
  }

  /** Refuses to end with an object that anybody may use. */
  void writeClosed(SqlWriter writer) {
    writer.line("");
    writer.comment("Nothing may be left open to PUBLIC, not even by a built-in default.");
    SqlFragment schemas =
        literals(extension.schemas().stream().map(schema -> schema.name().text()).toList());
    run(writer, SqlFragment.of(CLOSED, schemas));
  }

  /** Each check is a block of its own: a failure shows the reader only that one. */
  private static void run(SqlWriter writer, SqlFragment block) {
    writer.statement("DO LANGUAGE plpgsql $D", block.print());
  }

  private static SqlFragment literals(List<String> texts) {
    return SqlFragment.join(", ", texts.stream().map(text -> SqlFragment.of("$L", text)).toList());
  }
}
