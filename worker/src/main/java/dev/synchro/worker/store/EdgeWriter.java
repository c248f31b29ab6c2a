package dev.synchro.worker.store;

import dev.synchro.core.membership.MembershipRules.RelationRules;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.worker.project.RowId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Keeps the index of values by which rows lead to others. */
final class EdgeWriter {
  private final StoreSession session;

  /** One value of one row. */
  private static final class Edge {
    private final RowId id;
    private final int column;
    private final byte[] value;

    private Edge(RowId id, int column, byte[] value) {
      this.id = id;
      this.column = column;
      this.value = value;
    }

    static int storedOrder(Edge left, Edge right) {
      int order = Integer.compare(left.id.relation().number(), right.id.relation().number());
      order = order != 0 ? order : Integer.compare(left.column, right.column);
      order = order != 0 ? order : Arrays.compareUnsigned(left.value, right.value);
      return order != 0 ? order : Arrays.compareUnsigned(left.id.key(), right.id.key());
    }
  }

  EdgeWriter(StoreSession session) {
    this.session = session;
  }

  void write(List<ReferenceChange> changes) throws SQLException {
    List<Edge> gone = new ArrayList<>();
    List<Edge> come = new ArrayList<>();
    for (ReferenceChange change : changes) {
      RelationRules rules = change.id().relation().rules();
      for (CapturedColumn column : rules.edges()) {
        int place = rules.placeOf(column);
        if (!change.before().sameValue(place, change.after())) {
          add(change, column, change.before().value(place), gone);
          add(change, column, change.after().value(place), come);
        }
      }
    }
    delete(gone);
    insert(come);
  }

  private static void add(
      ReferenceChange change, CapturedColumn column, Optional<byte[]> value, List<Edge> edges) {
    value.ifPresent(octets -> edges.add(new Edge(change.id(), column.number(), octets)));
  }

  private void delete(List<Edge> edges) throws SQLException {
    if (edges.isEmpty()) {
      return;
    }
    edges.sort(Edge::storedOrder);
    Columns columns = new Columns(session, edges.size());
    columns.add("integer", i -> edges.get(i).id.relation().number());
    columns.add("integer", i -> edges.get(i).column);
    columns.addOctets(i -> edges.get(i).value);
    columns.addOctets(i -> edges.get(i).id.key());
    columns.execute(Statement.DELETE_EDGES);
  }

  private void insert(List<Edge> edges) throws SQLException {
    if (edges.isEmpty()) {
      return;
    }
    edges.sort(Edge::storedOrder);
    BinaryCopy copy = new BinaryCopy(session, Statement.COPY_EDGES);
    for (Edge edge : edges) {
      copy.row(4)
          .int4(edge.id.relation().number())
          .int4(edge.column)
          .octets(edge.value)
          .octets(edge.id.key());
    }
    copy.finish();
  }
}
