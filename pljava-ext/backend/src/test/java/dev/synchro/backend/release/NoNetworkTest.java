package dev.synchro.backend.release;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.backend.Synchro;
import dev.synchro.core.json.JsonParser;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nothing the server's functions are made of can call out over a network or start a program.
 * Contract 17, BUD-CORE-SYNC-RPC-001.
 */
class NoNetworkTest {
  private static final List<String> WAYS_OUT =
      List.of(
          "java/net/Socket",
          "java/net/DatagramSocket",
          "java/net/URLConnection",
          "java/net/http/",
          "java/nio/channels/",
          "javax/net/",
          "java/lang/Process",
          "java/lang/Runtime;",
          "dblink",
          "postgres_fdw");

  @ParameterizedTest
  @ValueSource(classes = {Synchro.class, JsonParser.class})
  void no_class_of_the_extension_names_a_way_out(Class<?> one)
      throws IOException, URISyntaxException {
    Path place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(place)) {
      assertSilent(place);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(place)) {
        assertSilent(jar.getPath("/"));
      }
    }
  }

  private static void assertSilent(Path folder) throws IOException {
    int seen = 0;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".class")).toList()) {
        String names = new String(Files.readAllBytes(file), ISO_8859_1);
        assertThat(WAYS_OUT).as(file.toString()).noneMatch(names::contains);
        seen++;
      }
    }
    assertThat(seen).as("classes looked at").isGreaterThan(20);
  }
}
