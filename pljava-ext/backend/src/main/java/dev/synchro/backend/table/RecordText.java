package dev.synchro.backend.table;

/**
 * The parts of a statement that put the objects of a page together: canonical text out of what is
 * stored of each row, none of which is parsed. Contract 5.5 and 5.6.
 */
final class RecordText {
  /** What follows the digest of a row, inside a literal. */
  static final String CHECKSUM_END = "\",\"encoding\":\"hex\",\"version\":1}";

  private RecordText() {}

  /** The field that holds the key, from the head of a row identity, where it comes last. */
  static String keyField(String identityHead) {
    return "convert_from(substring("
        + identityHead
        + " FROM octet_length("
        + identityHead
        + ") - 35), 'UTF8')";
  }

  /** The wire form of a key, from its typed value. */
  static String key(String typed) {
    return "CASE get_byte("
        + typed
        + ", 0) WHEN 1 THEN to_json(convert_from(substring("
        + typed
        + " FROM 11), 'UTF8'))::text WHEN 2 THEN substring("
        + typed
        + " FROM 3)::integer::text ELSE '\"' || substring("
        + typed
        + " FROM 3)::bigint::text || '\"' END";
  }

  /**
   * The wire form of a key as it stands in its row; NULL when it does not.
   *
   * @param rest what follows the name of the field in the row. No string holds a quote without
   *     escape and a row has no objects below its first level, so that name stands nowhere else
   * @param otherwise the same found by a parser, for a string that holds an escape
   */
  static String keyOfRow(String rest, String otherwise) {
    return "CASE WHEN "
        + rest
        + " = '' THEN NULL WHEN NOT starts_with("
        + rest
        + ", '\"') THEN split_part(split_part("
        + rest
        + ", ',', 1), '}', 1) WHEN strpos(split_part("
        + rest
        + ", '\"', 2), chr(92)) > 0 THEN "
        + otherwise
        + " ELSE concat('\"', split_part("
        + rest
        + ", '\"', 2), '\"') END";
  }

  /**
   * A record that carries its row. Every concatenation copies what is in front of it, so the row
   * comes late and what is the same for all records of a table or scope comes in one piece.
   *
   * @param start up to the key
   * @param end from {@link #CHECKSUM_END} on
   */
  static String withRow(String start, String key, String row, String digest, String end) {
    return "("
        + start
        + " || "
        + key
        + " || '},\"row\":') || "
        + row
        + " || (',\"row_checksum\":{\"algorithm\":\"sha256\",\"digest\":\"' || encode("
        + digest
        + ", 'hex') || "
        + end
        + ")";
  }
}
