package dev.synchro.adapter.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.synchro.adapter.config.AdapterConfig.TokenConfig;
import dev.synchro.adapter.token.TokenRefused.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tokens are believed, with the real keys and signatures of every kind. */
class TokenVerifierTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final long LEEWAY = 30;

  private static RSAKey rsa;
  private static RSAKey otherRsa;
  private static ECKey curve;

  @TempDir private Path directory;
  private TokenVerifier verifier;

  @BeforeAll
  static void makeKeys() throws JOSEException {
    rsa = new RSAKeyGenerator(2048).keyID("r").generate();
    otherRsa = new RSAKeyGenerator(2048).keyID("other").generate();
    curve = new ECKeyGenerator(Curve.P_256).keyID("e").generate();
  }

  @BeforeEach
  void makeVerifier() throws IOException, KeysRefused {
    Path secret = Files.writeString(directory.resolve("secret"), SECRET + "\n");
    Path keys =
        Files.writeString(
            directory.resolve("keys.json"), new JWKSet(List.of(rsa, curve)).toString());
    verifier = verifier(Optional.of(secret), Optional.of(keys));
  }

  private static TokenVerifier verifier(Optional<Path> secret, Optional<Path> keys)
      throws KeysRefused {
    TokenConfig config =
        new TokenConfig(
            secret,
            keys,
            Optional.of("https://issuer.example"),
            Optional.of("synchro"),
            "uid",
            Duration.ofSeconds(LEEWAY));
    return new TokenVerifier(config, TokenKeyFiles.open(config), Clock.fixed(NOW, ZoneOffset.UTC));
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer("https://issuer.example")
        .audience(List.of("another", "synchro"))
        .claim("uid", "ada")
        .expirationTime(Date.from(NOW.plusSeconds(60)));
  }

  private static JWSSigner mac() throws JOSEException {
    return new MACSigner(SECRET);
  }

  private static String hs256(JWTClaimsSet claims) throws JOSEException {
    return signed(new JWSHeader(JWSAlgorithm.HS256), claims, mac());
  }

  private static String signed(JWSHeader header, JWTClaimsSet claims, JWSSigner signer)
      throws JOSEException {
    SignedJWT token = new SignedJWT(header, claims);
    token.sign(signer);
    return "Bearer " + token.serialize();
  }

  private static JWSHeader header(JWSAlgorithm algorithm, String keyId) {
    return new JWSHeader.Builder(algorithm).keyID(keyId).build();
  }

  private Reason refused(String authorization) {
    return catchThrowableOfType(TokenRefused.class, () -> verifier.user(authorization)).reason();
  }

  @Test
  void each_of_the_three_algorithms_is_believed_with_and_without_a_key_id() throws Exception {
    JWTClaimsSet good = claims().build();
    assertThat(verifier.user(hs256(good))).isEqualTo("ada");
    for (String keyId : new String[] {"r", null}) {
      assertThat(
              verifier.user(signed(header(JWSAlgorithm.RS256, keyId), good, new RSASSASigner(rsa))))
          .isEqualTo("ada");
    }
    for (String keyId : new String[] {"e", null}) {
      assertThat(
              verifier.user(
                  signed(header(JWSAlgorithm.ES256, keyId), good, new ECDSASigner(curve))))
          .isEqualTo("ada");
    }
  }

  @Test
  void a_token_without_a_signature_is_refused() {
    assertThat(refused("Bearer " + new PlainJWT(claims().build()).serialize()))
        .isEqualTo(Reason.KEY);
  }

  @Test
  void a_public_key_is_no_secret() throws JOSEException {
    byte[] published = rsa.toRSAPublicKey().getEncoded();
    for (byte[] secret :
        List.of(published, rsa.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8))) {
      assertThat(
              refused(
                  signed(header(JWSAlgorithm.HS256, "r"), claims().build(), new MACSigner(secret))))
          .isEqualTo(Reason.SIGNATURE);
    }
  }

  @Test
  void without_a_secret_no_hs256_token_is_believed() throws Exception {
    Path keys = directory.resolve("keys.json");
    verifier = verifier(Optional.empty(), Optional.of(keys));
    assertThat(refused(hs256(claims().build()))).isEqualTo(Reason.KEY);
  }

  @Test
  void other_algorithms_of_the_same_keys_are_refused() throws JOSEException {
    JWTClaimsSet good = claims().build();
    assertThat(refused(signed(header(JWSAlgorithm.RS512, "r"), good, new RSASSASigner(rsa))))
        .isEqualTo(Reason.KEY);
    assertThat(refused(signed(header(JWSAlgorithm.PS256, "r"), good, new RSASSASigner(rsa))))
        .isEqualTo(Reason.KEY);
    assertThat(
            refused(
                signed(new JWSHeader(JWSAlgorithm.HS384), good, new MACSigner(SECRET + SECRET))))
        .isEqualTo(Reason.KEY);
  }

  @Test
  void another_signer_and_another_key_id_are_refused() throws JOSEException {
    JWTClaimsSet good = claims().build();
    assertThat(refused(signed(header(JWSAlgorithm.RS256, "r"), good, new RSASSASigner(otherRsa))))
        .isEqualTo(Reason.SIGNATURE);
    assertThat(
            refused(signed(header(JWSAlgorithm.RS256, "other"), good, new RSASSASigner(otherRsa))))
        .isEqualTo(Reason.KEY);
    assertThat(
            refused(
                signed(
                    new JWSHeader(JWSAlgorithm.HS256),
                    good,
                    new MACSigner(SECRET.replace('0', '1')))))
        .isEqualTo(Reason.SIGNATURE);
  }

  @Test
  void a_changed_token_is_refused() throws JOSEException {
    String token = hs256(claims().build());
    String other = hs256(claims().claim("uid", "eve").build());
    String[] mine = token.split("\\.", -1);
    String[] others = other.split("\\.", -1);
    assertThat(refused(mine[0] + "." + others[1] + "." + mine[2])).isEqualTo(Reason.SIGNATURE);
    assertThat(refused(mine[0] + "." + mine[1] + ".")).isEqualTo(Reason.MALFORMED);
    assertThat(refused(mine[0] + "." + mine[1])).isEqualTo(Reason.MALFORMED);
  }

  @Test
  void a_header_that_must_be_understood_and_a_token_of_another_kind_are_refused()
      throws JOSEException {
    JWTClaimsSet good = claims().build();
    JWSHeader typed =
        new JWSHeader.Builder(JWSAlgorithm.HS256).type(new JOSEObjectType("at+jwt")).build();
    assertThat(
            catchThrowableOfType(
                TokenRefused.class, () -> verifier.user(signed(typed, good, mac()))))
        .isNull();
    JWSHeader foreign =
        new JWSHeader.Builder(JWSAlgorithm.HS256).type(new JOSEObjectType("logout+jwt")).build();
    assertThat(refused(signed(foreign, good, mac()))).isEqualTo(Reason.KEY);
  }

  /** Seconds from now to the end and the beginning of a token, and what becomes of it. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "1, -, -",
        "-29, -, -",
        "-31, -, EXPIRED",
        "-, -, CLAIMS",
        "60, -60, -",
        "60, 29, -",
        "60, 31, CLAIMS"
      })
  void a_token_is_believed_between_its_beginning_and_its_end(Long end, Long begin, Reason reason)
      throws JOSEException {
    JWTClaimsSet.Builder claims = claims();
    claims.expirationTime(end == null ? null : Date.from(NOW.plusSeconds(end)));
    claims.notBeforeTime(begin == null ? null : Date.from(NOW.plusSeconds(begin)));
    String token = hs256(claims.build());
    TokenRefused refused = catchThrowableOfType(TokenRefused.class, () -> verifier.user(token));
    assertThat(Optional.ofNullable(refused).map(TokenRefused::reason))
        .isEqualTo(Optional.ofNullable(reason));
  }

  @Test
  void issuer_and_audience_must_be_the_ones_asked_for() throws JOSEException {
    assertThat(refused(hs256(claims().issuer("https://other.example").build())))
        .isEqualTo(Reason.CLAIMS);
    assertThat(refused(hs256(claims().issuer(null).build()))).isEqualTo(Reason.CLAIMS);
    assertThat(refused(hs256(claims().audience("another").build()))).isEqualTo(Reason.CLAIMS);
    assertThat(refused(hs256(claims().audience((String) null).build()))).isEqualTo(Reason.CLAIMS);
  }

  @Test
  void the_user_claim_must_be_a_text_that_can_be_sent() throws Exception {
    assertThat(refused(hs256(claims().claim("uid", null).build()))).isEqualTo(Reason.USER);
    assertThat(refused(hs256(claims().claim("uid", 42).build()))).isEqualTo(Reason.USER);
    assertThat(refused(hs256(claims().claim("uid", List.of("ada")).build())))
        .isEqualTo(Reason.USER);
    assertThat(refused(hs256(claims().claim("uid", "a\0").build()))).isEqualTo(Reason.USER);
    assertThat(verifier.user(hs256(claims().claim("uid", "\ud83d\ude00 \u00e9").build())))
        .isEqualTo("\ud83d\ude00 \u00e9");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "Bearer", "Bearer ", "Basic YTpi", "bearer", "Token x"})
  void what_is_no_bearer_token_is_missing(String authorization) {
    assertThat(refused(authorization)).isEqualTo(Reason.MISSING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer x", "Bearer a.b.c", "Bearer ....", "Bearer \u00e9.\u00e9.\u00e9"})
  void what_is_no_token_is_malformed(String authorization) {
    assertThat(refused(authorization)).isEqualTo(Reason.MALFORMED);
  }

  @Test
  void the_scheme_may_be_written_in_any_case() throws Exception {
    assertThat(verifier.user(hs256(claims().build()).replace("Bearer", "bEARER"))).isEqualTo("ada");
  }

  @Test
  void files_that_cannot_be_used_are_refused_with_the_rule() throws Exception {
    assertThat(refusedKeys(SECRET.substring(1), Optional.empty()))
        .isEqualTo("token-secret-file must hold at least 32 octets, found 31");
    assertThat(refusedKeys(SECRET, Optional.of("{}")))
        .isEqualTo("token-keys-file must hold a JSON Web Key Set");
    assertThat(refusedKeys(SECRET, Optional.of("{\"keys\":[]}")))
        .isEqualTo("token-keys-file must hold 1 to 32 keys for RS256 or ES256 signatures, found 0");
    assertThat(refusedKeys(SECRET, Optional.of(new JWKSet(rsa).toString(false))))
        .isEqualTo("token-keys-file must hold public keys only, found a secret one");
    ECKey other = new ECKeyGenerator(Curve.P_384).generate();
    assertThat(refusedKeys(SECRET, Optional.of(new JWKSet(other).toString()))).endsWith("found 0");
  }

  private String refusedKeys(String secret, Optional<String> keys) throws IOException {
    Path secretFile = Files.writeString(directory.resolve("s"), secret);
    Path keysFile = Files.writeString(directory.resolve("k"), keys.orElse(""));
    return catchThrowableOfType(
            KeysRefused.class, () -> verifier(Optional.of(secretFile), keys.map(text -> keysFile)))
        .getMessage();
  }
}
