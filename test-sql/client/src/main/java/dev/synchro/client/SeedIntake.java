package dev.synchro.client;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.schema.SchemaManifest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Makes a seed the content of a client that has none, in one local transaction and with nothing in
 * the queue. Every row and every scope is verified. Contract 6.3, 13.4.
 */
final class SeedIntake {

  private static final String WHAT = "seed";

  private final Records records;

  SeedIntake(Records records) {
    this.records = records;
  }

  /** A client that has a schema already keeps what it has. */
  void install(Seed seed) {
    if (records.client().read().schemaHash().isPresent()) {
      return;
    }
    try {
      records.database().transaction(DurableStep.SEED_INSTALLED, () -> take(seed));
    } catch (ContractFault | Malformed wrong) {
      throw new SeedRefused("the seed is refused: " + wrong.getMessage(), wrong);
    }
  }

  private void take(Seed seed) {
    Catalog catalog =
        records
            .schemas()
            .add(SchemaManifest.parse(seed.manifest().getBytes(StandardCharsets.UTF_8)));
    records.client().schema(catalog.hashText());
    records.visible().create(catalog);
    seed.scopes().forEach(scope -> take(catalog, scope));
    records.visible().fill(catalog);
  }

  private void take(Catalog catalog, Seed.Scope seeded) {
    records.scopes().add(seeded.scopeId());
    ScopeRecord scope = records.scopes().find(seeded.scopeId()).orElseThrow();
    for (String text : seeded.records()) {
      VerifiedRow row = RebuildAnswer.row(CanonicalText.parseObject(text), catalog);
      records.rows().put(row);
      records.rows().hold(scope.number(), row.key(), row.digest());
    }
    byte[] digest = records.verifier().digest(catalog, scope);
    byte[] expected =
        LocalTable.readChecksum(
            WHAT,
            JsonParser.parse(
                seeded.checksum().getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
    if (!Arrays.equals(digest, expected)) {
      throw new ContractFault(WHAT + " has a scope that differs from its digest");
    }
    records.scopes().seeded(scope.number(), Hex.encode(digest), seeded.receipt());
  }
}
