package dev.synchro.adapter.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.BadJWSException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.ExpiredJWTException;
import dev.synchro.adapter.config.AdapterConfig.TokenConfig;
import dev.synchro.adapter.token.TokenRefused.Reason;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import java.text.ParseException;
import java.time.Clock;
import java.util.Date;
import java.util.Set;

/**
 * Believes a bearer token or not. A token is believed when it is signed with HS256, RS256 or ES256
 * by a key of the files, has not ended and has begun, is of the issuer and for the audience that
 * are asked for, and names a user. Safe for use by many threads.
 */
public final class TokenVerifier {
  private static final String SCHEME = "Bearer ";

  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
  private final String userClaim;

  /**
   * @param keys the keys in force at any time
   * @param clock what the time is
   */
  public TokenVerifier(TokenConfig config, TokenKeyFiles keys, Clock clock) {
    userClaim = config.userClaim();
    processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
    processor.setJWSKeySelector((header, context) -> keys.keys().fitting(header));
    processor.setJWTClaimsSetVerifier(claims(config, clock));
  }

  private static DefaultJWTClaimsVerifier<SecurityContext> claims(TokenConfig config, Clock clock) {
    JWTClaimsSet.Builder exact = new JWTClaimsSet.Builder();
    config.issuer().ifPresent(exact::issuer);
    DefaultJWTClaimsVerifier<SecurityContext> verifier =
        new DefaultJWTClaimsVerifier<>(
            config.audience().map(Set::of).orElse(null), exact.build(), Set.of("exp"), Set.of()) {
          @Override
          protected Date currentTime() {
            return Date.from(clock.instant());
          }
        };
    verifier.setMaxClockSkew((int) config.leeway().toSeconds());
    return verifier;
  }

  /**
   * The user a request speaks for.
   *
   * @param authorization the value of the request's only Authorization header; null when there is
   *     none
   * @return the user id, of which nothing is known but that it can be sent to the server
   * @throws TokenRefused when there is no token that can be believed
   */
  public String user(String authorization) throws TokenRefused {
    return userId(believed(token(authorization)));
  }

  private static String token(String authorization) throws TokenRefused {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        || authorization.length() == SCHEME.length()) {
      throw new TokenRefused(Reason.MISSING);
    }
    return authorization.substring(SCHEME.length()).strip();
  }

  private JWTClaimsSet believed(String token) throws TokenRefused {
    try {
      if (!(JWTParser.parse(token) instanceof SignedJWT signed)) {
        throw new TokenRefused(Reason.KEY);
      }
      return processor.process(signed, null);
    } catch (ExpiredJWTException e) {
      throw new TokenRefused(Reason.EXPIRED);
    } catch (BadJWTException e) {
      throw new TokenRefused(Reason.CLAIMS);
    } catch (BadJWSException e) {
      throw new TokenRefused(Reason.SIGNATURE);
    } catch (BadJOSEException e) {
      throw new TokenRefused(Reason.KEY);
    } catch (ParseException | JOSEException e) {
      throw new TokenRefused(Reason.MALFORMED);
    }
  }

  private String userId(JWTClaimsSet claims) throws TokenRefused {
    if (claims.getClaim(userClaim) instanceof String user && canBeSent(user)) {
      return user;
    }
    throw new TokenRefused(Reason.USER);
  }

  /** PostgreSQL has no U+0000, and what is no Unicode text would be sent as something else. */
  private static boolean canBeSent(String user) {
    try {
      return user.indexOf('\0') < 0 && Utf8.length(user) >= 0;
    } catch (Malformed e) {
      return false;
    }
  }
}
