package dev.synchro.sqlgen.processor.read;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/**
 * Which Java types may stand for which SQL types. The list is narrower than what a language handler
 * accepts: arrays of primitives would turn a NULL element into zero, and classes beyond these are
 * slow or differ between handlers.
 */
final class JavaTypes {

  static final String OCTETS = "byte[]";
  static final String ITERATOR = "java.util.Iterator";

  /** What passes through a type's text form. */
  private static final Set<String> AS_TEXT =
      Set.of(
          "text",
          "character varying",
          "name",
          "json",
          "jsonb",
          "uuid",
          "regclass",
          "inet",
          "interval",
          "pg_lsn",
          "timestamp with time zone");

  /** SQL types by Java type; the first column is the default. */
  private static final Map<String, Mapping> MAPPINGS =
      Map.ofEntries(
          Map.entry("void", only("void")),
          Map.entry("boolean", only("boolean")),
          Map.entry("java.lang.Boolean", only("boolean")),
          Map.entry("short", only("smallint")),
          Map.entry("java.lang.Short", only("smallint")),
          Map.entry("int", only("integer")),
          Map.entry("java.lang.Integer", only("integer")),
          Map.entry("long", only("bigint")),
          Map.entry("java.lang.Long", only("bigint")),
          Map.entry("double", only("double precision")),
          Map.entry("java.lang.Double", only("double precision")),
          Map.entry("java.lang.String", new Mapping("text", AS_TEXT)),
          Map.entry(OCTETS, new Mapping("bytea", Set.of("bytea", "json", "text"))),
          Map.entry("java.lang.String[]", new Mapping("text[]", Set.of("text[]", "uuid[]"))));

  private record Mapping(String byDefault, Set<String> accepted) {}

  private final Types types;

  JavaTypes(Types types) {
    this.types = types;
  }

  private static Mapping only(String name) {
    return new Mapping(name, Set.of(name));
  }

  /** Name of a type as the declaration of a Java function spells it. */
  String name(TypeMirror type) {
    return types.erasure(type).toString();
  }

  /** The element type when the type is an iterator. */
  Optional<TypeMirror> elementOfIterator(TypeMirror type) {
    if (!name(type).equals(ITERATOR) || ((DeclaredType) type).getTypeArguments().size() != 1) {
      return Optional.empty();
    }
    return Optional.of(((DeclaredType) type).getTypeArguments().get(0));
  }

  /** SQL type that belongs to a Java type, or nothing when none does. */
  static Optional<String> sqlType(String javaType) {
    return Optional.ofNullable(MAPPINGS.get(javaType)).map(Mapping::byDefault);
  }

  /** Whether a Java type may stand for an SQL type. */
  static boolean fits(String javaType, String catalogueName) {
    return MAPPINGS.containsKey(javaType)
        && MAPPINGS.get(javaType).accepted().contains(catalogueName);
  }
}
