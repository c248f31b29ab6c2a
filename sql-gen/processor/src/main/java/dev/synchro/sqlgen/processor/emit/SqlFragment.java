package dev.synchro.sqlgen.processor.emit;

import dev.synchro.sqlgen.processor.model.Identifier;
import dev.synchro.sqlgen.processor.model.QualifiedName;
import dev.synchro.sqlgen.processor.model.SqlTypeName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * A piece of SQL whose text and arguments stay apart until it is printed. A placeholder says what
 * kind of thing goes in, and the kind alone decides how it is quoted:
 *
 * <ul>
 *   <li>{@code $I} an {@link Identifier}
 *   <li>{@code $N} a {@link QualifiedName}
 *   <li>{@code $L} a {@link String}, written as a literal
 *   <li>{@code $D} a {@link String}, written between dollar quotes
 *   <li>{@code $T} a {@link SqlTypeName}
 *   <li>{@code $F} another fragment
 *   <li>{@code $R} a {@link String} written as it stands: an expression its author wrote as SQL
 * </ul>
 *
 * <pre>{@code
 * SqlFragment.of("COMMENT ON TABLE $N IS $L", name, comment).print();
 * }</pre>
 */
final class SqlFragment {

  private final String format;
  private final List<Object> arguments;

  private SqlFragment(String format, List<Object> arguments) {
    this.format = format;
    this.arguments = arguments;
  }

  /**
   * Joins a format and the arguments of its placeholders.
   *
   * @throws IllegalArgumentException when their number or a kind differs
   */
  static SqlFragment of(String format, Object... arguments) {
    SqlFragment fragment = new SqlFragment(format, List.copyOf(Arrays.asList(arguments)));
    fragment.check();
    return fragment;
  }

  /** The fragments one after the other with a text between them. */
  static SqlFragment join(String separator, Collection<SqlFragment> fragments) {
    String format = String.join(separator, fragments.stream().map(unused -> "$F").toList());
    return new SqlFragment(format, new ArrayList<>(fragments));
  }

  /** Names one after the other with commas between them. */
  static SqlFragment names(Collection<Identifier> names) {
    return join(", ", names.stream().map(name -> of("$I", name)).toList());
  }

  String print() {
    StringBuilder text = new StringBuilder();
    print(text);
    return text.toString();
  }

  private void check() {
    int used = 0;
    for (int at = format.indexOf('$'); at >= 0; at = format.indexOf('$', at + 2)) {
      char kind = at + 1 < format.length() ? format.charAt(at + 1) : ' ';
      if (used == arguments.size()) {
        throw new IllegalArgumentException("placeholder without argument in: " + format);
      }
      Object argument = arguments.get(used++);
      if (!typeOf(kind).isInstance(argument)) {
        throw new IllegalArgumentException(
            "$" + kind + " cannot be a " + argument.getClass().getSimpleName() + " in: " + format);
      }
    }
    if (used < arguments.size()) {
      throw new IllegalArgumentException("argument without placeholder in: " + format);
    }
  }

  private Class<?> typeOf(char kind) {
    return switch (kind) {
      case 'I' -> Identifier.class;
      case 'N' -> QualifiedName.class;
      case 'L', 'D', 'R' -> String.class;
      case 'T' -> SqlTypeName.class;
      case 'F' -> SqlFragment.class;
      default -> throw new IllegalArgumentException("unknown placeholder in: " + format);
    };
  }

  private void print(StringBuilder text) {
    int from = 0;
    int used = 0;
    for (int at = format.indexOf('$'); at >= 0; at = format.indexOf('$', from)) {
      text.append(format, from, at);
      print(format.charAt(at + 1), arguments.get(used++), text);
      from = at + 2;
    }
    text.append(format, from, format.length());
  }

  private static void print(char kind, Object argument, StringBuilder text) {
    switch (kind) {
      case 'I' -> text.append(Quoting.identifier(((Identifier) argument).text()));
      case 'N' -> text.append(qualified((QualifiedName) argument));
      case 'L' -> text.append(Quoting.literal((String) argument));
      case 'D' -> text.append(Quoting.dollar((String) argument));
      case 'T' -> text.append(type((SqlTypeName) argument));
      case 'F' -> ((SqlFragment) argument).print(text);
      default -> text.append(argument);
    }
  }

  private static String qualified(QualifiedName name) {
    return Quoting.identifier(name.schema().text()) + "." + Quoting.identifier(name.name().text());
  }

  private static String type(SqlTypeName type) {
    String base = type.own().map(SqlFragment::qualified).orElse(type.name());
    return base + type.modifier() + (type.array() ? "[]" : "");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SqlFragment fragment && fragment.print().equals(print());
  }

  @Override
  public int hashCode() {
    return Objects.hash(print());
  }

  @Override
  public String toString() {
    return print();
  }
}
