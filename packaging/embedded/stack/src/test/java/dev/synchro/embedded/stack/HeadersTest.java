package dev.synchro.embedded.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadersTest {

  private static final Cache.Contents UNREACHABLE =
      folder -> {
        throw new StackFailure("nothing can be reached");
      };

  @TempDir private Path folder;
  private Cache cache;

  @BeforeEach
  void open() {
    cache = Cache.open(Optional.of(folder.resolve("cache")), ServerAccount.OWN);
  }

  @Test
  void an_installed_18_is_used_without_asking_for_packages() throws IOException {
    Path server = Files.createDirectories(folder.resolve("include/server"));
    Files.createFile(server.resolve("postgres.h"));
    Files.createFile(folder.resolve("include/postgres_ext.h"));
    Set<String> programs = Set.of(pgConfig("PostgreSQL 18.6 (Debian 18.6-3)"));

    assertThat(Headers.find(cache, programs, UNREACHABLE))
        .isEqualTo(new Headers(server, List.of(folder.resolve("include"))));
  }

  @Test
  void another_version_is_named_and_packages_are_used_and_kept() throws IOException {
    Set<String> programs = Set.of(pgConfig("PostgreSQL 15.9"));

    Headers first =
        Headers.find(
            cache, programs, into -> Files.createDirectories(into.resolve("include/18/server")));
    Headers second = Headers.find(cache, programs, UNREACHABLE);

    assertThat(first.server()).isDirectory().endsWithRaw(Path.of("18/server"));
    assertThat(second).isEqualTo(first);
  }

  @Test
  void all_reasons_are_given_when_there_are_no_headers() throws IOException {
    Set<String> programs = Set.of(pgConfig("PostgreSQL 15.9"));

    assertThatThrownBy(() -> Headers.find(cache, programs, UNREACHABLE))
        .isInstanceOf(StackFailure.class)
        .hasMessageContaining("install postgresql-server-dev-18")
        .hasMessageContaining(Headers.PG_CONFIG)
        .hasMessageContaining("is of PostgreSQL 15.9")
        .hasMessageContaining("nothing can be reached");
    assertThat(folder.resolve("cache")).isDirectoryNotContaining("glob:**headers*");
  }

  @Test
  void an_18_without_headers_is_named() throws IOException {
    Set<String> programs = Set.of(pgConfig("PostgreSQL 18.6"));

    assertThatThrownBy(() -> Headers.find(cache, programs, UNREACHABLE))
        .hasMessageContaining("names a folder without postgres.h");
  }

  private String pgConfig(String version) throws IOException {
    Path program = folder.resolve("pg_config");
    Files.writeString(
        program,
        "#!/bin/sh\ncase $1 in\n--version) echo '"
            + version
            + "';;\n--includedir-server) echo '"
            + folder.resolve("include/server")
            + "';;\n--includedir) echo '"
            + folder.resolve("include")
            + "';;\nesac\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program.toString();
  }
}
