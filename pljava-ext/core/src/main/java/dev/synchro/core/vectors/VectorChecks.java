package dev.synchro.core.vectors;

import static dev.synchro.core.vectors.Difference.requireEqual;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.digest.Checksum;
import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.EcmaNumber;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.Members;
import dev.synchro.core.json.PortableJson;
import dev.synchro.core.row.DeletionVersion;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.row.RowEncoder;
import dev.synchro.core.row.RowReader;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.token.ExportManifestHash;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import dev.synchro.core.value.WireValue;
import dev.synchro.core.version.SemVer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** One check per kind of vector file. */
final class VectorChecks {
  private static final SchemaHash ANY_HASH = SchemaHash.of(new byte[32]);

  private final JsonObject file;
  private final Manifests manifests;
  private final VectorReport report;

  VectorChecks(JsonObject file, Manifests manifests, VectorReport report) {
    this.file = file;
    this.manifests = manifests;
    this.report = report;
  }

  void check(VectorKind kind) {
    switch (kind) {
      case CANONICAL_JSON ->
          cases(this::canonicalJson, e -> PortableJson.canonicalize(e.utf8("input")));
      case FLOAT_TEXT -> cases(this::floatText, e -> EcmaNumber.text(bits(e)));
      case TYPED_VALUES -> cases(this::typedValue, this::invalidValue);
      case SCHEMA_MANIFESTS ->
          cases(this::manifest, e -> SchemaManifest.parse(e.object("manifest")));
      case ROW_DIGESTS -> cases(this::row, this::invalidRow);
      case SCOPE_DIGESTS -> cases(this::scope, this::invalidScope);
      case POSTGRES_VALUES -> cases(PostgresVectors::check, PostgresVectors::refuse);
      case PUSH_FINGERPRINTS -> cases(PushVectors::check, PushVectors::check);
      case TOKENS -> tokens();
      case SEMVER -> semver();
      case CLIENT_TRANSITIONS -> TransitionVectors.check(file, report);
    }
  }

  private void cases(Consumer<Entry> valid, Consumer<Entry> invalid) {
    for (Entry entry : list("cases")) {
      report.valid(entry.id(), () -> valid.accept(entry));
    }
    for (Entry entry : list("invalid")) {
      report.invalid(entry.id(), entry.why(), () -> invalid.accept(entry));
    }
  }

  private List<Entry> list(String name) {
    List<Entry> entries = new ArrayList<>();
    if (file.has(name)) {
      for (JsonValue entry : ((JsonArray) file.find(name).get()).elements()) {
        entries.add(new Entry(entry, name, entries.size()));
      }
    }
    return entries;
  }

  private void canonicalJson(Entry entry) {
    byte[] input = entry.utf8("input");
    byte[] canonical = PortableJson.canonicalize(input);
    requireEqual("canonical", entry.text("canonical"), Utf8.decode(canonical));
    requireEqual("canonical again", canonical, PortableJson.canonicalize(canonical));
    JsonValue tree = JsonParser.parse(input, JsonLimits.PORTABLE);
    requireEqual("written from a tree", canonical, CanonicalJson.write(tree));
  }

  private static double bits(Entry entry) {
    return Double.longBitsToDouble(Long.parseUnsignedLong(entry.text("bits"), 16));
  }

  private void floatText(Entry entry) {
    double value = bits(entry);
    String text = EcmaNumber.text(value);
    requireEqual("text", entry.text("text"), text);
    requireEqual("read back", value, EcmaNumber.parse(text));
  }

  private static PortableType type(Entry entry) {
    return PortableType.find(entry.text("type"))
        .orElseThrow(() -> new IllegalArgumentException("unknown type"));
  }

  private void typedValue(Entry entry) {
    PortableValue value = WireValue.read(type(entry), entry.utf8("wire"));
    requireEqual("canonical", entry.text("canonical"), Utf8.decode(value.wire()));
    requireEqual("encoding", entry.text("encoding"), Hex.encode(value.typed()));
    requireEqual("read back", value, WireValue.read(value.type(), value.wire()));
  }

  private void invalidValue(Entry entry) {
    PortableValue value = WireValue.read(type(entry), entry.utf8("wire"));
    if (entry.has("precision")) {
      value.checkBounds(
          (int) Members.asInteger(entry.get("precision")),
          (int) Members.asInteger(entry.get("scale")));
    }
  }

  private void manifest(Entry entry) {
    SchemaManifest manifest = SchemaManifest.parse(entry.object("manifest"));
    requireEqual("canonical", entry.text("canonical"), Utf8.decode(manifest.body()));
    requireEqual("schema_hash", entry.text("schema_hash"), manifest.hash().hex());
    SchemaManifest again = SchemaManifest.parse(manifest.published());
    requireEqual("published", manifest.published(), again.published());
  }

  private void row(Entry entry) {
    SchemaManifest manifest = manifests.get(entry.text("manifest"));
    TableSchema table =
        manifest
            .table(entry.text("table_id"))
            .orElseThrow(() -> new IllegalArgumentException("unknown table"));
    PortableValue[] values = new RowReader(table).read(entry.utf8("row"));
    RowEncoder encoder = new RowEncoder(table, manifest.hash());
    EncodedRow row = encoder.encode(values);
    requireEqual("row_identity", entry.text("row_identity"), Hex.encode(row.identity()));
    requireEqual("row_body", entry.text("row_body"), Hex.encode(row.body()));
    requireEqual("content_version", entry.text("content_version"), row.contentVersion());
    String deletion = DeletionVersion.of(row.identity(), row.contentVersion());
    requireEqual("deletion_version", entry.text("deletion_version"), deletion);
    String serverVersion = entry.text("server_version");
    byte[] digest = row.rowDigest(serverVersion);
    requireEqual("row_digest", entry.text("row_digest"), Hex.encode(digest));
    requireEqual("row digest alone", digest, encoder.digest(values, serverVersion));
    requireEqual("checksum", digest, Checksum.read(entry.get("checksum")));
    requireEqual(
        "checksum text", CanonicalJson.write(entry.get("checksum")), Checksum.text(digest));
    requireEqual(
        "row read back", row.row(), encoder.encode(new RowReader(table).read(row.row())).row());
  }

  private void invalidRow(Entry entry) {
    TableSchema table = BareTable.read(entry.object("table"));
    PortableValue[] values = new RowReader(table).read(entry.utf8("row"));
    new RowEncoder(table, ANY_HASH).digest(values, entry.text("server_version"));
  }

  private static List<JsonValue> entries(Entry entry) {
    return ((JsonArray) entry.get("entries")).elements();
  }

  private void scope(Entry entry) {
    SchemaHash hash = SchemaHash.parse(entry.text("schema_hash"));
    long cardinality = Members.asInteger(entry.get("cardinality"));
    byte[] digest = scopeDigest(entry, hash, cardinality);
    requireEqual("digest", entry.text("digest"), Hex.encode(digest));
  }

  private void invalidScope(Entry entry) {
    SchemaHash hash =
        entry.has("schema_hash") ? SchemaHash.parse(entry.text("schema_hash")) : ANY_HASH;
    long cardinality =
        entry.has("cardinality")
            ? Members.asInteger(entry.get("cardinality"))
            : entries(entry).size();
    scopeDigest(entry, hash, cardinality);
  }

  private void tokens() {
    cases(TokenVectors::check, TokenVectors::refuse);
    if (file.find("export_manifest").orElse(null) instanceof JsonObject exported) {
      Entry entry = new Entry(exported, "export_manifest", 0);
      report.valid(
          "export_manifest",
          () ->
              requireEqual(
                  "hash", entry.text("hash"), ExportManifestHash.of(entry.object("body"))));
    }
  }

  private void semver() {
    List<JsonValue> ascending = texts(file, "ascending");
    for (int i = 0; i < ascending.size(); i++) {
      int at = i;
      report.valid("ascending[" + i + "]", () -> requirePrecedence(ascending, at));
    }
    int groups = 0;
    for (JsonValue group : texts(file, "equal")) {
      List<JsonValue> equal = ((JsonArray) group).elements();
      report.valid("equal[" + groups++ + "]", () -> requireSamePrecedence(equal));
    }
    List<JsonValue> invalid = texts(file, "invalid");
    for (int i = 0; i < invalid.size(); i++) {
      String text = Members.asString(invalid.get(i));
      report.invalid("invalid[" + i + "]", "malformed", () -> SemVer.parse(text));
    }
  }

  private static List<JsonValue> texts(JsonObject file, String name) {
    return file.has(name) ? ((JsonArray) file.find(name).get()).elements() : List.of();
  }

  private static void requirePrecedence(List<JsonValue> ascending, int at) {
    SemVer version = SemVer.parse(Members.asString(ascending.get(at)));
    for (int i = 0; i < ascending.size(); i++) {
      SemVer other = SemVer.parse(Members.asString(ascending.get(i)));
      requireEqual(
          "order with " + other.text(),
          Integer.compare(at, i),
          Integer.signum(version.compareTo(other)));
    }
  }

  private static void requireSamePrecedence(List<JsonValue> equal) {
    for (JsonValue left : equal) {
      for (JsonValue right : equal) {
        SemVer version = SemVer.parse(Members.asString(left));
        requireEqual("order", 0, version.compareTo(SemVer.parse(Members.asString(right))));
      }
    }
  }

  private static byte[] scopeDigest(Entry entry, SchemaHash hash, long cardinality) {
    List<byte[][]> pairs = new ArrayList<>();
    for (JsonValue pair : entries(entry)) {
      List<JsonValue> parts = ((JsonArray) pair).elements();
      byte[] identity = Hex.decode(Members.asString(parts.get(0)));
      pairs.add(new byte[][] {identity, Hex.decode(Members.asString(parts.get(1)))});
    }
    pairs.sort((left, right) -> Arrays.compareUnsigned(left[0], right[0]));
    ScopeDigest digest = ScopeDigest.start(hash, entry.text("scope_id"), cardinality);
    for (byte[][] pair : pairs) {
      digest.add(pair[0], pair[1]);
    }
    return digest.finish();
  }
}
