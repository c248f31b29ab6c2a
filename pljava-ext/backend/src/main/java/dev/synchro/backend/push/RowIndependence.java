package dev.synchro.backend.push;

/**
 * Tells of which tables many rows can be written by one statement with the same result as by one
 * statement each. What could tell the difference is ruled out by the catalogue: triggers but the
 * plain checks of references to and from other tables, constraints that are checked later, rules,
 * partitions, and expressions (policies, checks, defaults, indexes) that could look at other rows
 * or at whose mutation is written.
 */
enum RowIndependence {
  /** Something may see or change other rows of the statement. */
  NONE,
  /** Rows are independent as long as they are written in the order of their mutations. */
  IN_ORDER,
  /** The order does not matter either: only the key must be unique. */
  COMPLETE;

  private static final String TRIGGERS =
      "SELECT FROM pg_trigger AS g JOIN pg_proc AS p ON p.oid = g.tgfoid WHERE g.tgrelid = r.oid"
          + " AND (NOT g.tgisinternal OR g.tgdeferrable OR g.tgconstrrelid = g.tgrelid"
          + " OR NOT p.proname ^@ ANY ('{RI_FKey_check_,RI_FKey_noaction_,RI_FKey_restrict_}'))";

  /** Types that check values by expressions of their own, and arrays of them. */
  private static final String CHECKING_TYPES =
      "SELECT FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid"
          + " JOIN pg_type AS e ON e.oid IN (t.oid, t.typelem)"
          + " WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped"
          + " AND (e.typtype = 'd' OR e.typtype IN ('r', 'm')"
          + " AND e.typnamespace <> 'pg_catalog'::regnamespace)";

  /** What PostgreSQL evaluates for each row it writes. */
  private static final String EXPRESSIONS =
      "SELECT 'pg_policy'::regclass AS class, q.oid AS object,"
          + " concat(pg_get_expr(q.polqual, q.polrelid), pg_get_expr(q.polwithcheck, q.polrelid))"
          + " AS text FROM pg_policy AS q WHERE q.polrelid = r.oid"
          + " UNION ALL SELECT 'pg_constraint'::regclass, c.oid, pg_get_expr(c.conbin, c.conrelid)"
          + " FROM pg_constraint AS c WHERE c.conrelid = r.oid AND c.contype = 'c'"
          + " UNION ALL SELECT 'pg_attrdef'::regclass, d.oid, pg_get_expr(d.adbin, d.adrelid)"
          + " FROM pg_attrdef AS d WHERE d.adrelid = r.oid"
          + " UNION ALL SELECT 'pg_class'::regclass, i.indexrelid, ''"
          + " FROM pg_index AS i WHERE i.indrelid = r.oid";

  /** PostgreSQL's own functions look at their arguments and at settings, but at no table. */
  private static final String QUESTIONABLE =
      "SELECT FROM ("
          + EXPRESSIONS
          + ") AS x WHERE strpos(x.text, 'SELECT') > 0"
          + " OR strpos(replace(x.text, 'current_setting(''synchro.user_id''', ''),"
          + " 'current_setting') > 0"
          + " OR EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = x.class"
          + " AND d.objid = x.object"
          + " AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass))";

  /**
   * The independent ones among the relations in {@code pushed.oids}, and whether the order of their
   * rows matters not.
   */
  static final String INDEPENDENT =
      "SELECT r.oid, NOT EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = r.oid"
          + " AND (i.indisunique OR i.indisexclusion) AND NOT i.indisprimary) AS complete"
          + " FROM pushed JOIN pg_class AS r ON r.oid = ANY (pushed.oids)"
          + " WHERE r.relkind = 'r' AND NOT r.relhassubclass AND NOT r.relhasrules"
          + " AND NOT EXISTS ("
          + TRIGGERS
          + ") AND NOT EXISTS ("
          + CHECKING_TYPES
          + ") AND NOT EXISTS ("
          + QUESTIONABLE
          + ")";
}
