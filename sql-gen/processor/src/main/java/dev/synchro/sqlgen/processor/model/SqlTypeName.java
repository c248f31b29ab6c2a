package dev.synchro.sqlgen.processor.model;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A type as a column or parameter names it.
 *
 * @param schema schema of a type of the extension; empty for one of PostgreSQL's own
 * @param name name without modifier and brackets
 * @param modifier for example {@code (10,2)}, or empty
 * @param array whether it is an array of that type
 */
public record SqlTypeName(
    Optional<Identifier> schema, String name, String modifier, boolean array) {

  public static final SqlTypeName BYTEA = builtIn("bytea");
  public static final SqlTypeName TEXT = builtIn("text");
  public static final SqlTypeName VOID = builtIn("void");

  private static final Pattern SHAPE =
      Pattern.compile(
          "(?:(?<schema>[a-z_][a-z0-9_]*)\\.)?(?<name>[a-z_][a-z0-9_ ]*)"
              + "(?<modifier>\\([0-9]{1,4}(?:,[0-9]{1,4})?\\))?(?<array>\\[\\])?");

  public SqlTypeName {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(modifier, "modifier");
  }

  /** Reads a type, or answers nothing when it is neither built in nor qualified. */
  public static Optional<SqlTypeName> parse(String text) {
    Matcher matcher = SHAPE.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    SqlTypeName type =
        new SqlTypeName(
            Optional.ofNullable(matcher.group("schema")).map(Identifier::new),
            matcher.group("name"),
            Optional.ofNullable(matcher.group("modifier")).orElse(""),
            matcher.group("array") != null);
    boolean known = type.schema.isPresent() || BuiltInTypes.catalogueName(type.name).isPresent();
    return known ? Optional.of(type) : Optional.empty();
  }

  private static SqlTypeName builtIn(String name) {
    return new SqlTypeName(Optional.empty(), name, "", false);
  }

  /** The type of the extension it names, if it names one. */
  public Optional<QualifiedName> own() {
    return schema.map(found -> new QualifiedName(found, new Identifier(name)));
  }

  /** The name the catalogue prints, without modifier; what tells one overload from another. */
  public String catalogueName() {
    String base =
        own()
            .map(QualifiedName::toString)
            .orElseGet(() -> BuiltInTypes.catalogueName(name).orElseThrow());
    return array ? base + "[]" : base;
  }
}
