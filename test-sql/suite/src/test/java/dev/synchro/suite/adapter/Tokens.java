package dev.synchro.suite.adapter;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.synchro.fixture.AdapterProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;

/** Tokens as an identity provider would issue them. */
public final class Tokens {
  private Tokens() {}

  /** Believed for an hour. */
  public static String of(String user) {
    return signed(
        JWSAlgorithm.HS256,
        claims(user, Duration.ofHours(1)),
        AdapterProcess.TOKEN_SECRET.getBytes(StandardCharsets.UTF_8));
  }

  static String expired(String user) {
    return signed(
        JWSAlgorithm.HS256,
        claims(user, Duration.ofHours(-1)),
        AdapterProcess.TOKEN_SECRET.getBytes(StandardCharsets.UTF_8));
  }

  /** Signed with another secret. */
  static String forged(String user) {
    return signed(JWSAlgorithm.HS256, claims(user, Duration.ofHours(1)), new byte[32]);
  }

  static String signed(JWSAlgorithm algorithm, JWTClaimsSet claims, byte[] secret) {
    try {
      return signed(new JWSHeader(algorithm), claims, new MACSigner(secret));
    } catch (JOSEException impossible) {
      throw new AssertionError(impossible);
    }
  }

  static String signed(JWSHeader header, JWTClaimsSet claims, JWSSigner signer) {
    try {
      SignedJWT token = new SignedJWT(header, claims);
      token.sign(signer);
      return token.serialize();
    } catch (JOSEException impossible) {
      throw new AssertionError(impossible);
    }
  }

  static JWTClaimsSet claims(String user, Duration life) {
    return new JWTClaimsSet.Builder()
        .subject(user)
        .audience("synchro")
        .expirationTime(Date.from(Instant.now().plus(life)))
        .build();
  }
}
