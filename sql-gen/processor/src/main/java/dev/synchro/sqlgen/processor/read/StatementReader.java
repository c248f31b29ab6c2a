package dev.synchro.sqlgen.processor.read;

import dev.synchro.sqlgen.processor.check.Declaration;
import dev.synchro.sqlgen.processor.check.Place;
import dev.synchro.sqlgen.processor.check.Requirement;
import dev.synchro.sqlgen.processor.check.Rule;
import dev.synchro.sqlgen.processor.model.QualifiedName;
import dev.synchro.sqlgen.processor.model.SqlObject.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads one free statement. */
final class StatementReader {

  private static final Pattern CREATES =
      Pattern.compile("\\s*create\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final Reading reading;
  private final Annotated annotated;

  StatementReader(Reading reading, Annotated annotated) {
    this.reading = reading;
    this.annotated = annotated;
  }

  Declaration read() {
    String text = reading.raw(annotated, "statement");
    Place place = annotated.place("statement");
    if (text.isBlank() || text.strip().endsWith(";")) {
      reading.refuse(
          place, Rule.STATEMENT_SHAPE, "a statement is not empty and has no closing semicolon");
    }
    if (CREATES.matcher(text).matches()) {
      reading.refuse(
          place,
          Rule.STATEMENT_CREATES,
          "a free statement may not create objects, they would have no owner and no privileges");
    }
    List<Requirement> requirements = new ArrayList<>(reading.requires(annotated));
    requirements.addAll(reading.named(annotated, "requiredBy", Requirement.Direction.NAMED_LAST));
    Statement statement =
        new Statement(
            new QualifiedName(
                reading.extension().schema(),
                reading.identifier(annotated.place("name"), annotated.text("name"))),
            text,
            reading.origin(annotated.element()));
    return new Declaration(statement, requirements, annotated.place("name"));
  }
}
