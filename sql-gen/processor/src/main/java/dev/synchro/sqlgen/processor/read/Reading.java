package dev.synchro.sqlgen.processor.read;

import dev.synchro.sqlgen.processor.check.Place;
import dev.synchro.sqlgen.processor.check.Refusals;
import dev.synchro.sqlgen.processor.check.Requirement;
import dev.synchro.sqlgen.processor.check.Rule;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration.SettingValue;
import dev.synchro.sqlgen.processor.model.Identifier;
import dev.synchro.sqlgen.processor.model.ObjectKey;
import dev.synchro.sqlgen.processor.model.Origin;
import dev.synchro.sqlgen.processor.model.QualifiedName;
import dev.synchro.sqlgen.processor.model.SqlObject;
import dev.synchro.sqlgen.processor.model.SqlTypeName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;

/**
 * What all readers need: the extension's own names, and how names, types and texts inside an
 * annotation are read. A bad one is refused and replaced, so that reading goes on and finds the
 * rest.
 */
final class Reading {

  private static final Pattern IF_NOT_EXISTS =
      Pattern.compile("\\bif\\s+not\\s+exists\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern REPLACED = Pattern.compile("@ext(schema|owner)");

  private final Compiler compiler;
  private final Refusals refusals;
  private final ExtensionDeclaration extension;
  private final Map<String, List<SettingValue>> profiles;
  private final Replacements replacements;

  Reading(
      Compiler compiler,
      Refusals refusals,
      ExtensionDeclaration extension,
      Map<String, List<SettingValue>> profiles,
      Replacements replacements) {
    this.compiler = compiler;
    this.refusals = refusals;
    this.extension = extension;
    this.profiles = profiles;
    this.replacements = replacements;
  }

  /** Names that stand in for refused ones, each only once. */
  static final class Replacements {

    private int used;

    Identifier next() {
      return new Identifier("refused_" + used++);
    }
  }

  Compiler compiler() {
    return compiler;
  }

  ExtensionDeclaration extension() {
    return extension;
  }

  @SuppressWarnings("AnnotateFormatMethod") // Error Prone's annotation would be a dependency
  void refuse(Place place, Rule rule, String format, Object... arguments) {
    refusals.refuse(place, rule, format, arguments);
  }

  Origin origin(Element element) {
    Element type = element;
    String suffix = "";
    if (element.getKind() == ElementKind.METHOD) {
      type = element.getEnclosingElement();
      suffix = "." + element.getSimpleName();
    }
    return new Origin(((TypeElement) type).getQualifiedName() + suffix, compiler.line(element));
  }

  Identifier identifier(Place place, String text) {
    Optional<String> problem = Identifier.problem(text);
    if (problem.isEmpty()) {
      return new Identifier(text);
    }
    refuse(place, Rule.IDENTIFIER, "name '%s' %s", text, problem.get());
    return replacements.next();
  }

  /** A list of names, none of them twice. */
  List<Identifier> identifiers(Annotated annotated, String member) {
    List<Identifier> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    List<String> texts = annotated.texts(member);
    for (int index = 0; index < texts.size(); index++) {
      Place place = annotated.place(member, index);
      if (seen.add(texts.get(index))) {
        names.add(identifier(place, texts.get(index)));
      } else {
        refuse(place, Rule.REPEATED, "%s is already in the list", texts.get(index));
      }
    }
    return names;
  }

  List<Identifier> roles(Annotated annotated, String member) {
    List<Identifier> roles = identifiers(annotated, member);
    for (int index = 0; index < roles.size(); index++) {
      if (!extension.roles().contains(roles.get(index))) {
        refuse(
            annotated.place(member, index),
            Rule.ROLE_UNKNOWN,
            "role %s is none of the extension's roles",
            roles.get(index));
      }
    }
    return roles;
  }

  QualifiedName objectName(Annotated annotated) {
    return new QualifiedName(
        schema(annotated), identifier(annotated.place("name"), annotated.text("name")));
  }

  private Identifier schema(Annotated annotated) {
    String text = annotated.text("schema");
    if (text.isEmpty()) {
      return extension.schema();
    }
    Identifier schema = identifier(annotated.place("schema"), text);
    if (extension.schemas().stream().noneMatch(known -> known.name().equals(schema))) {
      refuse(
          annotated.place("schema"),
          Rule.SCHEMA_UNKNOWN,
          "schema %s is not declared by @SqlSchema",
          schema);
    }
    return schema;
  }

  String comment(Annotated annotated) {
    String comment = raw(annotated, "comment");
    if (comment.isBlank()) {
      refuse(annotated.place("comment"), Rule.COMMENT_MISSING, "comment is empty");
    }
    return comment;
  }

  Optional<SqlTypeName> type(Place place, String text) {
    Optional<SqlTypeName> type = SqlTypeName.parse(text);
    if (type.isEmpty()) {
      refuse(
          place,
          Rule.TYPE_SYNTAX,
          "type '%s' is neither a known type of PostgreSQL nor schema.type",
          text);
    }
    return type;
  }

  /** The requirement of a type of the extension, if the type is one. */
  List<Requirement> requirementOf(SqlTypeName type, Place place) {
    return type.own().stream()
        .map(
            name ->
                new Requirement(
                    name,
                    "type",
                    object ->
                        object.key().kind() == ObjectKey.Kind.TYPE
                            || object.key().kind() == ObjectKey.Kind.TABLE,
                    Requirement.Direction.NAMED_FIRST,
                    Rule.TYPE_UNKNOWN,
                    place))
        .toList();
  }

  /** The objects named by {@code requires}. */
  List<Requirement> requires(Annotated annotated) {
    return named(annotated, "requires", Requirement.Direction.NAMED_FIRST);
  }

  List<Requirement> named(Annotated annotated, String member, Requirement.Direction direction) {
    List<Requirement> requirements = new ArrayList<>();
    List<String> texts = annotated.texts(member);
    for (int index = 0; index < texts.size(); index++) {
      Place place = annotated.place(member, index);
      requirements.add(
          new Requirement(
              reference(place, texts.get(index)),
              "object",
              (SqlObject any) -> true,
              direction,
              Rule.REQUIREMENT_UNKNOWN,
              place));
    }
    return requirements;
  }

  /** A name that may be preceded by a schema and a dot. */
  QualifiedName reference(Place place, String text) {
    int dot = text.indexOf('.');
    return dot < 0
        ? new QualifiedName(extension.schema(), identifier(place, text))
        : new QualifiedName(
            identifier(place, text.substring(0, dot)), identifier(place, text.substring(dot + 1)));
  }

  /** A text that goes into the script as it stands. */
  String raw(Annotated annotated, String member) {
    String text = annotated.text(member);
    checkRaw(annotated.place(member), text);
    return text;
  }

  Optional<String> optionalRaw(Annotated annotated, String member) {
    return Optional.of(raw(annotated, member)).filter(text -> !text.isBlank());
  }

  void checkRaw(Place place, String text) {
    if (IF_NOT_EXISTS.matcher(text).find()) {
      refuse(
          place,
          Rule.IF_NOT_EXISTS,
          "IF NOT EXISTS is not allowed, in PL/pgSQL write PERFORM and IF NOT FOUND");
    }
    if (REPLACED.matcher(text).find()) {
      refuse(place, Rule.REPLACED_TEXT, "CREATE EXTENSION would replace @extschema or @extowner");
    }
    if (text.indexOf('\0') >= 0) {
      refuse(place, Rule.REPLACED_TEXT, "text contains the character U+0000");
    }
  }

  /** The settings of the extension and those of the profile an annotation names. */
  List<SettingValue> settings(Annotated annotated) {
    List<SettingValue> settings = new ArrayList<>(extension.settings());
    String profile = annotated.text("profile");
    if (profile.isEmpty()) {
      return settings;
    }
    if (!profiles.containsKey(profile)) {
      refuse(
          annotated.place("profile"),
          Rule.PROFILE_UNKNOWN,
          "profile %s is not declared by @SettingsProfile",
          profile);
      return settings;
    }
    settings.addAll(profiles.get(profile));
    return settings;
  }

  /** Estimates PostgreSQL's planner accepts. */
  void checkEstimates(Annotated annotated, boolean setOf) {
    if (annotated.number("cost") < 0) {
      refuse(annotated.place("cost"), Rule.ESTIMATE, "cost is negative");
    }
    if (annotated.number("rows") < 0) {
      refuse(annotated.place("rows"), Rule.ESTIMATE, "rows is negative");
    }
    if (annotated.number("rows") > 0 && !setOf) {
      refuse(annotated.place("rows"), Rule.ESTIMATE, "rows is for functions returning a set");
    }
  }
}
