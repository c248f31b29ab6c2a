package dev.synchro.backend.decide;

import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.facts.RelationFacts.ColumnFacts;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.core.registry.RowLife;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which columns of a table clients see, and which of them tell its rows' life. Contract 8.1. */
final class SyncedColumns {
  private static final String CREATED_AT = "created_at";
  private static final String DEFAULT_UPDATED_AT = "updated_at";
  private static final String DEFAULT_DELETED_AT = "deleted_at";

  private final RelationFacts relation;
  private final RegistrationRequest request;
  private final List<ColumnFacts> columns;

  private SyncedColumns(
      RelationFacts relation, RegistrationRequest request, List<ColumnFacts> columns) {
    this.relation = relation;
    this.request = request;
    this.columns = columns;
  }

  /** The columns that a request names, or does not leave out. */
  static SyncedColumns of(RelationFacts relation, RegistrationRequest request) {
    if (!request.syncColumns().isEmpty() && !request.excludeColumns().isEmpty()) {
      throw SqlRefusal.invalidRegistration(
          "conflicting_column_lists",
          "expected at most one of p_sync_columns and p_exclude_columns, found both");
    }
    requireColumns(relation, request.syncColumns(), "p_sync_columns");
    requireColumns(relation, request.excludeColumns(), "p_exclude_columns");
    boolean named = !request.syncColumns().isEmpty();
    List<ColumnFacts> chosen = new ArrayList<>();
    for (ColumnFacts column : relation.columns()) {
      boolean wanted =
          named
              ? request.syncColumns().contains(column.name())
              : !column.isVirtual() && !request.excludeColumns().contains(column.name());
      if (wanted) {
        chosen.add(column);
      }
    }
    SyncedColumns synced = new SyncedColumns(relation, request, chosen);
    synced.checkNames();
    return synced;
  }

  private static void requireColumns(RelationFacts relation, List<String> names, String parameter) {
    for (String name : names) {
      if (relation.column(name).isEmpty()) {
        throw SqlRefusal.invalidRegistration(
            "unknown_column",
            "expected columns of "
                + relation.quoted()
                + " in "
                + parameter
                + ", found "
                + name
                + " that is none");
      }
    }
  }

  private void checkNames() {
    Set<String> folded = new HashSet<>();
    for (ColumnFacts column : columns) {
      Names.check(column.name());
      if (!folded.add(Names.fold(column.name()))) {
        throw SqlRefusal.invalidRegistration(
            "duplicate_table_name",
            "expected columns that differ in more than case, found two like " + column.quoted());
      }
    }
  }

  /** The columns, in the order of their numbers. */
  List<ColumnFacts> columns() {
    return columns;
  }

  /** Whether a column is among them. */
  boolean contains(ColumnFacts column) {
    return columns.contains(column);
  }

  /** The columns that tell a row's life. */
  RowLife life() {
    Optional<String> created =
        relation
            .column(CREATED_AT)
            .filter(this::contains)
            .filter(ColumnTypes::isDatetime)
            .map(ColumnFacts::name);
    return new RowLife(
        created,
        lifeColumn(request.updatedAt(), DEFAULT_UPDATED_AT),
        lifeColumn(request.deletedAt(), DEFAULT_DELETED_AT));
  }

  private Optional<String> lifeColumn(String name, String defaultName) {
    if (name.isEmpty() || (name.equals(defaultName) && relation.column(name).isEmpty())) {
      return Optional.empty();
    }
    ColumnFacts column =
        relation
            .column(name)
            .orElseThrow(
                () ->
                    SqlRefusal.invalidRegistration(
                        "invalid_lifecycle_column",
                        "expected a lifecycle column of "
                            + relation.quoted()
                            + ", found "
                            + name
                            + " that is none"));
    require(column);
    if (!ColumnTypes.isDatetime(column)) {
      throw SqlRefusal.invalidRegistration(
          "invalid_lifecycle_column",
          "expected a timestamp in lifecycle column "
              + column.quoted()
              + " of "
              + relation.quoted()
              + ", found another type");
    }
    return Optional.of(name);
  }

  /** Refuses to leave out a column that every client needs. */
  void require(ColumnFacts column) {
    if (!contains(column)) {
      throw SqlRefusal.invalidRegistration(
          "missing_required_column",
          "expected "
              + column.quoted()
              + " among the synced columns of "
              + relation.quoted()
              + ", found it left out");
    }
  }
}
