package dev.synchro.core.vectors;

import static dev.synchro.core.vectors.Difference.requireEqual;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.digest.Checksum;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.row.DeletionVersion;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.row.RowEncoder;
import dev.synchro.core.row.RowReader;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableValue;

/** Rows of the tables of manifests, with everything that is derived from them. */
final class RowVectors {
  private static final SchemaHash ANY_HASH = SchemaHash.of(new byte[32]);

  private final Manifests manifests;

  RowVectors(Manifests manifests) {
    this.manifests = manifests;
  }

  void check(Entry entry) {
    SchemaManifest manifest = manifests.get(entry.text("manifest"));
    RowReader reader = new RowReader(table(manifest, entry));
    PortableValue[] values = reader.read(entry.utf8("row"));
    RowEncoder encoder = new RowEncoder(table(manifest, entry), manifest.hash());
    EncodedRow row = encoder.encode(values);
    requireEqual("row_identity", entry.text("row_identity"), Hex.encode(row.identity()));
    requireEqual("row_body", entry.text("row_body"), Hex.encode(row.body()));
    requireEqual("content_version", entry.text("content_version"), row.contentVersion());
    String deletion = DeletionVersion.of(row.identity(), row.contentVersion());
    requireEqual("deletion_version", entry.text("deletion_version"), deletion);
    byte[] digest = row.rowDigest(entry.text("server_version"));
    requireEqual("row_digest", entry.text("row_digest"), Hex.encode(digest));
    requireEqual("digest alone", digest, encoder.digest(values, entry.text("server_version")));
    requireEqual("checksum", digest, Checksum.read(entry.get("checksum")));
    byte[] checksum = CanonicalJson.write(entry.get("checksum"));
    requireEqual("checksum text", checksum, Checksum.text(digest));
    requireEqual("row read back", row.row(), encoder.encode(reader.read(row.row())).row());
  }

  void refuse(Entry entry) {
    TableSchema table =
        entry.has("table")
            ? BareTable.read(entry.object("table"))
            : table(manifests.get(entry.text("manifest")), entry);
    PortableValue[] values = new RowReader(table).read(entry.utf8("row"));
    new RowEncoder(table, ANY_HASH).digest(values, entry.text("server_version"));
  }

  private static TableSchema table(SchemaManifest manifest, Entry entry) {
    return manifest
        .table(entry.text("table_id"))
        .orElseThrow(() -> new NotAVector("the manifest has no table of this id"));
  }
}
