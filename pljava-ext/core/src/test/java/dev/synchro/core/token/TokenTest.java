package dev.synchro.core.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.position.Lsn;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaHash;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class TokenTest {
  private static final TokenKey KEY = key("incremental_cursor-v1", (byte) 1, KeyState.ACTIVE);
  private static final IncrementalCursor CURSOR =
      new IncrementalCursor(
          KEY.keyId(),
          1,
          new Position.Effect(new Lsn(-1), 2, 3),
          Bindings.user("u1"),
          Bindings.client("u1", "c1"),
          1,
          "user:1",
          SchemaHash.of(new byte[32]),
          1,
          1,
          "2026-11-30T09:06:00.000000Z");

  private static TokenKey key(String id, byte fill, KeyState state) {
    byte[] secret = new byte[SecretBytes.LENGTH];
    java.util.Arrays.fill(secret, fill);
    Optional<SecretBytes> held =
        state == KeyState.RETIRED ? Optional.empty() : Optional.of(new SecretBytes(secret));
    return new TokenKey(id, TokenPurpose.INCREMENTAL_CURSOR, state, held);
  }

  private static TokenRejected.Kind rejected(String token, TokenKey... keys) {
    return catchThrowableOfType(
            TokenRejected.class,
            () -> TokenOpener.openIncrementalCursor(token, new KeyRing(List.of(keys))))
        .kind();
  }

  @Test
  void knows_the_bindings_of_the_contract() {
    assertThat(Bindings.user("u1"))
        .isEqualTo("ba5b1b10466eed2583b7bfb7f44ee14ed910b18ad697ef293b71c7accb54998b");
    assertThat(Bindings.client("u1", "c1"))
        .isEqualTo("e6d401c767b2aa3a4e887d5082cc6b0c96650e9480b226bbd79567753aeba399");
  }

  @Test
  void opens_what_it_sealed() {
    String token = TokenSealer.seal(CURSOR, KEY);
    assertThat(TokenOpener.openIncrementalCursor(token, new KeyRing(List.of(KEY))))
        .isEqualTo(CURSOR);
  }

  @Test
  void its_mac_is_that_of_the_platform() throws Exception {
    byte[] secret = new byte[32];
    for (int i = 0; i < 32; i++) {
      secret[i] = (byte) (200 + i);
    }
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    for (int length = 0; length < 200; length += 7) {
      byte[] message = Utf8.encode("m".repeat(length));
      assertThat(HmacSha256.mac(new SecretBytes(secret), message)).isEqualTo(mac.doFinal(message));
    }
  }

  @Test
  void every_changed_character_is_rejected() {
    String token = TokenSealer.seal(CURSOR, KEY);
    for (int i = 0; i < token.length(); i++) {
      char other = token.charAt(i) == 'A' ? 'B' : 'A';
      String changed = token.substring(0, i) + other + token.substring(i + 1);
      assertThat(rejected(changed, KEY))
          .isIn(
              TokenRejected.Kind.MALFORMED,
              TokenRejected.Kind.UNKNOWN_KEY,
              TokenRejected.Kind.BAD_MAC);
    }
  }

  @Test
  void the_key_decides_the_kind_of_rejection() {
    String token = TokenSealer.seal(CURSOR, KEY);
    assertThat(rejected(token)).isEqualTo(TokenRejected.Kind.UNKNOWN_KEY);
    assertThat(rejected(token, key(KEY.keyId(), (byte) 2, KeyState.ACTIVE)))
        .isEqualTo(TokenRejected.Kind.BAD_MAC);
    assertThat(rejected(token, key(KEY.keyId(), (byte) 0, KeyState.RETIRED)))
        .isEqualTo(TokenRejected.Kind.RETIRED_KEY);
    KeyRing verifying = new KeyRing(List.of(key(KEY.keyId(), (byte) 1, KeyState.VERIFY_ONLY)));
    assertThat(TokenOpener.openIncrementalCursor(token, verifying)).isEqualTo(CURSOR);
  }

  @Test
  void a_payload_that_is_not_canonical_is_malformed_under_a_right_mac() {
    String canonical = Utf8.decode(CURSOR.canonical());
    for (String payload :
        List.of(
            canonical.replace(",", ", "),
            canonical.replace("\"token_version\":1", "\"token_version\":1,\"x\":1"),
            canonical.replace("\"client_generation\":\"1\"", "\"client_generation\":\"01\""),
            canonical.replace("\"client_generation\":\"1\"", "\"client_generation\":1"),
            canonical.replace("09:06:00.000000Z", "24:00:00.000000Z"),
            canonical.replace("\"kind\":\"incremental_cursor\"", "\"kind\":\"rebuild\""))) {
      assertThat(payload).isNotEqualTo(canonical);
      String token =
          TokenSealer.seal(
              TokenPurpose.INCREMENTAL_CURSOR, Utf8.encode(payload), KEY.secret().get());
      assertThat(rejected(token, KEY)).isEqualTo(TokenRejected.Kind.MALFORMED);
    }
  }

  @Test
  void a_secret_has_no_printable_form() {
    assertThat(KEY.toString()).contains("secret").doesNotContain("[1, 1").doesNotContain("0101");
    assertThatThrownBy(() -> new SecretBytes(new byte[31])).hasMessage("digest is not 32 octets");
  }
}
