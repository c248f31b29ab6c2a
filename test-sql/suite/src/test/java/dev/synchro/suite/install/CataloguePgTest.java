package dev.synchro.suite.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The catalogue of a fresh installation holds what the annotations declare, and nothing else.
 * Contract 3.2, 4.1.
 */
class CataloguePgTest {

  private static InstalledDatabase database;

  @BeforeAll
  static void install() throws SQLException {
    database = InstalledDatabase.installed();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @Test
  void routinesAreAsDeclared() throws SQLException {
    List<String> declared =
        database.askManifest(
            """
            SELECT concat_ws(' | ', r->>'schema', r->>'name', r->>'arguments', r->>'returns',
              r->>'set', r->>'language', r->>'volatility', r->>'strict', r->>'security_definer',
              r->>'parallel',
              (SELECT string_agg(s, ';' ORDER BY n)
                 FROM json_array_elements_text(r->'settings') WITH ORDINALITY AS t(s, n)),
              (SELECT string_agg(e, ',' ORDER BY e COLLATE "C")
                 FROM json_array_elements_text(r->'executable_by') AS t(e)),
              'synchro_owner', r->>'comment')
            FROM json_array_elements(?::json->'routines') AS r\
            """);
    List<String> found =
        database.ask(
            """
            SELECT concat_ws(' | ', nspname, proname, oidvectortypes(proargtypes),
              format_type(prorettype, NULL), proretset::text, lanname, provolatile,
              proisstrict::text, prosecdef::text, proparallel,
              array_to_string(proconfig, ';'),
              (SELECT string_agg(grantee::regrole::text, ',' ORDER BY grantee::regrole::text COLLATE "C")
                 FROM aclexplode(proacl) WHERE grantee <> proowner AND privilege_type = 'EXECUTE'
                   AND NOT is_grantable),
              proowner::regrole, obj_description(pg_proc.oid, 'pg_proc'))
            FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
              JOIN pg_language ON pg_language.oid = prolang
            WHERE nspname IN ('synchro', 'synchro_projection')\
            """);

    assertThat(found).isNotEmpty().containsExactlyInAnyOrderElementsOf(declared);
  }

  @Test
  void tablesAreAsDeclared() throws SQLException {
    List<String> declared =
        database.askManifest(
            """
            SELECT concat_ws(' | ', t->>'schema', t->>'name',
              (SELECT string_agg(concat_ws(' ', c->>'name', c->>'type', c->>'nullable',
                  c->>'identity'), ', ' ORDER BY n)
                 FROM json_array_elements(t->'columns') WITH ORDINALITY AS u(c, n)),
              (SELECT string_agg(p, ',' ORDER BY p COLLATE "C")
                 FROM json_array_elements_text(t->'worker_may') AS u(p)),
              'synchro_owner', t->>'comment')
            FROM json_array_elements(?::json->'tables') AS t\
            """);
    List<String> found =
        database.ask(
            """
            SELECT concat_ws(' | ', nspname, relname,
              (SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, NULL),
                  (NOT attnotnull)::text, attidentity), ', ' ORDER BY attnum)
                 FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0),
              (SELECT string_agg(privilege_type, ',' ORDER BY privilege_type COLLATE "C")
                 FROM aclexplode(relacl) WHERE grantee = 'synchro_worker'::regrole
                   AND NOT is_grantable),
              relowner::regrole, obj_description(pg_class.oid, 'pg_class'))
            FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname IN ('synchro', 'synchro_projection') AND relkind = 'r'\
            """);

    assertThat(found).isNotEmpty().containsExactlyInAnyOrderElementsOf(declared);
  }

  @Test
  void constraintsIndexesAndTriggersAreAsDeclared() throws SQLException {
    List<String> declared =
        database.askManifest(
            """
            SELECT concat_ws(' | ', t->>'name', 'constraint', c)
            FROM json_array_elements(?::json->'tables') AS t,
              json_array_elements_text(t->'constraints') AS c
            """);
    declared.addAll(
        database.askManifest(
            """
            SELECT concat_ws(' | ', t->>'name', 'index', i->>'name', i->>'unique', i->>'comment')
            FROM json_array_elements(?::json->'tables') AS t, json_array_elements(t->'indexes') AS i
            """));
    declared.addAll(
        database.askManifest(
            """
            SELECT concat_ws(' | ', t->>'name', 'trigger', i->>'name', i->>'routine', i->>'comment')
            FROM json_array_elements(?::json->'tables') AS t, json_array_elements(t->'triggers') AS i
            """));
    List<String> found =
        database.ask(
            """
            SELECT concat_ws(' | ', relname, 'constraint', conname)
            FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
            WHERE connamespace IN ('synchro'::regnamespace, 'synchro_projection'::regnamespace)
              AND contype <> 'n'
            UNION ALL
            SELECT concat_ws(' | ', owner.relname, 'index', i.relname, indisunique::text,
              obj_description(i.oid, 'pg_class'))
            FROM pg_index JOIN pg_class AS i ON i.oid = indexrelid
              JOIN pg_class AS owner ON owner.oid = indrelid
            WHERE i.relnamespace IN ('synchro'::regnamespace, 'synchro_projection'::regnamespace)
              AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
            UNION ALL
            SELECT concat_ws(' | ', relname, 'trigger', tgname, proname,
              obj_description(pg_trigger.oid, 'pg_trigger'))
            FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
              JOIN pg_proc ON pg_proc.oid = tgfoid
            WHERE relnamespace IN ('synchro'::regnamespace, 'synchro_projection'::regnamespace)
              AND NOT tgisinternal
            """);

    assertThat(found).isNotEmpty().containsExactlyInAnyOrderElementsOf(declared);
  }

  @Test
  void sequencesAreAsDeclared() throws SQLException {
    List<String> declared =
        database.askManifest(
            """
            SELECT concat_ws(' | ', s->>'name',
              CASE WHEN (s->>'worker_usage')::boolean THEN 'synchro_worker=USAGE' END)
            FROM json_array_elements(?::json->'tables') AS t,
              json_array_elements(t->'sequences') AS s\
            """);
    List<String> found =
        database.ask(
            """
            SELECT concat_ws(' | ', relname,
              (SELECT string_agg(grantee::regrole || '=' || privilege_type, ',' ORDER BY grantee)
                 FROM aclexplode(relacl) WHERE grantee <> relowner))
            FROM pg_class
            WHERE relkind = 'S'
              AND relnamespace IN ('synchro'::regnamespace, 'synchro_projection'::regnamespace)\
            """);

    assertThat(found).isNotEmpty().containsExactlyInAnyOrderElementsOf(declared);
  }

  @Test
  void schemasAreAsDeclared() throws SQLException {
    List<String> declared =
        database.askManifest(
            """
            SELECT concat_ws(' | ', s->>'name', 'synchro_owner', s->>'comment',
              (SELECT string_agg(u || '=USAGE', ',' ORDER BY u COLLATE "C")
                 FROM json_array_elements_text(s->'usage') AS t(u)))
            FROM json_array_elements(?::json->'schemas') AS s\
            """);
    List<String> found =
        database.ask(
            """
            SELECT concat_ws(' | ', nspname, nspowner::regrole,
              obj_description(oid, 'pg_namespace'),
              (SELECT string_agg(grantee::regrole || '=' || privilege_type, ','
                  ORDER BY grantee::regrole::text COLLATE "C")
                 FROM aclexplode(nspacl) WHERE grantee <> nspowner))
            FROM pg_namespace WHERE nspname IN ('synchro', 'synchro_projection')\
            """);

    assertThat(found).hasSize(2).containsExactlyInAnyOrderElementsOf(declared);
  }

  @Test
  void onlyTheWorkerHasPrivilegesOnRelationsBesidesTheOwner() throws SQLException {
    assertThat(
            database.ask(
                """
                SELECT DISTINCT grantee::regrole::text
                FROM pg_class, aclexplode(relacl)
                WHERE relnamespace IN ('synchro'::regnamespace, 'synchro_projection'::regnamespace)
                  AND grantee <> relowner
                UNION ALL
                SELECT attrelid::regclass || '.' || attname
                FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
                WHERE relnamespace IN ('synchro'::regnamespace, 'synchro_projection'::regnamespace)
                  AND attacl IS NOT NULL\
                """))
        .containsExactly("synchro_worker");
  }

  @Test
  void nothingIsOpenToPublic() throws SQLException {
    assertThat(
            database.ask(
                """
                SELECT object FROM (
                  SELECT nspname AS schema, 'schema ' || nspname AS object, nspacl AS acl
                  FROM pg_namespace
                  UNION ALL
                  SELECT relnamespace::regnamespace::text, 'relation ' || relname, relacl
                  FROM pg_class WHERE relkind NOT IN ('c', 'i', 'I')
                  UNION ALL
                  SELECT pronamespace::regnamespace::text, 'routine ' || proname, proacl FROM pg_proc
                  UNION ALL
                  SELECT typnamespace::regnamespace::text, 'type ' || typname, typacl
                  FROM pg_type WHERE typcategory <> 'A'
                ) AS objects
                WHERE schema IN ('synchro', 'synchro_projection')
                  AND (acl IS NULL OR EXISTS (SELECT FROM aclexplode(acl) WHERE grantee = 0))\
                """))
        .isEmpty();
  }

  @Test
  void everyObjectBelongsToTheOwnerAndTheExtension() throws SQLException {
    assertThat(
            database.ask(
                """
                SELECT objects.object FROM (
                  SELECT 'pg_class'::regclass AS catalogue, oid, relname AS object,
                    relnamespace AS schema, relowner AS owner
                  FROM pg_class WHERE relkind NOT IN ('c', 'i', 'I')
                  UNION ALL
                  SELECT 'pg_proc'::regclass, oid, proname, pronamespace, proowner FROM pg_proc
                  UNION ALL
                  SELECT 'pg_type'::regclass, oid, typname, typnamespace, typowner FROM pg_type
                ) AS objects
                WHERE schema IN ('synchro'::regnamespace, 'synchro_projection'::regnamespace)
                  AND (owner <> 'synchro_owner'::regrole
                    OR NOT EXISTS (
                      SELECT FROM pg_depend
                      WHERE classid = objects.catalogue AND objid = objects.oid
                        AND deptype = 'e' AND refclassid = 'pg_extension'::regclass))\
                """))
        .isEmpty();
  }

  @Test
  void everyObjectHasAComment() throws SQLException {
    assertThat(
            database.ask(
                """
                SELECT identity FROM (
                  SELECT 'pg_class'::regclass AS catalogue, oid, relname AS identity
                  FROM pg_class
                  WHERE relnamespace IN ('synchro'::regnamespace, 'synchro_projection'::regnamespace)
                    AND relkind <> 'c' AND (relkind NOT IN ('i', 'I')
                      OR NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = pg_class.oid))
                  UNION ALL
                  SELECT 'pg_proc'::regclass, oid, proname FROM pg_proc
                  WHERE pronamespace IN ('synchro'::regnamespace, 'synchro_projection'::regnamespace)
                ) AS objects
                WHERE coalesce(obj_description(oid, catalogue::text::name), '') = ''\
                """))
        .isEmpty();
  }

  @Test
  void whatTheOwnerCreatesLaterIsClosedToo() throws SQLException {
    try (Connection connection = database.superuser()) {
      connection.setAutoCommit(false);
      InstalledDatabase.run(
          connection,
          "SET ROLE synchro_owner",
          "CREATE FUNCTION synchro.later() RETURNS int RETURN 1",
          "CREATE TYPE synchro.later_type AS (a int)",
          "CREATE TABLE synchro.later_table (a int)",
          "RESET ROLE");

      assertThat(
              InstalledDatabase.ask(
                  connection,
                  """
                  SELECT proacl::text FROM pg_proc WHERE proname = 'later'
                  UNION ALL SELECT typacl::text FROM pg_type WHERE typname = 'later_type'\
                  """))
          .containsExactly("{synchro_owner=X/synchro_owner}", "{synchro_owner=U/synchro_owner}");
      assertThat(
              InstalledDatabase.ask(
                  connection,
                  "SELECT has_table_privilege('synchro_adapter', 'synchro.later_table', 'SELECT')"))
          .containsExactly("f");
      connection.rollback();
    }
  }

  /** Installation skips this check, so that a script can be read without the library. */
  @Test
  void everyRoutineBodyIsFoundValidByItsLanguage() throws SQLException {
    try (Connection connection = database.superuser()) {
      connection.setAutoCommit(false);
      InstalledDatabase.run(connection, "SET LOCAL check_function_bodies = on");
      for (String definition :
          InstalledDatabase.ask(
              connection,
              "SELECT pg_get_functiondef(oid) FROM pg_proc"
                  + " WHERE pronamespace = 'synchro'::regnamespace")) {
        assertThatCode(() -> InstalledDatabase.run(connection, definition))
            .as(definition)
            .doesNotThrowAnyException();
      }
      connection.rollback();
    }
  }

  @Test
  void extensionIsFixedToItsSchema() throws SQLException {
    assertThat(
            database.ask(
                "SELECT concat_ws(' ', extnamespace::regnamespace, extrelocatable::text,"
                    + " extversion) FROM pg_extension WHERE extname = 'synchro_pg'"))
        .containsExactly("synchro false 0.3.1");
  }
}
