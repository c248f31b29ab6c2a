package dev.synchro.backend.decide;

import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.facts.RelationFacts.ColumnFacts;
import dev.synchro.backend.facts.RelationFacts.HeldPrivilege;
import dev.synchro.backend.facts.RelationFacts.PolicyFacts;
import dev.synchro.backend.facts.RelationFacts.PrimaryKeyFacts;
import dev.synchro.backend.facts.RelationFacts.PublicationFacts;
import dev.synchro.backend.facts.RelationFacts.PublicationMember;
import dev.synchro.backend.facts.RelationFacts.UsedObject;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.core.error.BugException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a relation is of a kind that can be captured, published as it must be, and open to our
 * roles exactly as far as they need it. Contract 3.4 and 8.3.
 */
public final class RelationChecks {
  private final RelationFacts relation;

  /** Checks of one relation. */
  public RelationChecks(RelationFacts relation) {
    this.relation = relation;
  }

  /** Refuses a relation that can never be captured. */
  public void kind() {
    if (isOwnSchema()) {
      throw unsupported("expected a schema of the application, found one of the system");
    }
    if (!relation.kind().equals("r") && !relation.kind().equals("p")) {
      throw unsupported(
          "expected an ordinary or partitioned table, found another kind of relation");
    }
    if (relation.child()) {
      throw unsupported("expected a table of its own, found a partition or an inheritance child");
    }
    if (relation.parent()) {
      throw unsupported("expected a table of its own, found one that others inherit from");
    }
    if (!relation.persistence().equals("p")) {
      throw unsupported("expected a permanent table, found a temporary or unlogged one");
    }
    if (relation.ownedByUs()) {
      throw unsupported("expected a table of the application's owner, found one of synchro_owner");
    }
  }

  private boolean isOwnSchema() {
    String schema = relation.schema();
    return schema.startsWith("pg_")
        || schema.equals("information_schema")
        || schema.equals("synchro")
        || schema.equals("synchro_projection");
  }

  /**
   * The column that is the whole primary key.
   *
   * @param asked name of the column that the caller takes for it
   */
  public ColumnFacts primaryKey(String asked) {
    PrimaryKeyFacts key = relation.primaryKey().orElseThrow(() -> noPrimaryKey(asked));
    if (key.columns().size() != 1) {
      throw refuse(
          "composite_primary_key",
          "expected a primary key of one column on "
              + relation.quoted()
              + ", found "
              + key.columns().size()
              + " columns",
          "Give the table a key of a single column, for example a uuid.");
    }
    ColumnFacts column = column(key.columns().get(0));
    if (!column.name().equals(asked)) {
      throw SqlRefusal.invalidRegistration(
          "missing_primary_key",
          "expected p_pk_column to name the primary key "
              + column.quoted()
              + " of "
              + relation.quoted()
              + ", found another name");
    }
    if (key.deferrable()) {
      throw SqlRefusal.invalidRegistration(
          "deferrable_primary_key",
          "expected a primary key of "
              + relation.quoted()
              + " that is checked at once, found a deferrable one");
    }
    return column;
  }

  private SqlRefusal noPrimaryKey(String asked) {
    Optional<ColumnFacts> offered = relation.column(asked);
    if (offered.filter(column -> has(relation.partialUnique(), column)).isPresent()) {
      return noPrimaryKey("partial_primary_key", "a partial unique index");
    }
    // A primary key never is; what a unique index covers may be.
    if (offered.filter(c -> !c.notNull() && has(relation.unique(), c)).isPresent()) {
      return noPrimaryKey("nullable_primary_key", "a unique column that may be NULL");
    }
    return noPrimaryKey("missing_primary_key", "none");
  }

  private SqlRefusal noPrimaryKey(String reason, String found) {
    return refuse(
        reason,
        "expected a primary key on " + relation.quoted() + ", found " + found,
        "ALTER TABLE " + relation.quoted() + " ADD PRIMARY KEY (...)");
  }

  private static boolean has(List<Long> numbers, ColumnFacts column) {
    return numbers.contains((long) column.number());
  }

  private ColumnFacts column(long number) {
    for (ColumnFacts column : relation.columns()) {
      if (column.number() == number) {
        return column;
      }
    }
    throw new BugException("a key column that is no column");
  }

  /** Refuses a replica identity that does not tell the key of a changed row. */
  public void replicaIdentity() {
    String identity = relation.replicaIdentity();
    if (!identity.equals("d") && !identity.equals("f")) {
      throw refuse(
          "unsupported_replica_identity",
          "expected replica identity DEFAULT or FULL, found NOTHING or an index",
          "ALTER TABLE " + relation.quoted() + " REPLICA IDENTITY DEFAULT");
    }
  }

  /** Refuses a publication that would not deliver every change of the relation. */
  public void publication() {
    PublicationFacts publication = publicationExists();
    publicationOptions(publication);
    PublicationMember member =
        publication
            .member()
            .orElseThrow(
                () ->
                    refuse(
                        "publication_mismatch",
                        "the publication does not contain " + relation.quoted(),
                        "ALTER PUBLICATION "
                            + publication.quoted()
                            + " ADD TABLE "
                            + relation.quoted()));
    if (member.filtered() || member.listed()) {
      throw refuse(
          "publication_mismatch",
          "expected " + relation.quoted() + " whole, found it with a column list or a row filter",
          "ALTER PUBLICATION " + publication.quoted() + " SET TABLE ... names every table anew");
    }
  }

  /** Refuses to go on without the publication. */
  public PublicationFacts publicationExists() {
    return relation
        .publication()
        .orElseThrow(
            () ->
                refuse(
                    "publication_not_configured",
                    "the configured publication does not exist",
                    "The owner of the tables creates it: CREATE PUBLICATION ... WITH"
                        + " (publish_via_partition_root = true, publish_generated_columns ="
                        + " stored)"));
  }

  private void publicationOptions(PublicationFacts publication) {
    if (publication.allTables() || publication.schemas()) {
      throw refuse(
          "publication_mismatch",
          "expected a publication of named tables, found one of all tables or of a schema",
          "Create a publication that names its tables.");
    }
    if (!publication.operations()
        || !publication.viaRoot()
        || !publication.generated().equals("s")) {
      throw refuse(
          "publication_mismatch",
          "expected all four operations, publish_via_partition_root and stored generated columns,"
              + " found other options",
          "ALTER PUBLICATION "
              + publication.quoted()
              + " SET (publish = 'insert, update, delete, truncate', publish_via_partition_root ="
              + " true, publish_generated_columns = stored)");
    }
  }

  /** Refuses grants that are not exactly what is needed. */
  public void privileges(Access access) {
    missingPrivileges(access);
    for (HeldPrivilege held : relation.ownerPrivileges()) {
      boolean excess = !access.needs(held.privilege());
      if (excess || held.grantable()) {
        throw excessPrivilege(held, excess);
      }
    }
  }

  private void missingPrivileges(Access access) {
    String table = relation.quoted();
    if (!relation.ownerUsesSchema() || !relation.workerUsesSchema()) {
      throw missing(
          "USAGE on schema " + relation.quotedSchema(),
          "GRANT USAGE ON SCHEMA " + relation.quotedSchema() + " TO synchro_owner, synchro_worker");
    }
    if (!relation.workerReads()) {
      throw missing(
          "SELECT for synchro_worker on " + table,
          "GRANT SELECT ON " + table + " TO synchro_worker");
    }
    for (String privilege : new String[] {"SELECT", "INSERT", "UPDATE", "DELETE"}) {
      if (access.needs(privilege) && !relation.ownerMay().contains(privilege)) {
        throw missing(
            privilege + " for synchro_owner on " + table,
            "GRANT " + privilege + " ON " + table + " TO synchro_owner");
      }
    }
    if (access.pushes()) {
      missingUse();
    }
  }

  private void missingUse() {
    for (UsedObject sequence : relation.sequences()) {
      if (!sequence.usable()) {
        throw missing(
            "USAGE for synchro_owner on sequence " + sequence.quoted(),
            "GRANT USAGE ON SEQUENCE " + sequence.quoted() + " TO synchro_owner");
      }
    }
    for (UsedObject function : relation.functions()) {
      if (!function.usable()) {
        throw missing(
            "EXECUTE for synchro_owner on function " + function.quoted(),
            "GRANT EXECUTE ON FUNCTION " + function.quoted() + " TO synchro_owner");
      }
    }
  }

  private SqlRefusal excessPrivilege(HeldPrivilege held, boolean excess) {
    String holder = held.throughPublic() ? "PUBLIC" : "synchro_owner";
    String what = excess ? held.privilege() : "GRANT OPTION FOR " + held.privilege();
    return refuse(
        "excess_privilege",
        "synchro_owner must not hold "
            + what.toLowerCase(Locale.ROOT)
            + " on "
            + relation.quoted()
            + ", found it granted to "
            + holder,
        "REVOKE " + what + " ON " + relation.quoted() + " FROM " + holder);
  }

  /** Refuses row security that hides rows from capture or does not bound pushes. */
  public void rowSecurity(Access access) {
    if (access.pushes()) {
      pushPolicies();
    }
    if (relation.rowSecurity()) {
      capturePolicies();
    }
  }

  private void pushPolicies() {
    if (!relation.rowSecurity()) {
      throw rowSecurityInvalid(
          "row security of " + relation.quoted() + " must be enabled for pushes, found it disabled",
          "ALTER TABLE " + relation.quoted() + " ENABLE ROW LEVEL SECURITY");
    }
    if (!RowSecurity.ownerSeesEverything(relation)) {
      throw rowSecurityInvalid(
          "expected a permissive policy for all commands to synchro_owner with true for both"
              + " expressions, found none",
          "CREATE POLICY synchro_push ON "
              + relation.quoted()
              + " FOR ALL TO synchro_owner USING (true) WITH CHECK (true)");
    }
    boolean bounded = false;
    for (PolicyFacts policy : relation.policies()) {
      bounded |= RowSecurity.restrictsOwner(policy);
      if (!policy.permissive() && policy.toPublic()) {
        throw rowSecurityInvalid(
            "expected no restrictive policy to PUBLIC, found " + policy.quoted(),
            "Name the roles that policy " + policy.quoted() + " is for.");
      }
    }
    if (!bounded) {
      throw rowSecurityInvalid(
          "expected a restrictive policy for all commands to synchro_owner that bounds pushes to"
              + " rows of their user, found none",
          "synchro.synchro_registration_sql prints one when p_user_column is given.");
    }
  }

  private void capturePolicies() {
    if (!RowSecurity.workerSeesEverything(relation)) {
      throw rowSecurityInvalid(
          "expected a permissive policy that shows synchro_worker every row, found none",
          "CREATE POLICY synchro_capture ON "
              + relation.quoted()
              + " FOR SELECT TO synchro_worker USING (true)");
    }
    for (PolicyFacts policy : relation.policies()) {
      if (!policy.permissive() && (policy.toWorker() || policy.toPublic())) {
        throw rowSecurityInvalid(
            "expected no restrictive policy that applies to synchro_worker, found "
                + policy.quoted(),
            "Name the roles that policy " + policy.quoted() + " is for.");
      }
    }
  }

  private SqlRefusal unsupported(String message) {
    return SqlRefusal.invalidRegistration(
        "unsupported_relation", relation.quoted() + ": " + message);
  }

  private static SqlRefusal missing(String what, String statement) {
    return refuse("missing_privilege", "expected " + what + ", found it not granted", statement);
  }

  private static SqlRefusal rowSecurityInvalid(String message, String hint) {
    return refuse("row_security_invalid", message, hint);
  }

  private static SqlRefusal refuse(String reason, String message, String hint) {
    return SqlRefusal.invalidRegistration(reason, message).withHint(hint);
  }
}
