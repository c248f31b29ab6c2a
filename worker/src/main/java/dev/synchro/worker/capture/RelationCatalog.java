package dev.synchro.worker.capture;

import dev.synchro.worker.pgoutput.MalformedMessage;
import dev.synchro.worker.pgoutput.PgOutputMessage.Relation;
import java.util.HashMap;
import java.util.Map;

/** The relations described so far in one connection's stream. */
final class RelationCatalog {
  private final Map<Integer, RelationShape> shapes = new HashMap<>();

  void describe(Relation relation) {
    shapes.put(relation.relationOid(), new RelationShape(relation));
  }

  RelationShape shape(int relationOid) {
    RelationShape shape = shapes.get(relationOid);
    if (shape == null) {
      throw new MalformedMessage("a change names a relation that was not described before");
    }
    return shape;
  }
}
