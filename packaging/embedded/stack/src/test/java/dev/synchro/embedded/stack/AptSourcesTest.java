package dev.synchro.embedded.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class AptSourcesTest {

  private static final Set<String> RELEASES = Set.of("bookworm", "stable");

  @Test
  void lines_of_the_own_release_get_the_other_suite_and_nothing_else_stays() {
    String text =
        """
        # a comment
        deb [arch=amd64 signed-by=/k.gpg] http://mirror.invalid/debian bookworm main contrib # ours
        deb-src http://mirror.invalid/debian bookworm main
        deb http://mirror.invalid/debian bookworm-updates main
        deb\thttp://mirror.invalid/debian   stable\tmain
        deb http://flat.invalid/ ./
        # deb http://mirror.invalid/debian bookworm main
        """;

    assertThat(AptSources.rewriteLines(text, RELEASES, "sid"))
        .isEqualTo(
            """
            deb [arch=amd64 signed-by=/k.gpg] http://mirror.invalid/debian sid main contrib
            deb http://mirror.invalid/debian sid main
            """);
  }

  @Test
  void stanzas_of_the_own_release_keep_their_other_fields() {
    String text =
        """
        # the archive
        Types: deb deb-src
        URIs: http://mirror.invalid/debian
        Suites: bookworm bookworm-updates
        Components: main
        Signed-By:
         -----BEGIN PGP PUBLIC KEY BLOCK-----
         .
         abc

        Types: deb
        URIs: http://mirror.invalid/debian-security
        Suites: bookworm-security
        Components: main

        enabled: no
        types: deb
        uris: http://off.invalid/debian
        suites: bookworm

        Types: deb-src
        URIs: http://mirror.invalid/debian
        Suites: bookworm
        """;

    assertThat(AptSources.rewriteStanzas(text, RELEASES, "forky"))
        .isEqualTo(
            """
            Types: deb
            URIs: http://mirror.invalid/debian
            Suites: forky
            Components: main
            Signed-By:
             -----BEGIN PGP PUBLIC KEY BLOCK-----
             .
             abc

            """);
  }
}
