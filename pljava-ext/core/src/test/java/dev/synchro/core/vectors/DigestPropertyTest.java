package dev.synchro.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.PortableJson;
import dev.synchro.core.row.RowEncoder;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.row.RowReader;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import dev.synchro.core.value.WireValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** ADR 005, required negative controls 1 to 3. A seed on the command line repeats a run. */
class DigestPropertyTest {
  private static final long SEED = Long.getLong("synchro.seed", 20261130L);
  private final Arbitrary arbitrary = new Arbitrary(SEED);
  private final SchemaHash hash = SchemaHash.parse(arbitrary.hash());

  @Test
  void whatever_is_written_is_read_unchanged() {
    for (PortableType type : PortableType.values()) {
      for (int i = 0; i < 500; i++) {
        PortableValue value = arbitrary.value(type);
        byte[] wire = value.wire();
        assertThat(WireValue.read(type, wire)).isEqualTo(value);
        assertThat(WireValue.read(type, Utf8.encode(arbitrary.spelledWire(value))))
            .isEqualTo(value);
        assertThat(CanonicalJson.canonicalize(wire, JsonLimits.DOCUMENT)).isEqualTo(wire);
      }
    }
  }

  @Test
  void member_order_and_spelling_never_matter() {
    for (int i = 0; i < 300; i++) {
      TableSchema table = arbitrary.table("t", "r", "n");
      PortableValue[] values = arbitrary.row(table);
      RowEncoder encoder = new RowEncoder(table, hash);
      byte[] digest = encoder.encode(values).rowDigest();
      byte[] spelled = Utf8.encode(arbitrary.spelledRow(table, values));
      assertThat(encoder.encode(new RowReader(table).read(spelled)).rowDigest()).isEqualTo(digest);
    }
  }

  @Test
  void a_tree_and_one_pass_agree_on_every_document() {
    for (int i = 0; i < 1000; i++) {
      byte[] json = Utf8.encode(arbitrary.json(5));
      byte[] canonical = PortableJson.canonicalize(json);
      assertThat(CanonicalJson.write(JsonParser.parse(json, JsonLimits.PORTABLE)))
          .isEqualTo(canonical);
      assertThat(PortableJson.canonicalize(canonical)).isEqualTo(canonical);
    }
  }

  @Test
  void every_part_of_a_row_is_bound_by_its_digest() {
    for (int i = 0; i < 200; i++) {
      TableSchema table = arbitrary.table("t", "r", "n");
      PortableValue[] values = arbitrary.row(table);
      Set<String> digests = new HashSet<>();
      int expected = 0;
      digests.add(digest(table, hash, values, "v"));
      digests.add(digest(table, hash, values, "w"));
      digests.add(digest(table, SchemaHash.parse(arbitrary.hash()), values, "v"));
      digests.add(digest(renamed(table, "u", false), hash, values, "v"));
      digests.add(digest(renamed(table, "t", true), hash, values, "v"));
      expected += 5;
      for (int octet = 0; octet < 32; octet++) {
        digests.add(digest(table, changed(hash, octet), values, "v"));
        expected++;
      }
      for (int field = 0; field < values.length; field++) {
        PortableValue[] changed = values.clone();
        changed[field] = another(table.fields().get(field), values[field]);
        digests.add(digest(table, hash, changed, "v"));
        expected++;
      }
      assertThat(digests).hasSize(expected);
    }
  }

  @Test
  void types_of_equal_text_are_distinct() {
    Set<String> encodings = new HashSet<>();
    encodings.add(Hex.encode(PortableValue.ofInt(1).typed()));
    encodings.add(Hex.encode(PortableValue.ofInt64(1).typed()));
    encodings.add(Hex.encode(PortableValue.ofDecimal("1").typed()));
    encodings.add(Hex.encode(PortableValue.ofFloat(1).typed()));
    encodings.add(Hex.encode(PortableValue.ofString("1").typed()));
    encodings.add(Hex.encode(PortableValue.ofJson(Utf8.encode("1")).typed()));
    for (PortableType type : PortableType.values()) {
      encodings.add(Hex.encode(PortableValue.ofNull(type).typed()));
    }
    assertThat(encodings).hasSize(6 + PortableType.values().length);
  }

  private static String digest(
      TableSchema table, SchemaHash hash, PortableValue[] values, String version) {
    return Hex.encode(new RowEncoder(table, hash).digest(values, version));
  }

  private static SchemaHash changed(SchemaHash hash, int octet) {
    byte[] octets = Hex.decode(hash.hex());
    octets[octet] ^= 1;
    return SchemaHash.of(octets);
  }

  /** The same table under another id, or with another key field id. */
  private static TableSchema renamed(TableSchema table, String tableId, boolean keyField) {
    String key = table.primaryKeyFieldId();
    // A zero octet behind the id keeps its place in the order of fields.
    String newKey = keyField ? key + "\0" : key;
    List<FieldSchema> fields = new ArrayList<>();
    for (FieldSchema field : table.fields()) {
      boolean change = field.fieldId().equals(key);
      fields.add(
          change ? new FieldSchema(newKey, field.name(), field.type(), false, false) : field);
    }
    return new TableSchema(
        tableId,
        table.relationId(),
        table.name(),
        table.composition(),
        newKey,
        table.lifecycle(),
        fields,
        List.of());
  }

  private PortableValue another(FieldSchema field, PortableValue value) {
    PortableValue other = value;
    while (other.equals(value)) {
      other = field.nullable() ? arbitrary.value(field.type()) : arbitrary.present(field.type());
    }
    return other;
  }

  // --- scopes ---------------------------------------------------------------------------------

  private static final class Scope {
    final List<byte[]> identities = new ArrayList<>();
    final List<byte[]> digests = new ArrayList<>();
  }

  private Scope scope(int rows) {
    byte[] head = RowIdentity.head("t", "id");
    TreeMap<String, byte[]> sorted = new TreeMap<>();
    while (sorted.size() < rows) {
      PortableValue key =
          switch (arbitrary.below(3)) {
            case 0 -> PortableValue.ofInt((int) arbitrary.integer());
            case 1 -> PortableValue.ofInt64(arbitrary.integer());
            default -> PortableValue.ofString(arbitrary.text(true));
          };
      byte[] identity = RowIdentity.of(head, RowIdentity.key(key));
      sorted.put(Hex.encode(identity), identity);
    }
    Scope scope = new Scope();
    scope.identities.addAll(sorted.values());
    for (int i = 0; i < rows; i++) {
      scope.digests.add(arbitrary.octets(32));
    }
    return scope;
  }

  private String digest(Scope scope, long cardinality) {
    ScopeDigest digest = ScopeDigest.start(hash, "s", cardinality);
    for (int i = 0; i < scope.identities.size(); i++) {
      digest.add(scope.identities.get(i), scope.digests.get(i));
    }
    return Hex.encode(digest.finish());
  }

  @Test
  void the_three_ways_of_adding_entries_agree() {
    byte[] head = RowIdentity.head("t", "id");
    for (int rows = 0; rows < 300; rows += 1 + arbitrary.below(7)) {
      Scope scope = scope(rows);
      ScopeDigest split = ScopeDigest.start(hash, "s", rows);
      ScopeDigest bulk = ScopeDigest.start(hash, "s", rows);
      Octets packed = new Octets();
      for (int i = 0; i < rows; i++) {
        byte[] identity = scope.identities.get(i);
        byte[] key = Arrays.copyOfRange(identity, head.length, identity.length);
        split.add(head, key, scope.digests.get(i));
        packed.raw(key).raw(scope.digests.get(i));
      }
      byte[] all = packed.toByteArray();
      bulk.addAll(head, all, 0, all.length);
      String expected = digest(scope, rows);
      assertThat(Hex.encode(split.finish())).isEqualTo(expected);
      assertThat(Hex.encode(bulk.finish())).isEqualTo(expected);
    }
  }

  @Test
  void many_rows_of_one_key_length_agree_in_bulk() {
    byte[] head = RowIdentity.head("table", "id");
    int rows = 5000;
    ScopeDigest single = ScopeDigest.start(hash, "s", rows);
    ScopeDigest bulk = ScopeDigest.start(hash, "s", rows);
    Octets packed = new Octets();
    for (int i = 0; i < rows; i++) {
      PortableValue value =
          i < 2000 ? PortableValue.ofString("k" + (10_000 + i)) : PortableValue.ofInt64(i);
      byte[] key = RowIdentity.key(value);
      byte[] digest = arbitrary.octets(32);
      single.add(RowIdentity.of(head, key), digest);
      packed.raw(key).raw(digest);
    }
    byte[] all = packed.toByteArray();
    bulk.addAll(head, all, 0, all.length);
    assertThat(bulk.finish()).isEqualTo(single.finish());
  }

  @Test
  void bulk_entries_out_of_order_or_cut_short_are_refused() {
    byte[] head = RowIdentity.head("t", "id");
    for (int[] keys : new int[][] {{1, 2, 3, 3}, {1, 2, 4, 3}, {1, 1}}) {
      Octets packed = new Octets();
      for (int key : keys) {
        packed.raw(RowIdentity.key(PortableValue.ofInt(key))).raw(new byte[32]);
      }
      byte[] all = packed.toByteArray();
      ScopeDigest digest = ScopeDigest.start(hash, "s", keys.length);
      assertThatThrownBy(() -> digest.addAll(head, all, 0, all.length))
          .isInstanceOf(Malformed.class);
      ScopeDigest cut = ScopeDigest.start(hash, "s", keys.length);
      assertThatThrownBy(() -> cut.addAll(head, all, 0, all.length - 1))
          .isInstanceOf(Malformed.class);
    }
  }

  @Test
  void negative_integers_sort_behind_positive_ones() {
    byte[] head = RowIdentity.head("t", "id");
    byte[] positive = RowIdentity.key(PortableValue.ofInt(1));
    byte[] negative = RowIdentity.key(PortableValue.ofInt(-1));
    ScopeDigest digest = ScopeDigest.start(hash, "s", 2);
    digest.add(head, positive, new byte[32]);
    digest.add(head, negative, new byte[32]);
    assertThat(digest.finish()).hasSize(32);
    ScopeDigest wrong = ScopeDigest.start(hash, "s", 2);
    wrong.add(head, negative, new byte[32]);
    assertThatThrownBy(() -> wrong.add(head, positive, new byte[32]))
        .hasMessage("identities out of order");
  }

  @Test
  void missing_duplicate_and_surplus_rows_are_refused() {
    Scope scope = scope(10);
    assertThatThrownBy(() -> digest(without(scope, 4), 10))
        .hasMessage("cardinality differs from the entries");
    assertThatThrownBy(() -> digest(scope, 9)).hasMessage("cardinality differs from the entries");
    Scope twice = without(scope, 99);
    twice.identities.add(5, twice.identities.get(5));
    twice.digests.add(5, twice.digests.get(5));
    assertThatThrownBy(() -> digest(twice, 11)).hasMessage("duplicate identity");
  }

  /** A copy without the entry, or a whole copy when there is no such entry. */
  private static Scope without(Scope scope, int index) {
    Scope copy = new Scope();
    for (int i = 0; i < scope.identities.size(); i++) {
      if (i != index) {
        copy.identities.add(scope.identities.get(i));
        copy.digests.add(scope.digests.get(i));
      }
    }
    return copy;
  }

  @Test
  void any_changed_octet_of_an_identity_changes_or_invalidates_the_digest() {
    Scope scope = scope(3);
    String right = digest(scope, 3);
    byte[] identity = scope.identities.get(1);
    for (int i = 0; i < identity.length; i++) {
      identity[i] ^= 1;
      String changed;
      try {
        changed = digest(scope, 3);
      } catch (Malformed refused) {
        changed = "refused";
      }
      assertThat(changed).isNotEqualTo(right);
      identity[i] ^= 1;
    }
  }
}
