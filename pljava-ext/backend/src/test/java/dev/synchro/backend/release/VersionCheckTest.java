package dev.synchro.backend.release;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of versions on project folders that are right and wrong. */
class VersionCheckTest {

  private static final Path SCRIPT = Path.of("../../packaging/version-check");

  @TempDir private Path project;

  @BeforeEach
  void project() throws IOException {
    Files.createDirectories(sql(""));
    version("0.3.1");
    control("0.3.1");
    script("0.3.1", "SELECT 1;");
  }

  @Test
  void thisProjectIsRight() throws Exception {
    assertThat(check(Path.of("../.."))).startsWith("0 version-check: version ");
  }

  @Test
  void baselineWithoutUpdatesIsRight() throws Exception {
    assertThat(check()).isEqualTo("0 version-check: version 0.3.1, 0 update scripts\n");
  }

  @Test
  void chainToTheCurrentVersionIsRight() throws Exception {
    current("0.4.0");
    script("0.3.1--0.3.2", "SELECT 1;");
    script("0.3.2--0.4.0", "SELECT 1;");

    assertThat(check()).isEqualTo("0 version-check: version 0.4.0, 2 update scripts\n");
  }

  @Test
  void otherVersionInTheControlFileIsRefused() throws Exception {
    control("0.3.2");

    assertThat(check())
        .isEqualTo("1 version-check: control file must name version 0.3.1, it names 0.3.2\n");
  }

  @Test
  void missingControlFileIsRefused() throws Exception {
    Files.delete(sql("synchro_pg.control"));

    assertThat(check())
        .isEqualTo("1 version-check: control file must name version 0.3.1, it names none\n");
  }

  @Test
  void buildOfAnotherVersionIsRefused() throws Exception {
    version("0.3.2");

    assertThat(check())
        .isEqualTo(
            """
            1 version-check: control file must name version 0.3.2, it names 0.3.1
            version-check: install script must be for version 0.3.2, found synchro_pg--0.3.1.sql
            version-check: update chain must end at 0.3.2, it ends at 0.3.1
            """);
  }

  @Test
  void missingInstallScriptIsRefused() throws Exception {
    Files.delete(sql("synchro_pg--0.3.1.sql"));

    assertThat(check())
        .isEqualTo("1 version-check: exactly one install script must exist, found 0\n");
  }

  @Test
  void secondInstallScriptIsRefused() throws Exception {
    script("0.3.0", "SELECT 1;");

    assertThat(check())
        .isEqualTo(
            """
            1 version-check: install script must be for version 0.3.1, found synchro_pg--0.3.0.sql
            version-check: exactly one install script must exist, found 2
            """);
  }

  @Test
  void gapInTheChainIsRefused() throws Exception {
    current("0.4.0");
    script("0.3.1--0.3.2", "SELECT 1;");
    script("0.3.3--0.4.0", "SELECT 1;");

    assertThat(check())
        .isEqualTo(
            """
            1 version-check: update chain must end at 0.4.0, it ends at 0.3.2
            version-check: every update script must lie on the chain from 0.3.1, 1 of 2 do not
            """);
  }

  @Test
  void branchOfTheChainIsRefused() throws Exception {
    current("0.4.0");
    script("0.3.1--0.3.2", "SELECT 1;");
    script("0.3.2--0.4.0", "SELECT 1;");
    script("0.3.1--0.4.0", "SELECT 1;");

    assertThat(check())
        .isEqualTo(
            """
            1 version-check: one update script at most must lead on from 0.3.1, found 2
            version-check: update chain must end at 0.4.0, it ends at 0.3.1
            version-check: every update script must lie on the chain from 0.3.1, 3 of 3 do not
            """);
  }

  @Test
  void chainBeyondTheCurrentVersionIsRefused() throws Exception {
    script("0.3.1--0.3.2", "SELECT 1;");

    assertThat(check())
        .isEqualTo("1 version-check: update chain must end at 0.3.1, it ends at 0.3.2\n");
  }

  @Test
  void chainThatLeadsBackIsRefused() throws Exception {
    script("0.3.1--0.3.2", "SELECT 1;");
    script("0.3.2--0.3.1", "SELECT 1;");

    assertThat(check()).isEqualTo("1 version-check: update scripts must not lead back to 0.3.1\n");
  }

  @Test
  void creatingOnlyWhatDoesNotExistIsRefused() throws Exception {
    script("0.3.1", "CREATE TABLE if\n  Not EXISTS t ();");

    assertThat(check())
        .isEqualTo("1 version-check: synchro_pg--0.3.1.sql must not say IF NOT EXISTS\n");
  }

  private void current(String version) throws IOException {
    version(version);
    control(version);
    Files.delete(sql("synchro_pg--0.3.1.sql"));
    script(version, "SELECT 1;");
  }

  private void version(String version) throws IOException {
    Files.writeString(
        project.resolve("pom.xml"),
        "<project>\n  <artifactId>synchro</artifactId>\n  <version>"
            + version
            + "</version>\n"
            + "  <dependency>\n"
            + "    <version>9</version>\n"
            + "  </dependency>\n"
            + "</project>\n");
  }

  private void control(String version) throws IOException {
    Files.writeString(sql("synchro_pg.control"), "default_version = '" + version + "'\n");
  }

  private void script(String versions, String text) throws IOException {
    Files.writeString(sql("synchro_pg--" + versions + ".sql"), text);
  }

  private Path sql(String name) {
    return project.resolve("pljava-ext/backend/src/main/sql").resolve(name);
  }

  private String check() throws Exception {
    return check(project);
  }

  /** Exit status and everything the check said. */
  private static String check(Path folder) throws Exception {
    Process process =
        new ProcessBuilder(List.of("sh", SCRIPT.toString(), folder.toString()))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor() + " " + said;
  }
}
