package dev.synchro.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Rule;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VectorFilesTest {

  private static Path folder() throws URISyntaxException {
    return folder("vectors");
  }

  private static Path folder(String name) throws URISyntaxException {
    return Path.of(VectorFilesTest.class.getResource("/" + name + "/semver.json").toURI())
        .getParent();
  }

  private static List<Path> jsonFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private static List<VectorReport> reports() throws IOException, URISyntaxException {
    return reports("vectors");
  }

  private static List<VectorReport> reports(String name) throws IOException, URISyntaxException {
    VectorFolder folder = new VectorFolder();
    for (Path file : jsonFiles(folder(name))) {
      folder.add(file.getFileName().toString(), Files.readAllBytes(file));
    }
    return folder.check();
  }

  @ParameterizedTest
  @CsvSource({"vectors,11", "independent-vectors,10"})
  void every_vector_file_passes(String name, int files) throws Exception {
    List<VectorReport> reports = reports(name);
    assertThat(reports).hasSize(files);
    assertThat(reports)
        .flatMap(report -> report.differences().stream().map(d -> report.file() + " " + d).toList())
        .isEmpty();
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"format\":1|no JSON object: not JSON at octet 11",
        "[]|no JSON object: wrong member type at octet 0",
        "{\"cases\":[]}|unknown format, expected 1",
        "{\"format\":\"1\"}|unknown format, expected 1",
        "{\"format\":1,\"cases\":[{\"x\":1}]}|unknown kind of vectors",
        "{\"format\":1,\"ascending\":[]}|no entries",
        "{\"format\":1,\"ascending\":[1]}|not in the form of its kind: a version is not a string",
        "{\"format\":1,\"states\":[\"ready\"]}|not in the form of its kind: no member legal",
        "{\"format\":1,\"cases\":[{\"bits\":\"0\"}]}|cases[0]: refused, not lowercase hex",
        "{\"format\":1,\"cases\":[{\"bits\":\"00\"}]}|cases[0]: not in the form of its kind, "
            + "bits are not those of a binary64",
        "{\"format\":1,\"invalid\":[{\"wire\":1,\"type\":\"int\"}]}|invalid[0]: not in the form of"
            + " its kind, wire is not a string",
        "{\"format\":1,\"cases\":[{\"entries\":[]},1]}|not in the form of its kind: cases[1] is not"
            + " an object",
        "{\"format\":1,\"cases\":[{\"row\":\"{}\",\"manifest\":\"m\"}]}|cases[0]: not in the form of"
            + " its kind, no valid manifest m in this folder",
        "{\"format\":1,\"invalid\":[{\"wire\":\"1\",\"type\":\"int\"}]}|invalid[0]: accepted, but"
            + " invalid",
      })
  void a_file_that_is_none_says_so(String file, String difference) {
    VectorReport report = new VectorFolder().add("any.json", Utf8.encode(file)).check().get(0);
    assertThat(report.passed()).isFalse();
    assertThat(report.differences()).containsExactly(difference);
  }

  /** Where a file words a rule otherwise than its name here. */
  private static final Map<String, Rule> REASONS =
      Map.ofEntries(
          Map.entry("BOM", Rule.BYTE_ORDER_MARK),
          Map.entry("not JSON: NaN", Rule.NOT_JSON),
          Map.entry("not JSON: Infinity", Rule.NOT_JSON),
          Map.entry("not canonical decimal", Rule.NOT_A_DECIMAL),
          Map.entry("noncanonical decimal", Rule.NOT_A_DECIMAL),
          Map.entry("int64 as a number", Rule.NOT_AN_INT64),
          Map.entry("unknown table member", Rule.UNKNOWN_MEMBER),
          Map.entry("duplicate field id", Rule.DUPLICATE_ID),
          Map.entry("duplicate table id", Rule.DUPLICATE_ID),
          Map.entry("duplicate field name", Rule.DUPLICATE_NAME),
          Map.entry("decimal primary key", Rule.KEY_TYPE),
          Map.entry("boolean primary key", Rule.KEY_TYPE),
          Map.entry("key of another type tag", Rule.KEY_TYPE),
          Map.entry("precision without scale", Rule.PRECISION_WITHOUT_SCALE),
          Map.entry("scale above precision", Rule.PRECISION_RANGE),
          Map.entry("precision on a string", Rule.PRECISION_NOT_DECIMAL),
          Map.entry("lifecycle field is not a datetime", Rule.LIFECYCLE_FIELD),
          Map.entry("initial with a parent", Rule.PARENT_SCHEMA),
          Map.entry("class_2 floor above its parent", Rule.COMPATIBILITY_FLOOR),
          Map.entry("digest of 31 octets", Rule.DIGEST_LENGTH),
          Map.entry("truncated identity", Rule.IDENTITY_MALFORMED),
          Map.entry("trailing octet", Rule.IDENTITY_MALFORMED),
          Map.entry("another domain", Rule.IDENTITY_MALFORMED),
          Map.entry("unlisted", Rule.ILLEGAL_TRANSITION),
          Map.entry("malformed", Rule.NOT_SEMVER));

  @Test
  void every_refusal_names_the_rule_the_file_names() throws Exception {
    for (VectorReport report : reports()) {
      for (VectorReport.Refused refused : report.refused()) {
        Rule expected = REASONS.get(refused.why());
        if (!refused.why().isEmpty()) {
          String text = expected == null ? refused.why() : expected.text();
          assertThat(refused.rule().text()).as(report.file() + " " + refused.id()).isEqualTo(text);
        }
      }
    }
  }
}
