package dev.synchro.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.message.PushRequest;
import dev.synchro.core.message.RequestBody;
import dev.synchro.core.message.RequestReader;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.message.SyncCall;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

class RequestFuzzTest {
  private static final Choice<SyncCall> CALLS = new Choice<>(List.of(SyncCall.values()));
  private static final Set<ErrorCode> REFUSALS =
      EnumSet.of(ErrorCode.INVALID_REQUEST, ErrorCode.INVALID_SCHEMA_REFERENCE);
  private static final String UUID = "\"0b5f1c3e-9c1f-4c7e-9a51-2f6f1f0c2d11\"";
  private static final String CLIENT = "{\"client_id\":\"c\",\"client_generation\":1,";
  private static final String SCHEMA = "{\"version\":1,\"hash\":\"" + "ab".repeat(32) + "\"}";

  static Stream<byte[]> seeds() {
    return Stream.of(
        seed(
            SyncCall.CONNECT,
            "{\"client_id\":\"c\",\"platform\":\"p\",\"app_version\":\"1.0.0-rc.1+b\","
                + "\"protocol_version\":3,\"schema\":{\"version\":0,\"hash\":\"\"},"
                + "\"scope_set_version\":0,\"known_scopes\":{}}"),
        seed(
            SyncCall.CONNECT,
            CLIENT
                + "\"platform\":\"p\",\"app_version\":\"1.0.0\",\"protocol_version\":3,"
                + "\"schema_reset\":true,\"schema\":"
                + SCHEMA
                + ",\"scope_set_version\":2,\"known_scopes\":{\"s\":{\"cursor\":\"ic1.a.b\"}}}"),
        seed(
            SyncCall.CONNECT,
            "{\"client_id\":\"c\",\"platform\":\"p\",\"app_version\":\"1.0.0\","
                + "\"protocol_version\":3,\"schema\":"
                + SCHEMA
                + ",\"scope_set_version\":0,\"known_scopes\":{\"s\":{\"cursor\":null}},"
                + "\"seed_receipts\":{\"s\":\"sc1.a.b\"}}"),
        seed(
            SyncCall.PUSH,
            CLIENT
                + "\"batch_id\":"
                + UUID
                + ",\"atomic\":true,\"schema\":"
                + SCHEMA
                + ",\"mutations\":[{\"mutation_id\":"
                + UUID
                + ",\"table\":\"t\",\"pk\":{\"id\":1},\"authored_schema\":"
                + SCHEMA
                + ",\"op\":\"update\",\"base_version\":\"v1.x\","
                + "\"client_version\":\"2026-11-30T09:00:00.000000Z\","
                + "\"columns\":{\"a\":1e3,\"b\":null}}]}"),
        seed(
            SyncCall.PULL,
            CLIENT
                + "\"schema\":"
                + SCHEMA
                + ",\"scope_set_version\":1,\"scopes\":{\"s\":{\"cursor\":null}},\"limit\":10}"),
        seed(
            SyncCall.REBUILD,
            CLIENT
                + "\"schema\":"
                + SCHEMA
                + ",\"scope\":\"s\",\"rebuild_id\":"
                + UUID
                + ",\"cursor\":null,\"limit\":1000}"));
  }

  private static byte[] seed(SyncCall call, String body) {
    return CALLS.input(call, Utf8.encode(body));
  }

  @MethodSource("seeds")
  @FuzzTest
  void a_request_is_refused_or_means_the_same_in_canonical_form(byte[] input) {
    CALLS.read(input, RequestFuzzTest::judge);
  }

  private static void judge(SyncCall call, byte[] octets) {
    RequestBody body = RequestBody.of(call, octets);
    assertThat(body.clientId()).isNotNull();
    assertThat(body.appVersion()).isNotNull();
    assertThat(body.protocolVersion()).isNotNull();
    read(call, body).ifPresent(request -> requireSame(call, octets, request));
  }

  private static Optional<Object> read(SyncCall call, RequestBody body) {
    try {
      return Optional.of(
          switch (call) {
            case CONNECT -> RequestReader.connect(body);
            case PUSH -> RequestReader.push(body);
            case PULL -> RequestReader.pull(body);
            case REBUILD -> RequestReader.rebuild(body);
          });
    } catch (RequestRefused refusal) {
      assertThat(REFUSALS).contains(refusal.envelope().code());
      return Optional.empty();
    }
  }

  private static void requireSame(SyncCall call, byte[] octets, Object request) {
    byte[] canonical = CanonicalJson.canonicalize(octets, JsonLimits.DOCUMENT);
    Optional<Object> again = read(call, RequestBody.of(call, canonical));
    if (request instanceof PushRequest push) {
      // Pushed values keep their spelling for the judgement by their field's type.
      PushRequest other = (PushRequest) again.orElseThrow();
      assertThat(other.batchId()).isEqualTo(push.batchId());
      assertThat(other.mutations()).hasSameSizeAs(push.mutations());
    } else {
      assertThat(again).hasValue(request);
    }
  }
}
