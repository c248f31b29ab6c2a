package dev.synchro.client;

import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One page of a rebuild, read strictly, every row verified. Contract 5.6.
 *
 * @param next cursor of the next page; absent on the final one
 * @param end what a final page ends with
 */
record RebuildAnswer(List<VerifiedRow> rows, Optional<String> next, Optional<End> end) {

  private static final String WHAT = "rebuild answer";
  private static final String RECORD = "rebuild record";

  /** Cursor at the boundary of the snapshot and the digest of the scope there. */
  static final class End {
    private final String cursor;
    private final byte[] digest;

    End(String cursor, byte[] digest) {
      this.cursor = cursor;
      this.digest = digest;
    }

    String cursor() {
      return cursor;
    }

    byte[] digest() {
      return digest;
    }
  }

  static RebuildAnswer read(JsonObject answer, String scopeId, int limit, Catalog catalog) {
    Members members =
        Members.of(WHAT, answer)
            .exactly(
                Set.of("scope", "records", "cursor", "has_more"),
                Set.of("final_scope_cursor", "checksum"));
    if (!members.string("scope").equals(scopeId)) {
      throw members.fault("is about another scope than was asked for");
    }
    boolean hasMore = members.flag("has_more");
    Optional<String> next = members.stringOrNull("cursor");
    boolean ends = members.has("final_scope_cursor") && members.has("checksum");
    boolean saysEnd = members.has("final_scope_cursor") || members.has("checksum");
    if (hasMore ? saysEnd || next.isEmpty() : !ends || next.isPresent()) {
      throw members.fault("mixes an intermediate and a final page");
    }
    List<VerifiedRow> rows = rows(members, limit, catalog);
    if (hasMore && rows.isEmpty()) {
      throw members.fault("promises more and delivers nothing");
    }
    return new RebuildAnswer(rows, next, hasMore ? Optional.empty() : Optional.of(end(members)));
  }

  private static End end(Members members) {
    return new End(
        members.string("final_scope_cursor"),
        LocalTable.readChecksum(WHAT, members.member("checksum")));
  }

  private static List<VerifiedRow> rows(Members members, int limit, Catalog catalog) {
    List<JsonValue> entries = members.array("records");
    if (entries.size() > limit) {
      throw members.fault("has more records than were asked for");
    }
    List<VerifiedRow> rows = new ArrayList<>(entries.size());
    for (JsonValue entry : entries) {
      rows.add(row(entry, catalog));
    }
    return List.copyOf(rows);
  }

  /** Reads and verifies one record. */
  static VerifiedRow row(JsonValue entry, Catalog catalog) {
    Members read =
        Members.of(RECORD, entry)
            .exactly(Set.of("table", "pk", "row", "row_checksum", "server_version"));
    return catalog
        .table(RECORD, read.string("table"))
        .verify(
            RECORD,
            read.nested("pk").object(),
            read.nested("row").object(),
            read.member("row_checksum"),
            read.string("server_version"));
  }
}
