package dev.synchro.suite.client;

import dev.synchro.client.Progress;
import dev.synchro.client.Seed;
import dev.synchro.client.SyncCall;
import dev.synchro.client.SyncCalls;
import dev.synchro.client.SyncClient;
import dev.synchro.client.TransportFailure;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.position.Lsn;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.token.KeyState;
import dev.synchro.core.token.SecretBytes;
import dev.synchro.core.token.SeedReceipt;
import dev.synchro.core.token.TokenKey;
import dev.synchro.core.token.TokenPurpose;
import dev.synchro.core.token.TokenSealer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A seed of one scope made by hand: the rows as a client receives them in a rebuild, and a receipt
 * sealed with the server's own key as an export would seal it.
 */
final class LiveSeed implements SyncCalls {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SyncCalls server;
  private final String scopeId;
  private final List<String> records = new ArrayList<>();
  private String manifest = "";
  private String checksum = "";

  private LiveSeed(SyncCalls server, String scopeId) {
    this.server = server;
    this.scopeId = scopeId;
  }

  /** The scope as it is now; the donor is a client of its own. */
  static Seed of(LiveServer server, SyncCalls calls, String scopeId, Path donorFile) {
    LiveSeed seed = new LiveSeed(calls, scopeId);
    server.capture();
    try (SyncClient donor = SyncClient.open(donorFile, seed, LiveServer.settings())) {
      if (donor.sync(PATIENCE) != Progress.DONE) {
        throw new AssertionError("the donor is not in step: " + donor.fault());
      }
    }
    Seed.Scope scope =
        new Seed.Scope(scopeId, seed.checksum, receipt(server, scopeId), seed.records);
    return new Seed(seed.manifest, List.of(scope));
  }

  @Override
  public byte[] call(SyncCall call, byte[] request) throws TransportFailure {
    byte[] answer = server.call(call, request);
    JsonObject object = JsonParser.parseObject(answer, JsonLimits.DOCUMENT);
    if (call == SyncCall.CONNECT) {
      object.find("schema_definition").ifPresent(definition -> manifest = text(definition));
    } else if (call == SyncCall.REBUILD
        && object.find("scope").equals(Optional.of(new JsonString(scopeId)))) {
      ((JsonArray) object.find("records").orElseThrow())
          .elements()
          .forEach(entry -> records.add(text(entry)));
      object.find("checksum").ifPresent(whole -> checksum = text(whole));
    }
    return answer;
  }

  private static String text(JsonValue value) {
    return new String(CanonicalJson.write(value), StandardCharsets.UTF_8);
  }

  private static String receipt(LiveServer server, String scopeId) {
    String[] facts =
        server
            .lines(
                "SELECT p.registry_generation, s.membership_generation, s.retention_generation,"
                    + " p.stream_generation, p.materialized_lsn - '0/0'::pg_lsn, s.cardinality,"
                    + " encode(s.digest, 'hex'), encode(m.schema_hash, 'hex'), k.key_id,"
                    + " encode(k.secret, 'hex') FROM synchro.progress p"
                    + " JOIN synchro.schema_manifest m USING (schema_version)"
                    + " CROSS JOIN synchro.scope s CROSS JOIN synchro.token_key k"
                    + " WHERE s.scope_id = '"
                    + scopeId
                    + "' AND k.purpose = 'seed_continuation' AND k.state = 'active'")
            .get(0)
            .split("\\|", -1);
    HexFormat hex = HexFormat.of();
    SeedReceipt receipt =
        new SeedReceipt(
            facts[8],
            UUID.randomUUID().toString(),
            facts[6],
            SchemaHash.of(hex.parseHex(facts[7])),
            scopeId,
            Long.parseLong(facts[0]),
            Long.parseLong(facts[1]),
            Long.parseLong(facts[2]),
            Long.parseLong(facts[3]),
            new Position.TransactionEnd(Lsn.parseDecimal(facts[4])),
            Long.parseLong(facts[5]),
            facts[6],
            "2026-01-01T00:00:00.000000Z");
    TokenKey key =
        new TokenKey(
            facts[8],
            TokenPurpose.SEED_CONTINUATION,
            KeyState.ACTIVE,
            Optional.of(new SecretBytes(hex.parseHex(facts[9]))));
    return TokenSealer.seal(receipt, key);
  }
}
