package dev.synchro.backend.decide;

import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.facts.RelationFacts.ColumnFacts;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.PushPolicy;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the registration of a capture dependency makes of a relation: captured because memberships
 * need it, never seen by clients. Contract 4.4 and 8.3.
 */
public final class DependencyVerdict {
  private final RelationFacts relation;
  private final Set<String> wanted;

  private DependencyVerdict(RelationFacts relation, Set<String> wanted) {
    this.relation = relation;
    this.wanted = wanted;
  }

  /**
   * The relation as it will be registered.
   *
   * @param keyColumns exactly the column of the primary key
   * @param capturedColumns the columns memberships read
   * @return its number in storage is 0 when it was never registered before
   * @throws SqlRefusal with a reason of contract 8.3
   */
  public static RegisteredRelation decide(
      RelationFacts relation,
      String[] keyColumns,
      String[] capturedColumns,
      Optional<Registry> newest,
      Iterator<String> freshIds) {
    List<String> keys = names(keyColumns, "p_capture_key_columns");
    Set<String> wanted = new LinkedHashSet<>(names(capturedColumns, "p_captured_columns"));
    if (keys.size() != 1) {
      throw SqlRefusal.invalidRegistration(
          keys.isEmpty() ? "missing_primary_key" : "composite_primary_key",
          "expected exactly one column in p_capture_key_columns, found " + keys.size());
    }
    if (wanted.isEmpty()) {
      throw SqlRefusal.invalidRegistration(
          "missing_required_column", "expected columns in p_captured_columns, found none");
    }
    return new DependencyVerdict(relation, wanted).decide(keys.get(0), newest, freshIds);
  }

  private static List<String> names(String[] array, String parameter) {
    List<String> names = new ArrayList<>();
    for (String name : Arguments.present(array, parameter)) {
      names.add(Arguments.present(name, "each element of " + parameter));
    }
    return names;
  }

  private RegisteredRelation decide(
      String keyName, Optional<Registry> newest, Iterator<String> freshIds) {
    RelationChecks checks = new RelationChecks(relation);
    checks.kind();
    Names.check(relation.name());
    refuseNameOfAnother(newest);
    ColumnFacts key = checks.primaryKey(keyName);
    checks.replicaIdentity();
    List<CapturedColumn> columns = columns(key);
    Access access = Access.of(PushPolicy.READ_ONLY, false);
    checks.publication();
    checks.privileges(access);
    checks.rowSecurity(access);
    return RelationIdentity.of(relation, key, newest).register(columns, Optional.empty(), freshIds);
  }

  private void refuseNameOfAnother(Optional<Registry> newest) {
    Optional<RegisteredRelation> known = newest.flatMap(all -> all.byName(relation.name()));
    if (known.isPresent() && known.get().table().isPresent()) {
      throw SqlRefusal.invalidRegistration(
          "duplicate_table_name",
          "expected a relation that is not registered as a table, found "
              + known.get().schema()
              + "."
              + known.get().name()
              + " registered as one, whose columns memberships can read as it is");
    }
    if (known.isPresent() && known.get().oid() != relation.oid()) {
      throw SqlRefusal.invalidRegistration(
          "duplicate_table_name",
          "expected a name that no other registered relation has in any schema, found "
              + relation.quoted()
              + " beside "
              + known.get().schema()
              + "."
              + known.get().name());
    }
  }

  private List<CapturedColumn> columns(ColumnFacts key) {
    for (String name : wanted) {
      if (relation.column(name).isEmpty()) {
        throw SqlRefusal.invalidRegistration(
            "unknown_column",
            "expected columns of "
                + relation.quoted()
                + " in p_captured_columns, found "
                + name
                + " that is none");
      }
    }
    List<CapturedColumn> columns = new ArrayList<>();
    for (ColumnFacts column : relation.columns()) {
      if (column.equals(key) || wanted.contains(column.name())) {
        columns.add(captured(column, column.equals(key)));
      }
    }
    return columns;
  }

  private CapturedColumn captured(ColumnFacts column, boolean key) {
    if (column.isVirtual()) {
      throw SqlRefusal.invalidRegistration(
          "unsupported_generated_column",
          "expected stored columns of "
              + relation.quoted()
              + ", found "
              + column.quoted()
              + " that is computed when it is read");
    }
    Optional<PgColumnType> type = ColumnTypes.map(column);
    if (key && (type.isEmpty() || !type.get().keyAllowed())) {
      throw SqlRefusal.invalidRegistration(
          "unsupported_primary_key_type",
          "expected a key of a type that maps to string, int or int64, found another type in "
              + column.quoted()
              + " of "
              + relation.quoted());
    }
    return new CapturedColumn(
        column.name(),
        column.number(),
        column.types().get(0).oid(),
        type.orElseThrow(
            () ->
                SqlRefusal.invalidRegistration(
                    "unsupported_type",
                    "expected columns of mapped types, found another type in "
                        + column.quoted()
                        + " of "
                        + relation.quoted())),
        column.notNull(),
        Optional.empty());
  }
}
