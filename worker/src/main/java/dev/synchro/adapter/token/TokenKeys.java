package dev.synchro.adapter.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyType;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.security.Key;
import java.security.PublicKey;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys believed at one time. Each is bound to the one algorithm its kind allows, so that a
 * token's own header can choose among keys but never how a key is used.
 */
final class TokenKeys {
  private static final int LEAST_SECRET_OCTETS = 32;
  private static final int LEAST_RSA_BITS = 2048;

  /** Bounds the signatures one token can make us verify. */
  private static final int MOST_KEYS = 32;

  private record VerifyingKey(Optional<String> keyId, JWSAlgorithm algorithm, PublicKey key) {
    boolean fits(JWSHeader header) {
      return algorithm.equals(header.getAlgorithm())
          && (header.getKeyID() == null || keyId.equals(Optional.of(header.getKeyID())));
    }
  }

  private final Optional<SecretKey> secret;
  private final List<VerifyingKey> publicKeys;

  private TokenKeys(Optional<SecretKey> secret, List<VerifyingKey> publicKeys) {
    this.secret = secret;
    this.publicKeys = publicKeys;
  }

  /**
   * Keys from the content of the files.
   *
   * @param secret the HS256 secret
   * @param keySet text of a JSON Web Key Set
   */
  static TokenKeys of(Optional<byte[]> secret, Optional<String> keySet) throws KeysRefused {
    Optional<SecretKey> secretKey =
        secret.isEmpty() ? Optional.empty() : Optional.of(secretKey(secret.get()));
    List<VerifyingKey> publicKeys =
        keySet.isEmpty() ? List.of() : List.copyOf(publicKeys(keySet.get()));
    return new TokenKeys(secretKey, publicKeys);
  }

  private static SecretKey secretKey(byte[] secret) throws KeysRefused {
    if (secret.length < LEAST_SECRET_OCTETS) {
      throw new KeysRefused(
          "token-secret-file must hold at least "
              + LEAST_SECRET_OCTETS
              + " octets, found "
              + secret.length);
    }
    return new SecretKeySpec(secret, "HmacSHA256");
  }

  private static List<VerifyingKey> publicKeys(String text) throws KeysRefused {
    List<VerifyingKey> keys = new ArrayList<>();
    for (JWK key : parse(text).getKeys()) {
      refuseSecrets(key);
      Optional<JWSAlgorithm> algorithm = algorithm(key);
      if (algorithm.isPresent()) {
        keys.add(
            new VerifyingKey(Optional.ofNullable(key.getKeyID()), algorithm.get(), publicKey(key)));
      }
    }
    if (keys.isEmpty() || keys.size() > MOST_KEYS) {
      throw new KeysRefused(
          "token-keys-file must hold 1 to "
              + MOST_KEYS
              + " keys for RS256 or ES256 signatures, found "
              + keys.size());
    }
    return keys;
  }

  private static JWKSet parse(String text) throws KeysRefused {
    try {
      return JWKSet.parse(text);
    } catch (ParseException e) {
      throw new KeysRefused("token-keys-file must hold a JSON Web Key Set");
    }
  }

  /** A file of public keys may be readable by many; a secret in it is a mistake to be told. */
  private static void refuseSecrets(JWK key) throws KeysRefused {
    if (key.isPrivate()) {
      throw new KeysRefused("token-keys-file must hold public keys only, found a secret one");
    }
  }

  /** The one algorithm of a key; none when it is not for a signature we know. */
  private static Optional<JWSAlgorithm> algorithm(JWK key) {
    JWSAlgorithm own;
    if (key.getKeyType().equals(KeyType.RSA)) {
      own = JWSAlgorithm.RS256;
    } else if (key.getKeyType().equals(KeyType.EC)
        && key.toECKey().getCurve().equals(Curve.P_256)) {
      own = JWSAlgorithm.ES256;
    } else {
      return Optional.empty();
    }
    boolean signing = key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE);
    boolean stated = key.getAlgorithm() == null || key.getAlgorithm().equals(own);
    return Optional.of(own).filter(algorithm -> signing && stated);
  }

  private static PublicKey publicKey(JWK key) throws KeysRefused {
    try {
      if (key instanceof RSAKey rsa) {
        if (rsa.size() < LEAST_RSA_BITS) {
          throw new KeysRefused(
              "token-keys-file must hold RSA keys of at least "
                  + LEAST_RSA_BITS
                  + " bits, found "
                  + rsa.size());
        }
        return rsa.toPublicKey();
      }
      ECKey curve = key.toECKey();
      return curve.toPublicKey();
    } catch (JOSEException e) {
      throw new KeysRefused("token-keys-file holds a key that is none");
    }
  }

  /** The keys that may have signed a token with this header, in the order of the file. */
  List<Key> fitting(JWSHeader header) {
    List<Key> fitting = new ArrayList<>();
    if (header.getAlgorithm().equals(JWSAlgorithm.HS256)) {
      secret.ifPresent(fitting::add);
    }
    for (VerifyingKey key : publicKeys) {
      if (key.fits(header)) {
        fitting.add(key.key());
      }
    }
    return fitting;
  }
}
