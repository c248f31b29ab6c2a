package dev.synchro.core.page;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.value.PortableType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a page as one statement hands them over: everything of one kind in one run of octets,
 * in page order. What a row's canonical text says stands in a record as it was stored; only the
 * envelope around it is made here. Contract 5.5 and 5.6.
 *
 * <p>The index has {@link #INDEX_OCTETS} octets for each row, four big-endian numbers: the place of
 * its scope, its relation, its {@linkplain #UPSERT kind}, and the octets of its row text. Keys tell
 * their own length; digests stand only for records that carry a row; versions all have {@link
 * #VERSION_OCTETS} octets.
 */
public final class PagedRows {
  /** Octets of the index for each row. */
  public static final int INDEX_OCTETS = 16;

  /** Octets of a server version. */
  public static final int VERSION_OCTETS = 25;

  /** A row that is a member now. */
  public static final int UPSERT = 0;

  /** A tombstone that comes with its row. */
  public static final int TOMBSTONE = 1;

  /** A removal without row. */
  public static final int ROWLESS = 2;

  private static final byte[] BEFORE_ROW = ascii("},\"row\":");
  private static final byte[] BEFORE_DIGEST =
      ascii(",\"row_checksum\":{\"algorithm\":\"sha256\",\"digest\":\"");
  private static final byte[] AFTER_DIGEST = ascii("\",\"encoding\":\"hex\",\"version\":1}");
  private static final byte[] BEFORE_SCOPE = ascii(",\"scope\":");
  private static final byte[] BEFORE_VERSION = ascii(",\"server_version\":\"");
  private static final byte[] UPSERT_START = ascii("{\"op\":\"upsert\",");
  private static final byte[] DELETE_START = ascii("{\"op\":\"delete\",");
  private static final int USUAL_ENVELOPE = 384;
  private static final byte BACKSLASH = 0x5c;

  private final Map<Integer, TableText> tables = new HashMap<>();
  private final ByteBuffer index;
  private final ByteBuffer keys;
  private final byte[] digests;
  private final byte[] versions;
  private final byte[] rows;
  private final int count;

  /**
   * The rows of a page.
   *
   * @param tables by relation
   * @param keys typed values of the keys, for a page of changes only
   * @throws Malformed when the parts do not belong together
   */
  public PagedRows(
      Map<Integer, PagedTable> tables,
      byte[] index,
      byte[] keys,
      byte[] digests,
      byte[] versions,
      byte[] rows) {
    tables.forEach((relation, table) -> this.tables.put(relation, TableText.of(table)));
    this.index = ByteBuffer.wrap(index);
    this.keys = ByteBuffer.wrap(keys);
    this.digests = digests;
    this.versions = versions;
    this.rows = rows;
    count = index.length / INDEX_OCTETS;
    if (index.length % INDEX_OCTETS != 0 || versions.length != count * VERSION_OCTETS) {
      throw new Malformed(Rule.CARDINALITY_MISMATCH);
    }
  }

  /**
   * Canonical change objects of a pull, separated by commas.
   *
   * @param scopes by place
   * @throws Malformed when the parts do not belong together
   */
  public byte[] changes(List<String> scopes) {
    List<byte[]> scopeTexts = new ArrayList<>();
    for (String scope : scopes) {
      Octets text = new Octets(64).raw(BEFORE_SCOPE);
      CanonicalJson.appendString(scope, text);
      scopeTexts.add(text.toByteArray());
    }
    Writer writer = new Writer();
    for (int i = 0; i < count; i++) {
      writer.change(i, scopeTexts);
    }
    return writer.end();
  }

  /**
   * Canonical records of a rebuild, separated by commas. Their keys are taken from the rows.
   *
   * @throws Malformed when the parts do not belong together
   */
  public byte[] records() {
    Writer writer = new Writer();
    for (int i = 0; i < count; i++) {
      writer.record(i);
    }
    return writer.end();
  }

  private TableText table(int place) {
    TableText table = tables.get(index.getInt(place * INDEX_OCTETS + 4));
    if (table == null) {
      throw new Malformed(Rule.IDENTITY_MALFORMED);
    }
    return table;
  }

  private int kind(int place) {
    return index.getInt(place * INDEX_OCTETS + 8);
  }

  private int rowLength(int place) {
    return index.getInt(place * INDEX_OCTETS + 12);
  }

  /** What records of one table have in common. */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record TableText(byte[] keyField, byte[] beforeKey, byte[] afterVersion) {
    static TableText of(PagedTable table) {
      byte[] keyField = ascii("\"" + table.keyFieldId() + "\":");
      return new TableText(
          keyField,
          new Octets(64).ascii("\"pk\":{").raw(keyField).toByteArray(),
          ascii("\",\"table\":\"" + table.tableId() + "\"}"));
    }
  }

  /** Goes through all parts at once. */
  private final class Writer {
    private final Octets out = new Octets(rows.length + count * USUAL_ENVELOPE);
    private int key;
    private int digest;
    private int row;

    void change(int place, List<byte[]> scopes) {
      TableText table = table(place);
      separate(place);
      out.raw(kind(place) == UPSERT ? UPSERT_START : DELETE_START).raw(table.beforeKey);
      key();
      if (kind(place) == ROWLESS) {
        out.u8('}');
      } else {
        row(rowLength(place));
      }
      out.raw(scopes.get(index.getInt(place * INDEX_OCTETS)));
      version(place, table);
    }

    void record(int place) {
      TableText table = table(place);
      separate(place);
      out.u8('{').raw(table.beforeKey);
      keyOfRow(table, row + rowLength(place));
      row(rowLength(place));
      version(place, table);
    }

    private void separate(int place) {
      if (place > 0) {
        out.u8(',');
      }
    }

    /** The wire form of the next key. */
    private void key() {
      int length = RowIdentity.keyLength(keys, key, keys.capacity());
      switch (PortableType.ofTag(keys.get(key))) {
        case INT -> out.decimal(keys.getInt(key + 2));
        case INT64 -> out.u8('"').decimal(keys.getLong(key + 2)).u8('"');
        default ->
            CanonicalJson.appendString(
                keys.array(), key + RowIdentity.STRING_KEY_START, key + length, out);
      }
      key += length;
    }

    /**
     * The key as it stands in the row. A row has no objects below the first level, and no string
     * holds a quote without escape: the name of the field cannot stand anywhere else.
     */
    private void keyOfRow(TableText table, int end) {
      int at = row + 1;
      while (!startsWith(table.keyField, at, end)) {
        at++;
      }
      int from = at + table.keyField.length;
      out.raw(rows, from, endOfKey(from, end) - from);
    }

    private boolean startsWith(byte[] text, int at, int end) {
      if (at + text.length >= end) {
        throw new Malformed(Rule.MISSING_FIELD);
      }
      for (int i = 0; i < text.length; i++) {
        if (rows[at + i] != text[i]) {
          return false;
        }
      }
      return true;
    }

    /** Where a string or a number ends. */
    private int endOfKey(int from, int end) {
      boolean string = rows[from] == '"';
      int at = from + 1;
      while (at < end) {
        byte octet = rows[at];
        if (!string && (octet == ',' || octet == '}')) {
          return at;
        }
        if (string && octet == '"') {
          return at + 1;
        }
        at += string && octet == BACKSLASH ? 2 : 1;
      }
      throw new Malformed(Rule.MISSING_FIELD);
    }

    private void row(int length) {
      out.raw(BEFORE_ROW).raw(rows, row, length).raw(BEFORE_DIGEST);
      Hex.append(digests, digest, Sha256.LENGTH, out);
      out.raw(AFTER_DIGEST);
      row += length;
      digest += Sha256.LENGTH;
    }

    private void version(int place, TableText table) {
      out.raw(BEFORE_VERSION).raw(versions, place * VERSION_OCTETS, VERSION_OCTETS);
      out.raw(table.afterVersion);
    }

    byte[] end() {
      boolean used = digest == digests.length && row == rows.length && key == keys.capacity();
      if (!used) {
        throw new Malformed(Rule.CARDINALITY_MISMATCH);
      }
      return out.toByteArray();
    }
  }

  private static byte[] ascii(String text) {
    return new Octets(64).ascii(text).toByteArray();
  }
}
