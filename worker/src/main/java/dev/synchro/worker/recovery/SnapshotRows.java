package dev.synchro.worker.recovery;

import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.EvolutionClass;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.SyncedTable;
import dev.synchro.worker.registry.GenerationStep;
import dev.synchro.worker.store.StoreRefused;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** What the rows of a snapshot tell of how far a step reaches. */
final class SnapshotRows implements EvolutionClass.Rows {
  private final Connection connection;
  private final GenerationStep step;

  SnapshotRows(Connection connection, GenerationStep step) {
    this.connection = connection;
    this.step = step;
  }

  @Override
  public boolean hasRows(RegisteredRelation relation) {
    return exists("SELECT FROM " + SnapshotReader.name(relation));
  }

  @Override
  public boolean hasValue(RegisteredRelation relation, CapturedColumn column) {
    return exists(
        "SELECT FROM "
            + SnapshotReader.name(relation)
            + " WHERE "
            + SnapshotReader.quoted(column.name())
            + " IS NOT NULL");
  }

  private boolean exists(String query) {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT EXISTS (" + query + ")")) {
      row.next();
      return row.getBoolean(1);
    } catch (SQLException e) {
      throw new StoreRefused(e);
    }
  }

  /** Other templates are expected to file some row elsewhere. */
  @Override
  public boolean changesMembership(RegisteredRelation relation) {
    if (step.part(relation) == GenerationStep.Part.SAME) {
      return false;
    }
    Optional<SyncedTable> before =
        step.before().relations().stream()
            .filter(known -> known.relation() == relation.relation())
            .findFirst()
            .flatMap(RegisteredRelation::table);
    return !before
        .map(SyncedTable::templates)
        .orElse(List.of())
        .equals(relation.table().map(SyncedTable::templates).orElse(List.of()));
  }
}
