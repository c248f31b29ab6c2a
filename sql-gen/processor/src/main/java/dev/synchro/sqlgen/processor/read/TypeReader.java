package dev.synchro.sqlgen.processor.read;

import dev.synchro.sqlgen.processor.check.Declaration;
import dev.synchro.sqlgen.processor.check.Requirement;
import dev.synchro.sqlgen.processor.check.Rule;
import dev.synchro.sqlgen.processor.model.Identifier;
import dev.synchro.sqlgen.processor.model.SqlObject.Attribute;
import dev.synchro.sqlgen.processor.model.SqlObject.CompositeType;
import dev.synchro.sqlgen.processor.model.SqlTypeName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads one composite type. */
final class TypeReader {

  private final Reading reading;
  private final Annotated annotated;
  private final List<Requirement> requirements = new ArrayList<>();
  private final Set<Identifier> names = new HashSet<>();

  TypeReader(Reading reading, Annotated annotated) {
    this.reading = reading;
    this.annotated = annotated;
  }

  Declaration read() {
    List<Annotated> attributes = annotated.annotations("attributes");
    if (attributes.isEmpty()) {
      reading.refuse(annotated.place("attributes"), Rule.COLUMN_MISSING, "type has no attribute");
    }
    requirements.addAll(reading.requires(annotated));
    CompositeType type =
        new CompositeType(
            reading.objectName(annotated),
            reading.comment(annotated),
            attributes.stream().map(this::attribute).toList(),
            reading.roles(annotated, "usage"),
            reading.origin(annotated.element()));
    return new Declaration(type, requirements, annotated.place("name"));
  }

  private Attribute attribute(Annotated attribute) {
    Identifier name = reading.identifier(attribute.place("name"), attribute.text("name"));
    if (!names.add(name)) {
      reading.refuse(
          attribute.place("name"), Rule.REPEATED, "attribute %s is already declared", name);
    }
    Optional<SqlTypeName> type = reading.type(attribute.place("type"), attribute.text("type"));
    type.ifPresent(
        found -> requirements.addAll(reading.requirementOf(found, attribute.place("type"))));
    return new Attribute(
        name,
        type.orElse(SqlTypeName.TEXT),
        attribute
            .optionalText("collation")
            .map(text -> reading.identifier(attribute.place("collation"), text)));
  }
}
