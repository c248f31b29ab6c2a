package dev.synchro.core.scope;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A rule that names the scopes of a row: a literal scope id, or a prefix and a suffix around one
 * value that is found by a path from the row. Contract 7.2.
 *
 * <pre>
 * template = literal | prefix "{" path "}" suffix
 * path     = column { "&gt;" relation "." column }
 *          | column "&lt;" relation "." column "." column
 * </pre>
 */
public final class ScopeTemplate {
  /** Longest scope id, in octets of UTF-8. Contract 15. */
  public static final int MAXIMUM_SCOPE_ID_OCTETS = 512;

  /** What has to be known to evaluate a template. */
  public enum Kind {
    /** One scope for every row. */
    LITERAL,
    /** A column of the row itself. */
    COLUMN,
    /** Rows of other relations, each found by its key. */
    FORWARD,
    /** Rows of another relation that point to this one. */
    REVERSE
  }

  private static final String STRUCTURE = "{}<>.";

  private final String text;
  private final Kind kind;
  private final String prefix;
  private final String suffix;
  private final String column;
  private final List<ScopeStep> steps;

  private ScopeTemplate(
      String text, Kind kind, String prefix, String suffix, String column, List<ScopeStep> steps) {
    this.text = text;
    this.kind = kind;
    this.prefix = prefix;
    this.suffix = suffix;
    this.column = column;
    this.steps = List.copyOf(steps);
  }

  /**
   * Parses a template.
   *
   * @throws InvalidScopeTemplate when the text does not follow the grammar, or when every scope id
   *     it could make is longer than {@link #MAXIMUM_SCOPE_ID_OCTETS}
   */
  public static ScopeTemplate parse(String text) throws InvalidScopeTemplate {
    int open = text.indexOf('{');
    if (open < 0) {
      return literal(text);
    }
    int close = text.indexOf('}', open);
    if (close < 0) {
      throw new InvalidScopeTemplate("expected \"}\" after \"{\", found the end of the template");
    }
    String prefix = text.substring(0, open);
    String suffix = text.substring(close + 1);
    refuseBrace(prefix);
    refuseBrace(suffix);
    refuseTooLong(prefix + suffix);
    return path(text, prefix, suffix, text.substring(open + 1, close));
  }

  private static ScopeTemplate literal(String text) throws InvalidScopeTemplate {
    if (text.isEmpty()) {
      throw new InvalidScopeTemplate("expected a scope id or a placeholder, found an empty text");
    }
    refuseBrace(text);
    refuseTooLong(text);
    return new ScopeTemplate(text, Kind.LITERAL, text, "", "", List.of());
  }

  private static ScopeTemplate path(String text, String prefix, String suffix, String path)
      throws InvalidScopeTemplate {
    int reverse = path.indexOf('<');
    if (reverse >= 0) {
      String column = name(path.substring(0, reverse), "column");
      ScopeStep step = reverseStep(path.substring(reverse + 1));
      return new ScopeTemplate(text, Kind.REVERSE, prefix, suffix, column, List.of(step));
    }
    List<String> parts = split(path, '>');
    String column = name(parts.get(0), "column");
    List<ScopeStep> steps = new ArrayList<>();
    for (String part : parts.subList(1, parts.size())) {
      steps.add(forwardStep(part));
    }
    Kind kind = steps.isEmpty() ? Kind.COLUMN : Kind.FORWARD;
    return new ScopeTemplate(text, kind, prefix, suffix, column, steps);
  }

  private static ScopeStep forwardStep(String text) throws InvalidScopeTemplate {
    List<String> names = split(text, '.');
    if (names.size() != 2) {
      throw new InvalidScopeTemplate("expected \"relation.column\" after \">\"");
    }
    return new ScopeStep(
        name(names.get(0), "relation"), Optional.empty(), name(names.get(1), "column"));
  }

  private static ScopeStep reverseStep(String text) throws InvalidScopeTemplate {
    List<String> names = split(text, '.');
    if (names.size() != 3) {
      throw new InvalidScopeTemplate("expected \"relation.column.column\" after \"<\"");
    }
    return new ScopeStep(
        name(names.get(0), "relation"),
        Optional.of(name(names.get(1), "column")),
        name(names.get(2), "column"));
  }

  private static String name(String name, String what) throws InvalidScopeTemplate {
    if (name.isEmpty()) {
      throw new InvalidScopeTemplate("expected the name of a " + what + ", found nothing");
    }
    for (int i = 0; i < name.length(); i++) {
      if (STRUCTURE.indexOf(name.charAt(i)) >= 0) {
        throw new InvalidScopeTemplate(
            "expected the name of a " + what + ", found \"" + name.charAt(i) + "\" in it");
      }
    }
    return name;
  }

  private static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, start)) {
      parts.add(text.substring(start, at));
      start = at + 1;
    }
    parts.add(text.substring(start));
    return parts;
  }

  private static void refuseBrace(String text) throws InvalidScopeTemplate {
    if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
      throw new InvalidScopeTemplate("expected at most one placeholder, found another brace");
    }
  }

  private static void refuseTooLong(String text) throws InvalidScopeTemplate {
    if (text.getBytes(StandardCharsets.UTF_8).length > MAXIMUM_SCOPE_ID_OCTETS) {
      throw new InvalidScopeTemplate(
          "expected scope ids of at most " + MAXIMUM_SCOPE_ID_OCTETS + " octets, found a longer");
    }
  }

  /** What has to be known to evaluate this template. */
  public Kind kind() {
    return kind;
  }

  /** The text this template was parsed from. */
  public String text() {
    return text;
  }

  /** The text before the value; a literal's whole scope id. */
  public String prefix() {
    return prefix;
  }

  /** The text after the value. */
  public String suffix() {
    return suffix;
  }

  /** The column of the table itself where the path starts; absent for a literal. */
  public Optional<String> column() {
    return kind == Kind.LITERAL ? Optional.empty() : Optional.of(column);
  }

  /** The steps into other relations, in order. */
  public List<ScopeStep> steps() {
    return steps;
  }

  /** The scope id of every row. Only for {@link Kind#LITERAL}. */
  public String scopeId() {
    if (kind != Kind.LITERAL) {
      throw new IllegalStateException("a template with a placeholder needs a value");
    }
    return prefix;
  }

  /**
   * The scope id for a value found at the end of the path, as text. Whether it is short enough is
   * for {@link #isScopeId} to say.
   */
  public String scopeId(String value) {
    Objects.requireNonNull(value, "value");
    if (kind == Kind.LITERAL) {
      throw new IllegalStateException("a literal template takes no value");
    }
    return prefix + value + suffix;
  }

  /** Whether a text can be a scope id: 1 to {@link #MAXIMUM_SCOPE_ID_OCTETS} octets of UTF-8. */
  public static boolean isScopeId(String text) {
    int characters = text.length();
    if (characters == 0 || characters > MAXIMUM_SCOPE_ID_OCTETS) {
      return false;
    }
    // No character needs more than three octets of UTF-8 per UTF-16 code unit.
    return characters <= MAXIMUM_SCOPE_ID_OCTETS / 3
        || text.getBytes(StandardCharsets.UTF_8).length <= MAXIMUM_SCOPE_ID_OCTETS;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ScopeTemplate template && template.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
