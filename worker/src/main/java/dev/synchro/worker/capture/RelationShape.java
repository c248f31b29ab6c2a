package dev.synchro.worker.capture;

import dev.synchro.worker.pgoutput.PgOutputMessage.Column;
import dev.synchro.worker.pgoutput.PgOutputMessage.Relation;
import dev.synchro.worker.pgoutput.PgOutputMessage.ReplicaIdentity;
import java.util.List;

/**
 * A relation as the server described it at one place of the stream. A later description makes a new
 * object, so that identity comparison tells whether the shape may have changed.
 */
public final class RelationShape {
  private final Relation relation;

  RelationShape(Relation relation) {
    this.relation = relation;
  }

  public int oid() {
    return relation.relationOid();
  }

  public String schema() {
    return relation.schema();
  }

  public String name() {
    return relation.name();
  }

  public ReplicaIdentity replicaIdentity() {
    return relation.replicaIdentity();
  }

  public List<Column> columns() {
    return relation.columns();
  }
}
