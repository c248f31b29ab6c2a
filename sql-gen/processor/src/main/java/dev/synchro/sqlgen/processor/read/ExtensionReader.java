package dev.synchro.sqlgen.processor.read;

import dev.synchro.sqlgen.Extension;
import dev.synchro.sqlgen.SettingsProfile;
import dev.synchro.sqlgen.SqlSchema;
import dev.synchro.sqlgen.processor.check.Place;
import dev.synchro.sqlgen.processor.check.Refusals;
import dev.synchro.sqlgen.processor.check.Rule;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration.Schema;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration.SettingValue;
import dev.synchro.sqlgen.processor.model.Identifier;
import dev.synchro.sqlgen.processor.model.Origin;
import dev.synchro.sqlgen.processor.model.QualifiedName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;

/** Reads what holds for the whole extension, before any object of it. */
final class ExtensionReader {

  /** No hyphens: two of them separate name and version in a file name. */
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  private static final Pattern VERSION =
      Pattern.compile("(?:0|[1-9][0-9]*)(?:\\.(?:0|[1-9][0-9]*)){2}");
  private static final Pattern SETTING_NAME =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(?:\\.[A-Za-z_][A-Za-z0-9_]*)?");

  private final Compiler compiler;
  private final Refusals refusals;
  private final Reading.Replacements replacements = new Reading.Replacements();
  private final List<? extends Element> elements;

  ExtensionReader(Compiler compiler, Refusals refusals, List<? extends Element> elements) {
    this.compiler = compiler;
    this.refusals = refusals;
    this.elements = List.copyOf(elements);
  }

  /** What all other readers need, or nothing when no class declares the extension. */
  Optional<Reading> read() {
    List<Annotated> extensions =
        elements.stream()
            .flatMap(element -> Annotated.of(compiler, element, Extension.class).stream())
            .toList();
    if (extensions.isEmpty()) {
      refusals.refuse(
          new Place(elements.get(0), Optional.empty()),
          Rule.EXTENSION_MISSING,
          "no class of this compilation carries @Extension");
      return Optional.empty();
    }
    for (Annotated second : extensions.subList(1, extensions.size())) {
      refusals.refuse(
          second.place(),
          Rule.EXTENSION_REPEATED,
          "%s already carries @Extension",
          extensions.get(0).element());
    }
    return Optional.of(read(extensions.get(0)));
  }

  private Reading read(Annotated annotated) {
    // Names of roles and schemas are read with what little is known so far.
    ExtensionDeclaration outline = outline(annotated);
    Reading first = new Reading(compiler, refusals, outline, Map.of(), replacements);
    List<Schema> schemas = schemas(first);
    check(annotated, outline, schemas);
    return new Reading(
        compiler,
        refusals,
        outline.withSchemas(schemas),
        profiles(outline.settings()),
        replacements);
  }

  private ExtensionDeclaration outline(Annotated annotated) {
    Identifier schema = name(annotated, "schema");
    Optional<Identifier> worker =
        annotated.optionalText("worker").map(unused -> name(annotated, "worker"));
    List<Identifier> roles = new ArrayList<>();
    List<String> texts = annotated.texts("roles");
    for (int index = 0; index < texts.size(); index++) {
      roles.add(name(annotated.place("roles", index), texts.get(index)));
    }
    return new ExtensionDeclaration(
        annotated.text("name"),
        annotated.text("version"),
        annotated.text("comment"),
        schema,
        name(annotated, "owner"),
        worker,
        roles,
        annotated.text("rolesHint"),
        annotated.number("serverMajor"),
        settings(annotated.annotations("settings"), Set.of()),
        routine(annotated, schema, "immutabilityTrigger"),
        routine(annotated, schema, "fingerprintFunction"),
        annotated.optionalText("fingerprintClass"),
        List.of(),
        new Origin(annotated.element().toString(), compiler.line(annotated.element())));
  }

  private Identifier name(Annotated annotated, String member) {
    return name(annotated.place(member), annotated.text(member));
  }

  private Identifier name(Place place, String text) {
    Optional<String> problem = Identifier.problem(text);
    if (problem.isEmpty()) {
      return new Identifier(text);
    }
    refusals.refuse(place, Rule.IDENTIFIER, "name '%s' %s", text, problem.get());
    return replacements.next();
  }

  private Optional<QualifiedName> routine(Annotated annotated, Identifier schema, String member) {
    return annotated
        .optionalText(member)
        .map(unused -> new QualifiedName(schema, name(annotated, member)));
  }

  private void check(Annotated annotated, ExtensionDeclaration extension, List<Schema> schemas) {
    if (!NAME.matcher(extension.name()).matches()) {
      refusals.refuse(
          annotated.place("name"),
          Rule.EXTENSION_NAME,
          "name '%s' is not made of lower case letters, digits and underscores",
          extension.name());
    }
    if (!VERSION.matcher(extension.version()).matches()) {
      refusals.refuse(
          annotated.place("version"),
          Rule.EXTENSION_VERSION,
          "version '%s' is not three numbers separated by dots",
          extension.version());
    }
    if (extension.comment().isBlank()) {
      refusals.refuse(annotated.place("comment"), Rule.COMMENT_MISSING, "comment is empty");
    }
    checkRole(annotated, "owner", extension.owner(), extension.roles());
    extension
        .worker()
        .ifPresent(worker -> checkRole(annotated, "worker", worker, extension.roles()));
    if (schemas.stream().noneMatch(schema -> schema.name().equals(extension.schema()))) {
      refusals.refuse(
          annotated.place("schema"),
          Rule.EXTENSION_SCHEMA,
          "schema %s is not declared by @SqlSchema",
          extension.schema());
    }
    extension.fingerprintClass().ifPresent(name -> checkClass(annotated, name));
  }

  private void checkRole(
      Annotated annotated, String member, Identifier role, List<Identifier> roles) {
    if (!roles.contains(role)) {
      refusals.refuse(
          annotated.place(member),
          Rule.ROLE_UNKNOWN,
          "role %s is none of the extension's roles",
          role);
    }
  }

  private void checkClass(Annotated annotated, String name) {
    if (!SourceVersion.isName(name) || name.indexOf('.') < 0) {
      refusals.refuse(
          annotated.place("fingerprintClass"),
          Rule.FINGERPRINT_CLASS,
          "'%s' is not the name of a class in a package",
          name);
    }
  }

  private List<Schema> schemas(Reading reading) {
    Map<Identifier, Schema> schemas = new LinkedHashMap<>();
    for (Element element : elements) {
      for (Annotated annotated : Annotated.of(compiler, element, SqlSchema.class)) {
        Schema schema =
            new Schema(
                reading.identifier(annotated.place("name"), annotated.text("name")),
                reading.comment(annotated),
                reading.roles(annotated, "usage"),
                reading.origin(element));
        if (schemas.putIfAbsent(schema.name(), schema) != null) {
          refusals.refuse(
              annotated.place("name"),
              Rule.REPEATED,
              "schema %s is already declared",
              schema.name());
        }
      }
    }
    return List.copyOf(schemas.values());
  }

  private Map<String, List<SettingValue>> profiles(List<SettingValue> base) {
    Set<String> taken = new HashSet<>();
    base.forEach(setting -> taken.add(setting.name()));
    Map<String, List<SettingValue>> profiles = new LinkedHashMap<>();
    for (Element element : elements) {
      for (Annotated annotated : Annotated.of(compiler, element, SettingsProfile.class)) {
        String name = annotated.text("name");
        if (profiles.containsKey(name)) {
          refusals.refuse(
              annotated.place("name"), Rule.REPEATED, "profile %s is already declared", name);
        }
        profiles.put(name, settings(annotated.annotations("settings"), taken));
      }
    }
    return profiles;
  }

  private List<SettingValue> settings(List<Annotated> annotations, Set<String> taken) {
    Set<String> seen = new HashSet<>(taken);
    List<SettingValue> settings = new ArrayList<>();
    for (Annotated annotated : annotations) {
      String name = annotated.text("name");
      List<String> values = annotated.texts("value");
      if (!SETTING_NAME.matcher(name).matches() || values.isEmpty()) {
        refusals.refuse(
            annotated.place(), Rule.SETTING, "setting '%s' needs a plain name and a value", name);
        continue;
      }
      if (!seen.add(name)) {
        refusals.refuse(
            annotated.place("name"), Rule.REPEATED, "setting %s is already in the list", name);
      }
      if (values.size() > 1 && values.stream().anyMatch(v -> Identifier.problem(v).isPresent())) {
        refusals.refuse(
            annotated.place("value"), Rule.SETTING, "setting %s is no list of names", name);
        continue;
      }
      settings.add(new SettingValue(name, values));
    }
    return settings;
  }
}
