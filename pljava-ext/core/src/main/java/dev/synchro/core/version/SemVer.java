package dev.synchro.core.version;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.limit.Limits;
import java.util.ArrayList;
import java.util.List;

/**
 * A semantic version, syntax and precedence exactly as Semantic Versioning 2.0.0 has them. Two
 * versions that differ in build metadata only are not equal but compare as 0. ADR 005 "SemVer 2.0
 * precedence".
 *
 * @param text as it was written
 */
public record SemVer(String text) implements Comparable<SemVer> {
  /**
   * Checks the text.
   *
   * @throws Malformed when it is no version
   */
  public SemVer {
    new Reader(text).read();
  }

  /**
   * Reads a version.
   *
   * @throws Malformed when the text is none
   */
  public static SemVer parse(String text) {
    return new SemVer(text);
  }

  @Override
  public int compareTo(SemVer other) {
    List<String> mine = new Reader(text).read();
    List<String> others = new Reader(other.text).read();
    for (int i = 0; i < Reader.CORE_NUMBERS; i++) {
      int order = compareNumbers(mine.get(i), others.get(i));
      if (order != 0) {
        return order;
      }
    }
    return comparePrereleases(
        mine.subList(Reader.CORE_NUMBERS, mine.size()),
        others.subList(Reader.CORE_NUMBERS, others.size()));
  }

  private static int comparePrereleases(List<String> left, List<String> right) {
    if (left.isEmpty() || right.isEmpty()) {
      return Boolean.compare(left.isEmpty(), right.isEmpty());
    }
    int shared = Math.min(left.size(), right.size());
    for (int i = 0; i < shared; i++) {
      int order = compareIdentifiers(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static int compareIdentifiers(String left, String right) {
    boolean leftNumeric = isNumeric(left);
    boolean rightNumeric = isNumeric(right);
    if (leftNumeric && rightNumeric) {
      return compareNumbers(left, right);
    }
    if (leftNumeric != rightNumeric) {
      return leftNumeric ? -1 : 1;
    }
    return left.compareTo(right);
  }

  /** Without leading zeros the longer number is the greater one, so no width is too great. */
  private static int compareNumbers(String left, String right) {
    return left.length() != right.length()
        ? Integer.compare(left.length(), right.length())
        : left.compareTo(right);
  }

  private static boolean isNumeric(String identifier) {
    for (int i = 0; i < identifier.length(); i++) {
      if (identifier.charAt(i) < '0' || identifier.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /** One scan from left to right. */
  private static final class Reader {
    static final int CORE_NUMBERS = 3;

    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    /** The three numbers, then the prerelease identifiers. */
    List<String> read() {
      if (text.length() > Limits.MAX_SEMVER_OCTETS) {
        throw new Malformed(Rule.TOO_LONG);
      }
      List<String> parts = new ArrayList<>();
      for (int i = 0; i < CORE_NUMBERS; i++) {
        if (i > 0) {
          expect('.');
        }
        parts.add(number());
      }
      if (at < text.length() && text.charAt(at) == '-') {
        identifiers(parts, true);
      }
      if (at < text.length() && text.charAt(at) == '+') {
        identifiers(new ArrayList<>(), false);
      }
      if (at != text.length()) {
        throw refuse();
      }
      return parts;
    }

    private void identifiers(List<String> into, boolean prerelease) {
      do {
        at++;
        String identifier = identifier();
        if (prerelease && isNumeric(identifier)) {
          requireNoLeadingZero(identifier);
        }
        into.add(identifier);
      } while (at < text.length() && text.charAt(at) == '.');
    }

    private String identifier() {
      int start = at;
      while (at < text.length() && isIdentifierCharacter(text.charAt(at))) {
        at++;
      }
      if (at == start) {
        throw refuse();
      }
      return text.substring(start, at);
    }

    private String number() {
      int start = at;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      if (at == start) {
        throw refuse();
      }
      String number = text.substring(start, at);
      requireNoLeadingZero(number);
      return number;
    }

    private static boolean isIdentifierCharacter(char unit) {
      return (unit >= '0' && unit <= '9')
          || (unit >= 'a' && unit <= 'z')
          || (unit >= 'A' && unit <= 'Z')
          || unit == '-';
    }

    private static void requireNoLeadingZero(String number) {
      if (number.length() > 1 && number.charAt(0) == '0') {
        throw refuse();
      }
    }

    private void expect(char unit) {
      if (at >= text.length() || text.charAt(at) != unit) {
        throw refuse();
      }
      at++;
    }

    private static Malformed refuse() {
      return new Malformed(Rule.NOT_SEMVER);
    }
  }
}
