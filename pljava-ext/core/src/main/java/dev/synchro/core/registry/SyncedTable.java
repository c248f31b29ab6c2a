package dev.synchro.core.registry;

import dev.synchro.core.schema.Composition;
import dev.synchro.core.scope.ScopeTemplate;
import java.util.List;
import java.util.Objects;

/**
 * What makes a registered relation a synced table. Contract 8.1.
 *
 * @param tableId immutable logical id
 * @param maxScopeFanout in how many scopes a row can be at a time
 * @param templates the rules that name a row's scopes
 * @param syncColumns the columns that were asked for by name, empty when none were
 * @param excludeColumns the columns that were left out by name
 */
public record SyncedTable(
    String tableId,
    PushPolicy pushPolicy,
    Composition composition,
    int maxScopeFanout,
    RowLife life,
    List<ScopeTemplate> templates,
    List<RegisteredIndex> indexes,
    List<String> syncColumns,
    List<String> excludeColumns) {
  public SyncedTable {
    Objects.requireNonNull(tableId, "tableId");
    Objects.requireNonNull(pushPolicy, "pushPolicy");
    Objects.requireNonNull(composition, "composition");
    Objects.requireNonNull(life, "life");
    templates = List.copyOf(templates);
    indexes = List.copyOf(indexes);
    syncColumns = List.copyOf(syncColumns);
    excludeColumns = List.copyOf(excludeColumns);
  }

  /** The same table whose rows are in no scope. */
  public SyncedTable withoutScopes() {
    return new SyncedTable(
        tableId,
        pushPolicy,
        composition,
        maxScopeFanout,
        life,
        List.of(),
        indexes,
        syncColumns,
        excludeColumns);
  }
}
