package dev.synchro.embedded.stack;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Names for cache entries that follow from what an entry is made of. */
final class Digests {

  private Digests() {}

  /**
   * The identity of a resource: what its jar says of it, since reading the whole server at each
   * start would cost more than the start; else its digest.
   */
  static String ofResource(String name) {
    URL resource = Digests.class.getResource(name);
    if (resource == null) {
      throw new StackFailure(
          "the class path must hold the embedded PostgreSQL binaries for this machine, "
              + name
              + " is missing");
    }
    try {
      if (resource.openConnection() instanceof JarURLConnection jar) {
        return ofTexts(
            List.of(
                name,
                String.valueOf(jar.getJarEntry().getCrc()),
                String.valueOf(jar.getJarEntry().getSize())));
      }
      try (InputStream content = resource.openStream()) {
        return of(content);
      }
    } catch (IOException failed) {
      throw new StackFailure("cannot read " + name + " from the class path", failed);
    }
  }

  /** The digest of a file, or of the names and contents of all files in a folder. */
  static String ofContent(Path path) {
    if (!Files.isDirectory(path)) {
      return ofFile(path);
    }
    List<String> parts = new ArrayList<>();
    try {
      for (Path file : Folders.regularFiles(path)) {
        parts.add(path.relativize(file).toString());
        parts.add(ofFile(file));
      }
    } catch (IOException failed) {
      throw new StackFailure("cannot read " + path, failed);
    }
    return ofTexts(parts);
  }

  private static String ofFile(Path file) {
    try (InputStream content = Files.newInputStream(file)) {
      return of(content);
    } catch (IOException failed) {
      throw new StackFailure("cannot read " + file, failed);
    }
  }

  /** The digest of several texts, each kept apart from its neighbours by its length. */
  static String ofTexts(List<String> texts) {
    MessageDigest digest = sha256();
    for (String text : texts) {
      byte[] octets = text.getBytes(StandardCharsets.UTF_8);
      digest.update((octets.length + ":").getBytes(StandardCharsets.US_ASCII));
      digest.update(octets);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String of(InputStream content) throws IOException {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[65_536];
    for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
      digest.update(buffer, 0, count);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new AssertionError(everyJdkHasIt);
    }
  }
}
