package dev.synchro.core.membership;

import dev.synchro.core.membership.MembershipRules.RelationRules;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.MembershipDependency;
import dev.synchro.core.registry.MembershipFunction;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.scope.ScopeTemplate;
import dev.synchro.core.value.PortableType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Writes the SQL that evaluates memberships over the projections: one statement for a set of rows
 * of one relation, whatever its paths. Names and texts of the application enter only as literals.
 * Contract 7.2.
 */
public final class MembershipSql {
  private static final String PLAIN =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:/-. ";

  private MembershipSql() {}

  /**
   * The scopes of rows: {@code (place, scope id)} for the rows whose keys stand in the array of
   * {@code bytea} that is the only parameter, the first at place 1. A scope may come several times.
   * A tombstone is evaluated as if it were live; a row that is gone has no scopes.
   */
  public static String scopes(RelationRules rules) {
    return scopes(rules, "?::bytea[]");
  }

  /**
   * The same for the rows whose keys an expression gives.
   *
   * @param keys SQL of an array of {@code bytea}
   */
  public static String scopes(RelationRules rules, String keys) {
    RegisteredRelation table = rules.relation();
    StringBuilder sql = new StringBuilder(1024);
    sql.append("WITH k AS (SELECT u.place, h.key, i.row, h.captured FROM pg_catalog.unnest(")
        .append(keys)
        .append(") WITH ORDINALITY AS u (key, place)")
        .append(head("h", table, "r.key = u.key AND r.state < 2"))
        .append(image("i", "h"))
        .append(")");
    if (rules.function().isPresent()) {
      return sql.append(byFunction(rules, rules.function().get())).toString();
    }
    String union = " ";
    for (Walk walk : rules.walks()) {
      for (String branch : branches(walk)) {
        sql.append(union).append(branch);
        union = " UNION ALL ";
      }
    }
    return sql.toString();
  }

  /** NULL, which a function must not return, is kept for the caller to see. */
  private static String byFunction(RelationRules rules, MembershipFunction function) {
    return " SELECT k.place, f.scope_id FROM k CROSS JOIN LATERAL "
        + function.quotedName()
        + "("
        + value("k", "k", rules.relation().key())
        + "::"
        + function.keyType()
        + ") AS f (scope_id)";
  }

  /**
   * The rows that a change of each of several rows reaches by an impact function: {@code (place,
   * table id, key type, key in wire form)}. Parameters: arrays of the rows before and after as
   * objects keyed by column name, of type {@code text}, the first at place 1.
   */
  public static String impacts(MembershipDependency dependency) {
    return "SELECT n.place, r.table_id::text, r.pk_type, r.pk_value::text"
        + asked(dependency)
        + " AS r";
  }

  /** How many rows each change reaches: {@code (place, count)}, with the parameters of impacts. */
  public static String impactCounts(MembershipDependency dependency) {
    return "SELECT n.place, pg_catalog.count(*)" + asked(dependency) + " AS r GROUP BY n.place";
  }

  private static String asked(MembershipDependency dependency) {
    // With two arrays unnest is grammar, not a function that could be qualified.
    return " FROM unnest(?::text[], ?::text[]) WITH ORDINALITY"
        + " AS n (old_row, new_row, place) CROSS JOIN LATERAL "
        + dependency.quotedName()
        + "(n.old_row::jsonb, n.new_row::jsonb)";
  }

  /**
   * The query of a view of captured rows. Contract 7.4.
   *
   * @param columns captured columns of the relation
   */
  public static String projection(RegisteredRelation relation, List<CapturedColumn> columns) {
    CapturedColumn key = relation.key();
    StringBuilder sql =
        new StringBuilder("SELECT synchro.synchro_coordinator_record_id(h.key) AS record_id, ")
            .append(json(key))
            .append(" AS capture_key, h.state = 1 AS deleted");
    for (CapturedColumn column : columns) {
      sql.append(", ").append(json(column)).append(" AS ").append(identifier(column.name()));
    }
    return sql.append(" FROM synchro.row_head h")
        .append(image("i", "h"))
        .append(" WHERE h.relation = ")
        .append(relation.relation())
        .append(" AND h.state < 2 AND synchro.synchro_assert_projection_reader(")
        .append(relation.oid())
        .append("::oid)")
        .toString();
  }

  private static String json(CapturedColumn column) {
    return column.field().isPresent()
        ? "(i.row -> " + literal(column.field().get().fieldId()) + ")::jsonb"
        : "(h.captured -> " + literal(column.name()) + ")::jsonb";
  }

  /** A name as SQL. */
  public static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private static List<String> branches(Walk walk) {
    ScopeTemplate template = walk.template();
    if (walk.start().isEmpty()) {
      return List.of("SELECT k.place, " + literal(template.scopeId()) + " FROM k");
    }
    if (walk.hops().isEmpty()) {
      String value = value("k", "k", walk.start().get());
      return List.of(branch(template, value, "k"));
    }
    List<String> branches = new ArrayList<>();
    branches.add(walking(walk));
    Hop first = walk.hops().get(0);
    if (!first.followsKey() && isSame(first.to(), walk.table())) {
      branches.add(throughItself(template, first));
    }
    return branches;
  }

  private static String branch(ScopeTemplate template, String value, String from) {
    return "SELECT k.place, "
        + literal(template.prefix())
        + " || "
        + value
        + " || "
        + literal(template.suffix())
        + " FROM "
        + from
        + " WHERE "
        + value
        + " IS NOT NULL";
  }

  private static String walking(Walk walk) {
    StringBuilder from = new StringBuilder("k");
    String row = "k";
    String head = "k";
    CapturedColumn last = null;
    for (int i = 0; i < walk.hops().size(); i++) {
      Hop hop = walk.hops().get(i);
      String value = value(row, head, hop.value());
      row = "i" + i;
      head = "h" + i;
      from.append(
          hop.followsKey()
              ? byKey(walk.table(), hop, head, value)
              : byEdge(hop, head, "e" + i, value));
      from.append(image(row, head));
      last = hop.next();
    }
    return branch(walk.template(), value(row, head, last), from.toString());
  }

  /**
   * A row of a relation, looked up for each row before it. Kept from being joined in another order:
   * nothing is known of arrays and of tables just filled, and any other order reads whole relations
   * again and again.
   */
  private static String head(String alias, RegisteredRelation relation, String condition) {
    return " CROSS JOIN LATERAL (SELECT r.key, r.captured, r.image_id FROM synchro.row_head r"
        + " WHERE r.relation = "
        + relation.relation()
        + " AND "
        + condition
        + " OFFSET 0) "
        + alias;
  }

  private static String image(String alias, String head) {
    return " LEFT JOIN LATERAL (SELECT m.row FROM synchro.row_image m WHERE m.image_id = "
        + head
        + ".image_id OFFSET 0) "
        + alias
        + " ON true";
  }

  private static String byKey(RegisteredRelation table, Hop hop, String head, String value) {
    // A tombstone is evaluated as if it were live, also where its path comes back to it.
    String live = isSame(hop.to(), table) ? "(r.state = 0 OR r.key = k.key)" : "r.state = 0";
    String key =
        key(value, hop.value().type().portableType(), hop.to().key().type().portableType());
    return head(head, hop.to(), "r.key = " + key + " AND " + live);
  }

  private static String byEdge(Hop hop, String head, String edge, String value) {
    return " CROSS JOIN LATERAL (SELECT g.key FROM synchro.reference_edge g WHERE g.relation = "
        + hop.to().relation()
        + " AND g.column_number = "
        + hop.match().number()
        + " AND g.value = "
        + reference(value, hop.value())
        + " OFFSET 0) "
        + edge
        + head(head, hop.to(), "r.key = " + edge + ".key");
  }

  /** The row itself among those that a step finds; only live rows have edges. */
  private static String throughItself(ScopeTemplate template, Hop hop) {
    String found = value("k", "k", hop.next());
    return branch(template, found, "k")
        + " AND "
        + reference(value("k", "k", hop.value()), hop.value())
        + " = "
        + reference(value("k", "k", hop.match()), hop.match());
  }

  private static boolean isSame(RegisteredRelation left, RegisteredRelation right) {
    return left.relation() == right.relation();
  }

  /**
   * The edges of every live row of a relation: {@code (relation, column number, value, key)}, as
   * {@code synchro.reference_edge} holds them. Only for a relation that has edges.
   */
  public static String edges(RelationRules rules) {
    List<String> branches = new ArrayList<>();
    for (CapturedColumn column : rules.edges()) {
      String value = value("i", "h", column);
      branches.add(
          "SELECT h.relation, "
              + column.number()
              + ", "
              + reference(value, column)
              + ", h.key FROM synchro.row_head h LEFT JOIN synchro.row_image i"
              + " ON i.image_id = h.image_id WHERE h.relation = "
              + rules.relation().relation()
              + " AND h.state = 0 AND "
              + value
              + " IS NOT NULL");
    }
    return String.join(" UNION ALL ", branches);
  }

  /** A captured value as text, from a row's image or, when it is no field, from its head. */
  static String value(String image, String head, CapturedColumn column) {
    return column.field().isPresent()
        ? "(" + image + ".row ->> " + literal(column.field().get().fieldId()) + ")"
        : "(" + head + ".captured ->> " + literal(column.name()) + ")";
  }

  /** A text as the key of a row of another type's relation; NULL when it can be none. */
  private static String key(String value, PortableType from, PortableType to) {
    return switch (to) {
      case INT64 -> integer("0301", "pg_catalog.int8send(" + value + "::int8)");
      case INT ->
          from == PortableType.INT
              ? integer("0201", "pg_catalog.int4send(" + value + "::int4)")
              : "CASE WHEN "
                  + value
                  + "::int8 BETWEEN -2147483648 AND 2147483647 THEN "
                  + integer("0201", "pg_catalog.int4send(" + value + "::int8::int4)")
                  + " END";
      default -> string(value);
    };
  }

  /** The form of {@link ReferenceValue}. */
  private static String reference(String value, CapturedColumn column) {
    if (column.type().portableType() != PortableType.STRING) {
      return "(" + integer("0301", "pg_catalog.int8send(" + value + "::int8)") + ")";
    }
    return "(CASE WHEN pg_catalog.octet_length("
        + value
        + ") > "
        + ReferenceValue.MAXIMUM_PLAIN_OCTETS
        + " THEN "
        + octets("ff")
        + " || pg_catalog.sha256(pg_catalog.convert_to("
        + value
        + ", 'UTF8')) ELSE "
        + string(value)
        + " END)";
  }

  private static String integer(String head, String payload) {
    return "(" + octets(head) + " || " + payload + ")";
  }

  private static String string(String value) {
    return "("
        + octets("0101")
        + " || pg_catalog.int8send(pg_catalog.octet_length("
        + value
        + ")::int8) || pg_catalog.convert_to("
        + value
        + ", 'UTF8'))";
  }

  private static String octets(String hex) {
    return "pg_catalog.decode('" + hex + "', 'hex')";
  }

  /** A text as SQL; without quotes, backslashes, comments or question marks whatever it holds. */
  static String literal(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (PLAIN.indexOf(text.charAt(i)) < 0 || text.startsWith("--", i)) {
        String hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
        return "pg_catalog.convert_from(" + octets(hex) + ", 'UTF8')";
      }
    }
    return "'" + text + "'";
  }
}
