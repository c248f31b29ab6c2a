package dev.synchro.backend.push;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.backend.table.ArrayText;
import dev.synchro.backend.table.PushQueries;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.pg.PgText;
import dev.synchro.core.row.DeletionVersion;
import dev.synchro.core.value.PortableValue;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads and locks the rows of a call: one statement for all rows of a table, tables in the order of
 * their numbers and rows in the order of their keys, so that two calls never wait for each other.
 */
final class RowReads {
  private final BackendSession session;
  private final PushContext context;

  RowReads(BackendSession session, PushContext context) {
    this.session = session;
    this.context = context;
  }

  /** Reads the rows of slots, with full sight, and then which of them the user sees. */
  void read(Collection<RowSlot> slots, long writes) throws SQLException {
    Map<Integer, List<RowSlot>> byTable = new TreeMap<>();
    for (RowSlot slot : slots) {
      byTable
          .computeIfAbsent(slot.table().relation().relation(), number -> new ArrayList<>())
          .add(slot);
    }
    context.nobody();
    for (List<RowSlot> table : byTable.values()) {
      lock(table, writes);
    }
    for (List<RowSlot> table : byTable.values()) {
      hide(table);
    }
    lookUpDeletions(slots);
  }

  private void lock(List<RowSlot> slots, long writes) throws SQLException {
    PushedTable table = slots.get(0).table();
    byte[] rows;
    try (Query query = session.query(PushStatements.lock(table))) {
      query.text(keys(slots)).one();
      for (JsonValue refused : elements(query.textAt(1))) {
        slots.get(place(refused)).refused();
      }
      rows = query.octetsAt(2);
    }
    for (RowSlot slot : slots) {
      if (slot.status() != RowSlot.Status.KEY_REFUSED) {
        slot.missing(writes);
      }
    }
    if (rows != null) {
      for (JsonValue row : ((JsonArray) parse(rows)).elements()) {
        List<JsonValue> columns = ((JsonArray) row).elements();
        found(slots.get(placeOf(((JsonString) columns.get(0)).value())), columns, writes);
      }
    }
  }

  private static void found(RowSlot slot, List<JsonValue> columns, long writes) {
    try {
      PushedRow row = row(slot.table(), columns);
      if (row.values()[slot.table().schema().keyIndex()].equals(slot.key())) {
        slot.found(row, writes);
      } else if (slot.status() == RowSlot.Status.MISSING) {
        // Equality of the column is wider than equality of octets, and another row took the place.
        slot.refused();
      }
    } catch (Malformed unportable) {
      slot.unportable(writes);
    }
  }

  private static PushedRow row(PushedTable table, List<JsonValue> columns) {
    String place = ((JsonString) columns.get(1)).value();
    return PushedRow.found(table, place, values(table, texts(table, columns, 2)));
  }

  /** The output texts of a row, which stand in an array from a place on. */
  static String[] texts(PushedTable table, List<JsonValue> columns, int from) {
    String[] texts = new String[table.columns().size()];
    for (int i = 0; i < texts.length; i++) {
      JsonValue text = columns.get(i + from);
      texts[i] = text.isNull() ? null : ((JsonString) text).value();
    }
    return texts;
  }

  /**
   * The values of a row from the output texts of its columns, null for NULL.
   *
   * @throws Malformed when a value has no portable form
   */
  static PortableValue[] values(PushedTable table, String[] texts) {
    PortableValue[] values = new PortableValue[texts.length];
    for (int i = 0; i < values.length; i++) {
      PushedColumn column = table.columns().get(i);
      values[i] =
          texts[i] == null
              ? PortableValue.ofNull(column.field().type())
              : PgText.toPortable(column.column().type(), Utf8.encode(texts[i]));
    }
    return values;
  }

  private void hide(List<RowSlot> slots) throws SQLException {
    List<RowSlot> present = new ArrayList<>();
    for (RowSlot slot : slots) {
      if (slot.status() == RowSlot.Status.FOUND || slot.status() == RowSlot.Status.UNPORTABLE) {
        present.add(slot);
      }
    }
    if (present.isEmpty()) {
      return;
    }
    context.user();
    Set<Integer> seen = new HashSet<>();
    try (Query query = session.query(PushStatements.visible(present.get(0).table()))) {
      for (JsonValue place : elements(query.text(keys(present)).one().textAt(1))) {
        seen.add(place(place));
      }
    }
    for (int i = 0; i < present.size(); i++) {
      if (!seen.contains(i)) {
        present.get(i).hidden();
      }
    }
  }

  /** Asks of missing rows whether they ever were there. */
  void lookUpDeletions(Collection<RowSlot> slots) throws SQLException {
    List<RowSlot> missing = new ArrayList<>();
    List<PushQueries.Identity> identities = new ArrayList<>();
    for (RowSlot slot : slots) {
      if (slot.status() == RowSlot.Status.MISSING && !slot.deletionLookedUp()) {
        missing.add(slot);
        identities.add(identity(slot));
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    Map<Integer, PushQueries.Deletion> deletions = PushQueries.deletions(session, identities);
    for (int i = 0; i < missing.size(); i++) {
      RowSlot slot = missing.get(i);
      Optional<PushQueries.Deletion> known = Optional.ofNullable(deletions.get(i));
      slot.deletion(
          known.isPresent() ? Optional.of(version(slot, known.get())) : slot.deletedHere());
    }
  }

  static PushQueries.Identity identity(RowSlot slot) {
    return new PushQueries.Identity(slot.table().relation().relation(), slot.key().typed());
  }

  /** The version of a deletion, from the projection if it knows the row, else from the ledger. */
  private static String version(RowSlot slot, PushQueries.Deletion known) {
    if (known.projectedVersion().isPresent()) {
      String version = known.projectedVersion().get();
      return known.fence() ? version : derived(slot, version);
    }
    if (slot.deletedHere().isPresent()) {
      return slot.deletedHere().get();
    }
    String version = known.pushedVersion().orElseThrow();
    return version.startsWith("d1.") ? version : derived(slot, version);
  }

  /** The version of the deletion of a row at a version. */
  static String derived(RowSlot slot, String version) {
    return DeletionVersion.of(slot.table().identity(slot.key()), version);
  }

  private static String keys(List<RowSlot> slots) {
    List<String> keys = new ArrayList<>();
    for (RowSlot slot : slots) {
      keys.add(slot.keyText());
    }
    return ArrayText.of(keys);
  }

  /** Zero-based place from a one-based ordinality. */
  private static int place(JsonValue ordinality) {
    return placeOf(((JsonNumber) ordinality).text());
  }

  private static int placeOf(String ordinality) {
    return Integer.parseInt(ordinality) - 1;
  }

  private static List<JsonValue> elements(String json) {
    return json == null ? List.of() : ((JsonArray) parse(Utf8.encode(json))).elements();
  }

  private static JsonValue parse(byte[] json) {
    return JsonParser.parse(json, JsonLimits.DOCUMENT);
  }
}
