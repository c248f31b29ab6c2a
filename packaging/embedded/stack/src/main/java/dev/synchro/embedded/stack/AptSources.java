package dev.synchro.embedded.stack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine's own package sources with another suite in place of its release. Sources of anything
 * else, such as updates or another vendor's folder, are left out.
 */
final class AptSources {

  private static final Pattern ONE_LINE =
      Pattern.compile("^deb\\s+(\\[[^\\]]*\\]\\s+)?(\\S+)\\s+(\\S+)\\s+(\\S.*)$");

  private AptSources() {}

  /** A file of lines {@code deb [options] uri suite component...}. */
  static String rewriteLines(String text, Set<String> releases, String suite) {
    StringBuilder rewritten = new StringBuilder();
    for (String line : text.lines().map(AptSources::withoutComment).toList()) {
      Matcher parts = ONE_LINE.matcher(line);
      if (parts.matches() && releases.contains(parts.group(3))) {
        rewritten
            .append("deb ")
            .append(parts.group(1) == null ? "" : parts.group(1))
            .append(parts.group(2))
            .append(' ')
            .append(suite)
            .append(' ')
            .append(parts.group(4))
            .append('\n');
      }
    }
    return rewritten.toString();
  }

  private static String withoutComment(String line) {
    int hash = line.indexOf('#');
    return (hash < 0 ? line : line.substring(0, hash)).strip();
  }

  /** A file of stanzas of fields, in the form of Debian's control files. */
  static String rewriteStanzas(String text, Set<String> releases, String suite) {
    StringBuilder rewritten = new StringBuilder();
    for (List<String> stanza : stanzas(text)) {
      if (isOf(stanza, releases)) {
        stanza.stream()
            .map(line -> named(line, "Suites") ? "Suites: " + suite : line)
            .map(line -> named(line, "Types") ? "Types: deb" : line)
            .forEach(line -> rewritten.append(line).append('\n'));
        rewritten.append('\n');
      }
    }
    return rewritten.toString();
  }

  private static boolean isOf(List<String> stanza, Set<String> releases) {
    return words(stanza, "Types").contains("deb")
        && words(stanza, "Suites").stream().anyMatch(releases::contains)
        && !words(stanza, "Enabled").contains("no");
  }

  private static List<String> words(List<String> stanza, String field) {
    Optional<String> line = stanza.stream().filter(each -> named(each, field)).findFirst();
    return line.map(each -> each.substring(field.length() + 1).strip())
        .map(value -> Arrays.asList(value.split("\\s+")))
        .orElse(List.of());
  }

  private static boolean named(String line, String field) {
    return line.regionMatches(true, 0, field + ":", 0, field.length() + 1);
  }

  /**
   * A line that begins with a blank belongs to the field above it, such as a key within the file.
   */
  private static List<List<String>> stanzas(String text) {
    List<List<String>> stanzas = new ArrayList<>();
    List<String> stanza = new ArrayList<>();
    for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
      if (line.isBlank()) {
        stanzas.add(stanza);
        stanza = new ArrayList<>();
      } else {
        stanza.add(line);
      }
    }
    stanzas.add(stanza);
    return stanzas;
  }
}
