package dev.synchro.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.synchro.core.bytes.Utf8;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VectorFilesTest {

  private static Path folder() throws URISyntaxException {
    return Path.of(VectorFilesTest.class.getResource("/vectors/semver.json").toURI()).getParent();
  }

  private static List<Path> jsonFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  static List<VectorReport> reports() throws IOException, URISyntaxException {
    VectorFolder folder = new VectorFolder();
    for (Path file : jsonFiles(folder())) {
      folder.add(file.getFileName().toString(), Files.readAllBytes(file));
    }
    return folder.check();
  }

  @Test
  void every_vector_file_passes() throws Exception {
    List<String> differences =
        reports().stream()
            .flatMap(report -> report.differences().stream().map(d -> report.file() + " " + d))
            .collect(Collectors.toList());
    assertThat(differences).isEmpty();
    assertThat(reports()).allMatch(VectorReport::passed).hasSize(11);
  }

  @Test
  void the_copies_equal_the_shared_files() throws Exception {
    Path shared = sharedVectors();
    assumeThat(shared).as("the shared folder stands beside the project").isNotNull();
    TreeMap<String, String> expected = new TreeMap<>();
    TreeMap<String, String> copies = new TreeMap<>();
    for (Path file : jsonFiles(shared)) {
      expected.put(file.getFileName().toString(), Utf8.decode(Files.readAllBytes(file)));
    }
    for (Path file : jsonFiles(folder())) {
      copies.put(file.getFileName().toString(), Utf8.decode(Files.readAllBytes(file)));
    }
    assertThat(copies).isEqualTo(expected);
  }

  /** The folder {@code shared/vectors} beside the root of the project, or null. */
  private static Path sharedVectors() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isRegularFile(at.resolve("mvnw")) || Files.isDirectory(at.resolve(".mvn"))) {
        Path shared = at.resolveSibling("shared").resolve("vectors");
        return Files.isDirectory(shared) ? shared : null;
      }
    }
    return null;
  }

  @Test
  void a_file_of_unknown_format_fails() {
    String file =
        "{\"format\":2,\"about\":\"\",\"ascending\":[\"1.0.0\"],\"equal\":[],\"invalid\":[]}";
    VectorReport report = new VectorFolder().add("semver.json", Utf8.encode(file)).check().get(0);
    assertThat(report.passed()).isFalse();
    assertThat(report.differences()).containsExactly("unknown format, expected 1");
  }
}
