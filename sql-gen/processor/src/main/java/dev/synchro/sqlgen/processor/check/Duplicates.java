package dev.synchro.sqlgen.processor.check;

import dev.synchro.sqlgen.processor.model.Identifier;
import dev.synchro.sqlgen.processor.model.ObjectKey;
import dev.synchro.sqlgen.processor.model.QualifiedName;
import dev.synchro.sqlgen.processor.model.SqlObject;
import dev.synchro.sqlgen.processor.model.SqlObject.CompositeType;
import dev.synchro.sqlgen.processor.model.SqlObject.Constraint;
import dev.synchro.sqlgen.processor.model.SqlObject.PrimaryKeyConstraint;
import dev.synchro.sqlgen.processor.model.SqlObject.Table;
import dev.synchro.sqlgen.processor.model.SqlObject.UniqueConstraint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Refuses a second object of the same name where PostgreSQL knows only one. */
public final class Duplicates {

  private final Refusals refusals;
  private final Set<ObjectKey> keys = new HashSet<>();
  private final Set<QualifiedName> relations = new HashSet<>();

  public Duplicates(Refusals refusals) {
    this.refusals = refusals;
  }

  /** Checks the declarations in order; the later one is refused. */
  public void check(List<Declaration> declarations) {
    for (Declaration declaration : declarations) {
      SqlObject object = declaration.object();
      if (!keys.add(object.key())) {
        refuse(declaration, object.key().toString());
        continue;
      }
      for (QualifiedName relation : relations(object)) {
        if (!relations.add(relation)) {
          refuse(declaration, relation.toString());
        }
      }
    }
  }

  private void refuse(Declaration declaration, String name) {
    refusals.refuse(declaration.place(), Rule.OBJECT_REPEATED, "%s is already declared", name);
  }

  /** Tables, types, indexes and sequences of a schema share their names. */
  private static List<QualifiedName> relations(SqlObject object) {
    List<QualifiedName> names = new ArrayList<>();
    if (object instanceof CompositeType type) {
      names.add(type.name());
    }
    if (object instanceof Table table) {
      names.add(table.name());
      table.indexes().forEach(index -> names.add(index.name()));
      table.identityColumns().forEach(column -> names.add(table.sequence(column)));
      Identifier schema = table.name().schema();
      for (Constraint constraint : table.constraints()) {
        if (constraint instanceof PrimaryKeyConstraint || constraint instanceof UniqueConstraint) {
          names.add(new QualifiedName(schema, constraint.name()));
        }
      }
    }
    return names;
  }
}
