package dev.synchro.sqlgen.processor.read;

import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Parallel;
import dev.synchro.sqlgen.Security;
import dev.synchro.sqlgen.Volatility;
import dev.synchro.sqlgen.processor.check.Declaration;
import dev.synchro.sqlgen.processor.check.Place;
import dev.synchro.sqlgen.processor.check.Requirement;
import dev.synchro.sqlgen.processor.check.Rule;
import dev.synchro.sqlgen.processor.model.Identifier;
import dev.synchro.sqlgen.processor.model.SqlObject.AtomicBody;
import dev.synchro.sqlgen.processor.model.SqlObject.Body;
import dev.synchro.sqlgen.processor.model.SqlObject.ExpressionBody;
import dev.synchro.sqlgen.processor.model.SqlObject.Routine;
import dev.synchro.sqlgen.processor.model.SqlObject.RoutineParameter;
import dev.synchro.sqlgen.processor.model.SqlObject.TextBody;
import dev.synchro.sqlgen.processor.model.SqlTypeName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.Filer;
import javax.lang.model.element.PackageElement;
import javax.tools.JavaFileManager.Location;
import javax.tools.StandardLocation;

/** Reads one routine written in SQL or PL/pgSQL. */
final class RoutineReader {

  private static final List<String> BODIES = List.of("body", "resource", "atomic", "expression");
  private static final List<Location> RESOURCES =
      List.of(
          StandardLocation.CLASS_OUTPUT, StandardLocation.CLASS_PATH, StandardLocation.SOURCE_PATH);

  private final Reading reading;
  private final Annotated annotated;
  private final List<Requirement> requirements = new ArrayList<>();

  RoutineReader(Reading reading, Annotated annotated) {
    this.reading = reading;
    this.annotated = annotated;
  }

  Declaration read() {
    requirements.addAll(reading.requires(annotated));
    ParameterList parameters = new ParameterList(reading);
    annotated.annotations("parameters").forEach(parameter -> parameter(parameter, parameters));
    requirements.addAll(parameters.requirements());
    SqlTypeName returns = returns();
    boolean trigger = returns.catalogueName().equals("trigger");
    if (trigger && !parameters.list().isEmpty()) {
      reading.refuse(
          annotated.place("parameters"),
          Rule.TRIGGER_ROUTINE,
          "a routine returning trigger has no parameters");
    }
    boolean setOf = annotated.flag("setOf");
    reading.checkEstimates(annotated, setOf);
    Routine routine =
        new Routine(
            reading.objectName(annotated),
            reading.comment(annotated),
            parameters.list(),
            returns,
            setOf,
            body(),
            annotated.constant("volatility", Volatility.class),
            !trigger && parameters.strict(),
            annotated.constant("security", Security.class),
            reading.settings(annotated),
            annotated.constant("parallel", Parallel.class),
            annotated.flag("leakproof"),
            reading.roles(annotated, "executableBy"),
            annotated.number("cost"),
            annotated.number("rows"),
            reading.origin(annotated.element()));
    return new Declaration(routine, requirements, annotated.place("name"));
  }

  private void parameter(Annotated parameter, ParameterList parameters) {
    if (parameter.text("name").isEmpty() || parameter.text("type").isEmpty()) {
      reading.refuse(
          parameter.place(),
          Rule.PARAMETER_INCOMPLETE,
          "a parameter of an SQL routine needs name and type");
      return;
    }
    Identifier name = reading.identifier(parameter.place("name"), parameter.text("name"));
    SqlTypeName type =
        reading.type(parameter.place("type"), parameter.text("type")).orElse(SqlTypeName.TEXT);
    parameters.add(
        new RoutineParameter(name, type, reading.optionalRaw(parameter, "defaultValue")),
        parameter.flag("nullable"),
        parameter.place("type"));
  }

  private SqlTypeName returns() {
    Place place = annotated.place("returns");
    Optional<SqlTypeName> returns = reading.type(place, annotated.text("returns"));
    returns.ifPresent(type -> requirements.addAll(reading.requirementOf(type, place)));
    return returns.orElse(SqlTypeName.TEXT);
  }

  private Body body() {
    List<String> given =
        BODIES.stream().filter(member -> annotated.optionalText(member).isPresent()).toList();
    if (given.size() != 1) {
      reading.refuse(
          annotated.place("name"),
          Rule.BODY_COUNT,
          "exactly one of body, resource, atomic and expression is needed, found %d",
          given.size());
      return new ExpressionBody("NULL");
    }
    String member = given.get(0);
    Language language = annotated.constant("language", Language.class);
    boolean parsed = member.equals("atomic") || member.equals("expression");
    if (parsed && language != Language.SQL) {
      reading.refuse(
          annotated.place(member), Rule.BODY_LANGUAGE, "%s is for language SQL only", member);
    }
    String text =
        member.equals("resource") ? resource().orElse("") : reading.raw(annotated, member);
    return switch (member) {
      case "atomic" -> new AtomicBody(text);
      case "expression" -> new ExpressionBody(text);
      default -> new TextBody(language, text);
    };
  }

  private Optional<String> resource() {
    Filer filer = reading.compiler().environment().getFiler();
    PackageElement within =
        reading.compiler().environment().getElementUtils().getPackageOf(annotated.element());
    String name = annotated.text("resource");
    for (Location location : RESOURCES) {
      Optional<String> text = content(filer, location, within, name);
      if (text.isPresent()) {
        reading.checkRaw(annotated.place("resource"), text.get());
        return text;
      }
    }
    reading.refuse(
        annotated.place("resource"),
        Rule.BODY_RESOURCE,
        "resource %s cannot be read beside the class",
        name);
    return Optional.empty();
  }

  private static Optional<String> content(
      Filer filer, Location location, PackageElement within, String name) {
    try {
      CharSequence text =
          filer.getResource(location, within.getQualifiedName(), name).getCharContent(true);
      return Optional.of(text.toString().replace("\r\n", "\n"));
    } catch (IOException | IllegalArgumentException notThere) {
      return Optional.empty();
    }
  }
}
