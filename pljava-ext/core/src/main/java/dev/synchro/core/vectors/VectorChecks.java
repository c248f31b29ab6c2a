package dev.synchro.core.vectors;

import static dev.synchro.core.vectors.Difference.requireEqual;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.EcmaNumber;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.PortableJson;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import dev.synchro.core.value.WireValue;
import java.util.function.Consumer;

/** One check per kind of vector file. */
final class VectorChecks {
  private static final int BINARY64_DIGITS = 16;

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
          cases(VectorChecks::canonicalJson, e -> PortableJson.canonicalize(e.utf8("input")));
      case FLOAT_TEXT -> cases(VectorChecks::floatText, e -> EcmaNumber.text(bits(e)));
      case TYPED_VALUES -> cases(VectorChecks::typedValue, VectorChecks::value);
      case SCHEMA_MANIFESTS -> cases(VectorChecks::manifest, VectorChecks::invalidManifest);
      case ROW_DIGESTS -> {
        RowVectors rows = new RowVectors(manifests);
        cases(rows::check, rows::refuse);
      }
      case SCOPE_DIGESTS -> cases(ScopeVectors::check, ScopeVectors::refuse);
      case POSTGRES_VALUES -> cases(PostgresVectors::check, PostgresVectors::refuse);
      case PUSH_FINGERPRINTS -> cases(PushVectors::check, PushVectors::refuse);
      case TOKENS -> {
        cases(TokenVectors::check, TokenVectors::refuse);
        TokenVectors.checkExport(file, report);
      }
      case SEMVER -> SemVerVectors.check(file, report);
      case CLIENT_TRANSITIONS -> TransitionVectors.check(file, report);
    }
  }

  private void cases(Consumer<Entry> valid, Consumer<Entry> invalid) {
    for (Entry entry : Entry.list(file, "cases")) {
      report.valid(entry.id(), () -> valid.accept(entry));
    }
    for (Entry entry : Entry.list(file, "invalid")) {
      report.invalid(entry.id(), entry.why(), () -> invalid.accept(entry));
    }
  }

  private static void canonicalJson(Entry entry) {
    byte[] input = entry.utf8("input");
    byte[] canonical = PortableJson.canonicalize(input);
    requireEqual("canonical", entry.text("canonical"), Utf8.decode(canonical));
    requireEqual("canonical again", canonical, PortableJson.canonicalize(canonical));
    JsonValue tree = JsonParser.parse(input, JsonLimits.PORTABLE);
    requireEqual("written from a tree", canonical, CanonicalJson.write(tree));
  }

  private static double bits(Entry entry) {
    byte[] octets = Hex.decode(entry.text("bits"));
    if (2 * octets.length != BINARY64_DIGITS) {
      throw new NotAVector("bits are not those of a binary64");
    }
    return Double.longBitsToDouble(Long.parseUnsignedLong(entry.text("bits"), 16));
  }

  private static void floatText(Entry entry) {
    double value = bits(entry);
    String text = EcmaNumber.text(value);
    requireEqual("text", entry.text("text"), text);
    requireEqual("read back", value, EcmaNumber.parse(text));
  }

  private static void typedValue(Entry entry) {
    PortableValue value = value(entry);
    requireEqual("canonical", entry.text("canonical"), Utf8.decode(value.wire()));
    requireEqual("encoding", entry.text("encoding"), Hex.encode(value.typed()));
    requireEqual("read back", value, WireValue.read(value.type(), value.wire()));
  }

  private static PortableValue value(Entry entry) {
    PortableType type =
        PortableType.find(entry.text("type")).orElseThrow(() -> new Malformed(Rule.UNKNOWN_TYPE));
    PortableValue value = WireValue.read(type, entry.utf8("wire"));
    if (entry.has("precision")) {
      value.checkBounds((int) entry.count("precision"), (int) entry.count("scale"));
    }
    return value;
  }

  private static void manifest(Entry entry) {
    SchemaManifest manifest = SchemaManifest.parse(entry.object("manifest"));
    requireEqual("canonical", entry.text("canonical"), Utf8.decode(manifest.body()));
    requireEqual("schema_hash", entry.text("schema_hash"), manifest.hash().hex());
    SchemaManifest again = SchemaManifest.parse(manifest.published());
    requireEqual("published", manifest.published(), again.published());
  }

  private static void invalidManifest(Entry entry) {
    if (!(entry.get("manifest") instanceof JsonObject manifest)) {
      throw new Malformed(Rule.WRONG_MEMBER_TYPE);
    }
    SchemaManifest.parse(manifest);
  }
}
