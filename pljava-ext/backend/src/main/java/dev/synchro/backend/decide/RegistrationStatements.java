package dev.synchro.backend.decide;

import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.facts.RelationFacts.ColumnFacts;
import dev.synchro.backend.facts.RelationFacts.Grantee;
import dev.synchro.backend.facts.RelationFacts.HeldPrivilege;
import dev.synchro.backend.facts.RelationFacts.PolicyFacts;
import dev.synchro.backend.facts.RelationFacts.UsedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The statements by which the owner of a table prepares it for registration, without those that are
 * already satisfied. Contract 3.4.
 */
public final class RegistrationStatements {
  private static final String USER = "current_setting('synchro.user_id', true)";
  private static final String STORED_USER = "current_setting('synchro.user_id'::text, true)";
  private static final long TEXT_TYPE = 25;

  private final RelationFacts relation;
  private final Access access;
  private final Optional<ColumnFacts> userColumn;
  private final List<String> statements = new ArrayList<>();

  private RegistrationStatements(
      RelationFacts relation, Access access, Optional<ColumnFacts> userColumn) {
    this.relation = relation;
    this.access = access;
    this.userColumn = userColumn;
  }

  /**
   * The statements in the order in which they run.
   *
   * @param relation a relation whose publication is known
   * @param userColumn the column that holds a row's user, when pushes are bound to it
   */
  public static List<String> of(
      RelationFacts relation, Access access, Optional<ColumnFacts> userColumn) {
    RegistrationStatements made = new RegistrationStatements(relation, access, userColumn);
    made.publication();
    made.grants();
    made.revokes();
    made.rowSecurity();
    return made.statements;
  }

  private void publication() {
    relation
        .publication()
        .filter(publication -> publication.member().isEmpty())
        .ifPresent(
            publication ->
                add("ALTER PUBLICATION " + publication.quoted() + " ADD TABLE " + table()));
  }

  private void grants() {
    if (!relation.ownerUsesSchema() || !relation.workerUsesSchema()) {
      add("GRANT USAGE ON SCHEMA " + relation.quotedSchema() + " TO synchro_owner, synchro_worker");
    }
    if (!mayOwner("SELECT") || !relation.workerReads()) {
      add("GRANT SELECT ON " + table() + " TO synchro_owner, synchro_worker");
    }
    if (!access.pushes()) {
      return;
    }
    if (!mayOwner("INSERT") || !mayOwner("UPDATE")) {
      add("GRANT INSERT, UPDATE ON " + table() + " TO synchro_owner");
    }
    if (access.deletes() && !mayOwner("DELETE")) {
      add("GRANT DELETE ON " + table() + " TO synchro_owner");
    }
    for (UsedObject sequence : relation.sequences()) {
      if (!sequence.usable()) {
        add("GRANT USAGE ON SEQUENCE " + sequence.quoted() + " TO synchro_owner");
      }
    }
    for (UsedObject function : relation.functions()) {
      if (!function.usable()) {
        add("GRANT EXECUTE ON FUNCTION " + function.quoted() + " TO synchro_owner");
      }
    }
  }

  /** What we were given ourselves and may not have; what PUBLIC has is the application's affair. */
  private void revokes() {
    Set<String> excess = new TreeSet<>();
    Set<String> grantable = new TreeSet<>();
    for (HeldPrivilege held : relation.ownerPrivileges()) {
      if (held.throughPublic()) {
        continue;
      }
      if (!access.needs(held.privilege())) {
        excess.add(held.privilege());
      } else if (held.grantable()) {
        grantable.add(held.privilege());
      }
    }
    if (!excess.isEmpty()) {
      add("REVOKE " + String.join(", ", excess) + " ON " + table() + " FROM synchro_owner");
    }
    if (!grantable.isEmpty()) {
      add(
          "REVOKE GRANT OPTION FOR "
              + String.join(", ", grantable)
              + " ON "
              + table()
              + " FROM synchro_owner");
    }
  }

  private void rowSecurity() {
    if (access.pushes() && !relation.rowSecurity()) {
      keepApplicationAccess();
      add("ALTER TABLE " + table() + " ENABLE ROW LEVEL SECURITY");
    }
    if (relation.rowSecurity() || access.pushes()) {
      capturePolicy();
    }
    if (access.pushes()) {
      pushPolicy();
      userColumn.ifPresent(this::userPolicy);
    }
  }

  /** Without them row security would hide every row from the application's own roles. */
  private void keepApplicationAccess() {
    int number = 0;
    for (Grantee grantee : relation.grantees()) {
      if (seesEverything(grantee)) {
        continue;
      }
      do {
        number++;
      } while (hasPolicy("synchro_app_" + number));
      add(
          "CREATE POLICY synchro_app_"
              + number
              + " ON "
              + table()
              + " FOR ALL TO "
              + grantee.quoted()
              + " USING (true) WITH CHECK (true)");
    }
  }

  private boolean seesEverything(Grantee grantee) {
    for (PolicyFacts policy : relation.policies()) {
      if (policy.allowsEverything() && policy.roles().contains(grantee.oid())) {
        return true;
      }
    }
    return false;
  }

  private void capturePolicy() {
    if (!RowSecurity.workerSeesEverything(relation)) {
      replacePolicy("synchro_capture");
      add(
          "CREATE POLICY synchro_capture ON "
              + table()
              + " FOR SELECT TO synchro_worker USING (true)");
    }
  }

  private void pushPolicy() {
    if (!RowSecurity.ownerSeesEverything(relation)) {
      replacePolicy("synchro_push");
      add(
          "CREATE POLICY synchro_push ON "
              + table()
              + " FOR ALL TO synchro_owner USING (true) WITH CHECK (true)");
    }
  }

  private void userPolicy(ColumnFacts column) {
    if (hasUserPolicy(column)) {
      return;
    }
    replacePolicy("synchro_push_user");
    String own = column.quoted() + "::text = " + USER;
    add(
        "CREATE POLICY synchro_push_user ON "
            + table()
            + " AS RESTRICTIVE FOR ALL TO synchro_owner USING (NULLIF("
            + USER
            + ", '') IS NULL OR "
            + own
            + ") WITH CHECK ("
            + own
            + ")");
  }

  private boolean hasUserPolicy(ColumnFacts column) {
    boolean isText = column.types().get(0).oid() == TEXT_TYPE;
    String value = isText ? column.quoted() : "(" + column.quoted() + ")::text";
    String own = "(" + value + " = " + STORED_USER + ")";
    String using = "((NULLIF(" + STORED_USER + ", ''::text) IS NULL) OR " + own + ")";
    for (PolicyFacts policy : relation.policies()) {
      if (RowSecurity.restrictsOwner(policy)
          && policy.using().equals(Optional.of(using))
          && policy.check().equals(Optional.of(own))) {
        return true;
      }
    }
    return false;
  }

  /** A policy of our name that is not what it should be makes room for the right one. */
  private void replacePolicy(String name) {
    if (hasPolicy(name)) {
      add("DROP POLICY " + name + " ON " + table());
    }
  }

  private boolean hasPolicy(String name) {
    for (PolicyFacts policy : relation.policies()) {
      if (policy.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private boolean mayOwner(String privilege) {
    return relation.ownerMay().contains(privilege);
  }

  private String table() {
    return relation.quoted();
  }

  private void add(String statement) {
    statements.add(statement);
  }
}
