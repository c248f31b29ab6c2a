package dev.synchro.backend.table;

/**
 * What all objects of a page that belong to one relation share, put together once for a statement.
 * A join would find it for each row as well, but costs a look-up there, and may bring the rows out
 * of their order, and then to sort them takes longer than to find them. Contract 5.5 and 5.6.
 */
final class RelationTexts {
  /**
   * A common table expression of one row: arrays whose places are the numbers of the relations.
   * {@code heads} of row identities, and the {@code places} they have among each other; the {@code
   * fields} that hold the key, and how their members begin ({@code names}); how an object begins up
   * to the key ({@code upserts}, {@code deletes}, {@code records}) and how it ends behind the
   * version ({@code tables}).
   */
  static final String NAMED =
      "named AS MATERIALIZED (SELECT array_agg(r.identity_head ORDER BY g.n) AS heads,"
          + " array_agg(r.place ORDER BY g.n) AS places,"
          + " array_agg(r.field ORDER BY g.n) AS fields,"
          + " array_agg(concat('\"', r.field, '\":') ORDER BY g.n) AS names,"
          + " array_agg(concat('{\"op\":\"upsert\",\"pk\":{\"', r.field, '\":') ORDER BY g.n)"
          + " AS upserts,"
          + " array_agg(concat('{\"op\":\"delete\",\"pk\":{\"', r.field, '\":') ORDER BY g.n)"
          + " AS deletes,"
          + " array_agg(CASE WHEN r.field IS NOT NULL THEN concat('{\"pk\":{\"', r.field, '\":')"
          + " END ORDER BY g.n) AS records,"
          + " array_agg(concat('\",\"table\":\"', r.table_id, '\"}') ORDER BY g.n) AS tables"
          + " FROM generate_series(1, (SELECT max(r.relation) FROM synchro.relation AS r)) AS g (n)"
          + " LEFT JOIN (SELECT r.relation, r.identity_head, r.table_id,"
          + " rank() OVER (ORDER BY r.identity_head)::integer AS place, "
          + RecordText.keyField("r.identity_head")
          + " AS field FROM synchro.relation AS r WHERE r.identity_head IS NOT NULL OFFSET 0) AS r"
          + " ON r.relation = g.n)";

  private RelationTexts() {}

  /**
   * An array's element for a relation; NULL when it is none that is synced, but for those that
   * begin or end an object of a change.
   */
  static String of(String relation, String array) {
    return "((SELECT named." + array + " FROM named))[" + relation + "]";
  }
}
