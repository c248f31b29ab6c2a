package dev.synchro.adapter.token;

import dev.synchro.adapter.config.AdapterConfig.TokenConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key files, read again from time to time, so that keys are rotated without a restart. A file
 * that cannot be used any more leaves the keys as they are and is told once.
 */
public final class TokenKeyFiles {
  private static final Logger log = LoggerFactory.getLogger(TokenKeyFiles.class);
  private static final int MOST_OCTETS = 1 << 20;

  private final Optional<Path> secretFile;
  private final Optional<Path> keysFile;
  private volatile TokenKeys keys;
  private volatile boolean current = true;
  private byte[] readSecret = {};
  private byte[] readKeys = {};

  private TokenKeyFiles(TokenConfig config) throws KeysRefused {
    this.secretFile = config.secretFile();
    this.keysFile = config.keysFile();
    this.keys = read();
  }

  /**
   * Reads the files for the first time.
   *
   * @throws KeysRefused when they cannot be used
   */
  public static TokenKeyFiles open(TokenConfig config) throws KeysRefused {
    return new TokenKeyFiles(config);
  }

  /** The keys in force. */
  TokenKeys keys() {
    return keys;
  }

  /** Whether the keys in force are those of the files. */
  public boolean current() {
    return current;
  }

  /** Takes over what the files hold now, when that is something else and can be used. */
  public synchronized void reload() {
    try {
      byte[] secret = readSecret;
      byte[] set = readKeys;
      TokenKeys fresh = read();
      boolean changed = !Arrays.equals(secret, readSecret) || !Arrays.equals(set, readKeys);
      if (changed) {
        keys = fresh;
        log.info("token keys were read again");
      }
      current = true;
    } catch (KeysRefused e) {
      if (current) {
        log.warn("{}; the keys read before stay in force", e.getMessage());
      }
      current = false;
    }
  }

  private TokenKeys read() throws KeysRefused {
    byte[] secret =
        secretFile.isEmpty() ? new byte[0] : read("token-secret-file", secretFile.get());
    byte[] set = keysFile.isEmpty() ? new byte[0] : read("token-keys-file", keysFile.get());
    TokenKeys fresh =
        TokenKeys.of(
            secretFile.map(file -> withoutLineEnd(secret)),
            keysFile.map(file -> new String(set, StandardCharsets.UTF_8)));
    readSecret = secret;
    readKeys = set;
    return fresh;
  }

  private static byte[] read(String key, Path file) throws KeysRefused {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] octets = in.readNBytes(MOST_OCTETS + 1);
      if (octets.length <= MOST_OCTETS) {
        return octets;
      }
      throw new KeysRefused(key + " must hold at most " + MOST_OCTETS + " octets");
    } catch (IOException e) {
      throw new KeysRefused("the file of " + key + " cannot be read");
    }
  }

  private static byte[] withoutLineEnd(byte[] octets) {
    int end = octets.length;
    if (end > 0 && octets[end - 1] == '\n') {
      end--;
    }
    if (end > 0 && octets[end - 1] == '\r') {
      end--;
    }
    return Arrays.copyOf(octets, end);
  }
}
