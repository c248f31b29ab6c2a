package dev.synchro.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeoNamesExtractTest {

  /** The end of a line of cities: country, region, district. No comma occurs in these. */
  private static final Pattern CITY_CODES = Pattern.compile(",([A-Z]{2}),([^,]*),([^,]*)$");

  private static List<String> shipped(String file) throws IOException {
    return lines(GeoNamesExtractTest.class.getResourceAsStream("/geonames/" + file + ".csv.gz"));
  }

  private static List<String> lines(InputStream packed) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  /** The folder of the full set, when one lies beside the project or one of its parents. */
  private static Optional<Path> fullSet() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path candidate = at.resolve("shared/data/geonames");
      if (Files.isDirectory(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  @Test
  void every_reference_of_the_extract_is_listed() throws IOException {
    Set<String> regions = codes("regions");
    Set<String> districts = codes("districts");
    List<String> cities = shipped("cities");

    assertThat(regions).hasSize(68);
    assertThat(districts).hasSize(405);
    assertThat(cities).hasSize(5231);
    assertThat(shipped("districts").stream().skip(1))
        .allMatch(line -> regions.contains(line.substring(line.lastIndexOf(',') + 1)));
    assertThat(cities.stream().skip(1))
        .allSatisfy(
            line -> {
              var codes = CITY_CODES.matcher(line);
              assertThat(codes.find()).isTrue();
              assertThat(regions).contains(codes.group(2));
              assertThat(codes.group(3))
                  .matches(code -> code.isEmpty() || districts.contains(code));
            });
  }

  private static Set<String> codes(String file) throws IOException {
    Set<String> codes = new HashSet<>();
    shipped(file).stream().skip(1).forEach(line -> codes.add(line.substring(0, line.indexOf(','))));
    return codes;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "regions   ; ^(code,.*|(AT|CH|CZ|IS|LI)\\..*)$",
        "districts ; ^(code,.*|(AT|CH|CZ|IS|LI)\\..*)$",
        "cities    ; ^(city_no,.*|.*,(AT|CH|CZ|IS|LI),[^,]*,[^,]*)$",
      })
  void the_extract_is_every_line_of_five_countries_unchanged(String file, String lines)
      throws IOException {
    Optional<Path> full = fullSet();
    assumeTrue(full.isPresent(), "the full set is not on this machine");
    Pattern wanted = Pattern.compile(lines);

    List<String> expected =
        lines(Files.newInputStream(full.get().resolve(file + ".csv.gz"))).stream()
            .filter(line -> wanted.matcher(line).matches())
            .toList();

    assertThat(shipped(file)).isEqualTo(expected);
  }
}
