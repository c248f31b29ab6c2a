package dev.synchro.worker.store;

import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.EvolutionClass;
import dev.synchro.core.registry.RegisteredField;
import dev.synchro.core.registry.RegisteredRelation;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Tells from the stored rows how far a change of the registry reaches. Contract 8.5. */
final class StagedRows implements EvolutionClass.Rows {
  private final StoreSession session;
  private final ToIntFunction<RegisteredRelation> numbers;
  private final Predicate<RegisteredRelation> membershipChanged;

  /**
   * Looks rows up.
   *
   * @param numbers where the rows of a relation are at the moment
   */
  StagedRows(
      StoreSession session,
      ToIntFunction<RegisteredRelation> numbers,
      Predicate<RegisteredRelation> membershipChanged) {
    this.session = session;
    this.numbers = numbers;
    this.membershipChanged = membershipChanged;
  }

  @Override
  public boolean hasRows(RegisteredRelation relation) {
    try {
      PreparedStatement statement = session.statement(Statement.HAS_ROWS);
      statement.setInt(1, numbers.applyAsInt(relation));
      return holds(statement);
    } catch (SQLException e) {
      throw new StoreRefused(e);
    }
  }

  @Override
  public boolean hasValue(RegisteredRelation relation, CapturedColumn column) {
    try {
      PreparedStatement statement = session.statement(Statement.HAS_VALUE);
      statement.setInt(1, numbers.applyAsInt(relation));
      statement.setString(2, column.field().map(RegisteredField::fieldId).orElseThrow());
      return holds(statement);
    } catch (SQLException e) {
      throw new StoreRefused(e);
    }
  }

  private static boolean holds(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getBoolean(1);
    }
  }

  @Override
  public boolean changesMembership(RegisteredRelation relation) {
    return membershipChanged.test(relation);
  }
}
