package dev.synchro.backend.facts;

import dev.synchro.core.registry.Members;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the catalogue says about one relation of the application, as far as registration needs it.
 * Contract 3.4 and 8.3.
 *
 * @param quoted schema and name, ready to stand in a statement
 * @param kind as {@code pg_class.relkind}
 * @param persistence as {@code pg_class.relpersistence}
 * @param child whether it is a partition or inherits
 * @param parent whether it is an ordinary table that others inherit from
 * @param replicaIdentity as {@code pg_class.relreplident}
 * @param columns the columns in the order of their numbers
 * @param partialUnique numbers of columns with a partial unique index
 * @param unique numbers of columns that alone are the key of a unique index
 * @param partitions OIDs of all partitions at every level
 * @param ownerPrivileges what {@code synchro_owner} holds on the table or a column of it, itself or
 *     through PUBLIC
 * @param ownerMay what {@code synchro_owner} may do with the whole table
 * @param grantees who else than the owner and our roles holds a privilege
 * @param functions what expressions of the table call
 */
public record RelationFacts(
    long oid,
    String schema,
    String name,
    String quoted,
    String quotedSchema,
    String kind,
    String persistence,
    boolean ownedByUs,
    boolean child,
    boolean parent,
    String replicaIdentity,
    boolean rowSecurity,
    List<ColumnFacts> columns,
    Optional<PrimaryKeyFacts> primaryKey,
    List<Long> partialUnique,
    List<Long> unique,
    List<IndexFacts> indexes,
    List<Long> partitions,
    List<HeldPrivilege> ownerPrivileges,
    Set<String> ownerMay,
    boolean ownerUsesSchema,
    boolean workerUsesSchema,
    boolean workerReads,
    List<Grantee> grantees,
    List<UsedObject> sequences,
    List<UsedObject> functions,
    List<PolicyFacts> policies,
    Optional<PublicationFacts> publication) {

  /**
   * A column.
   *
   * @param notNull whether no stored row can hold NULL in it
   * @param generated as {@code pg_attribute.attgenerated}
   * @param identity as {@code pg_attribute.attidentity}
   * @param types its type, then what a domain is based on and an array consists of, to the end
   */
  public record ColumnFacts(
      int number,
      String name,
      String quoted,
      boolean notNull,
      String generated,
      String identity,
      List<TypeFacts> types) {

    /** Whether its values are computed when they are read. */
    public boolean isVirtual() {
      return generated.equals("v");
    }

    /** Whether a statement can give it a value. */
    public boolean isAssignable() {
      return generated.isEmpty() && !identity.equals("a");
    }
  }

  /**
   * A type.
   *
   * @param kind as {@code pg_type.typtype}, or {@code a} for an array
   * @param builtin whether it is one of PostgreSQL's own
   */
  public record TypeFacts(long oid, String name, String kind, boolean builtin, int modifier) {}

  /** The primary key, by the numbers of its columns. */
  public record PrimaryKeyFacts(List<Long> columns, boolean deferrable) {}

  /** A plain valid B-tree index, by the numbers of its key columns in index order. */
  public record IndexFacts(String name, List<Long> columns) {}

  /** A privilege in force for {@code synchro_owner}. */
  public record HeldPrivilege(String privilege, boolean grantable, boolean throughPublic) {}

  /** A role, or PUBLIC with OID 0. */
  public record Grantee(long oid, String quoted) {}

  /** A sequence or function that expressions of the table use. */
  public record UsedObject(String quoted, boolean usable) {}

  /**
   * A row security policy.
   *
   * @param command as {@code pg_policy.polcmd}
   * @param roles OIDs, 0 for PUBLIC
   */
  public record PolicyFacts(
      String name,
      String quoted,
      String command,
      boolean permissive,
      List<Long> roles,
      boolean toOwner,
      boolean toWorker,
      boolean toPublic,
      Optional<String> using,
      Optional<String> check) {

    /** Whether it shows and accepts every row, for every command. */
    public boolean allowsEverything() {
      return permissive
          && command.equals("*")
          && using.filter("true"::equals).isPresent()
          && check.filter("true"::equals).isPresent();
    }
  }

  /**
   * The publication.
   *
   * @param generated as {@code pg_publication.pubgencols}
   * @param member present when the relation is a member of its own
   */
  public record PublicationFacts(
      String quoted,
      boolean allTables,
      boolean schemas,
      boolean operations,
      boolean viaRoot,
      String generated,
      Optional<PublicationMember> member) {}

  /** How the relation is a member of the publication. */
  public record PublicationMember(boolean filtered, boolean listed) {}

  /** The column of a name. */
  public Optional<ColumnFacts> column(String columnName) {
    for (ColumnFacts column : columns) {
      if (column.name().equals(columnName)) {
        return Optional.of(column);
      }
    }
    return Optional.empty();
  }

  /** Reads what the catalogue query made. */
  public static RelationFacts read(Members members) {
    return new RelationFacts(
        members.number("oid"),
        members.text("schema"),
        members.text("name"),
        members.text("quoted"),
        members.text("quoted_schema"),
        members.text("kind"),
        members.text("persistence"),
        members.truth("owned_by_us"),
        members.truth("child"),
        members.truth("parent"),
        members.text("replica_identity"),
        members.truth("row_security"),
        columns(members),
        members
            .optionalObject("primary_key")
            .map(key -> new PrimaryKeyFacts(key.numbers("columns"), key.truth("deferrable"))),
        members.numbers("partial_unique"),
        members.numbers("unique"),
        indexes(members),
        members.numbers("partitions"),
        privileges(members),
        new HashSet<>(members.texts("owner_may")),
        members.truth("owner_uses_schema"),
        members.truth("worker_uses_schema"),
        members.truth("worker_reads"),
        grantees(members),
        usedObjects(members, "sequences"),
        usedObjects(members, "functions"),
        policies(members),
        members.optionalObject("publication").map(RelationFacts::publication));
  }

  private static List<ColumnFacts> columns(Members members) {
    List<ColumnFacts> columns = new ArrayList<>();
    for (Members column : members.objects("columns")) {
      columns.add(
          new ColumnFacts(
              (int) column.number("number"),
              column.text("name"),
              column.text("quoted"),
              column.truth("not_null"),
              column.text("generated"),
              column.text("identity"),
              types(column)));
    }
    return columns;
  }

  private static List<TypeFacts> types(Members column) {
    List<TypeFacts> types = new ArrayList<>();
    for (Members type : column.objects("types")) {
      types.add(
          new TypeFacts(
              type.number("oid"),
              type.text("name"),
              type.text("kind"),
              type.truth("builtin"),
              (int) type.number("modifier")));
    }
    return types;
  }

  private static List<IndexFacts> indexes(Members members) {
    List<IndexFacts> indexes = new ArrayList<>();
    for (Members index : members.objects("indexes")) {
      indexes.add(new IndexFacts(index.text("name"), index.numbers("columns")));
    }
    return indexes;
  }

  private static List<HeldPrivilege> privileges(Members members) {
    List<HeldPrivilege> privileges = new ArrayList<>();
    for (Members held : members.objects("owner_privileges")) {
      privileges.add(
          new HeldPrivilege(held.text("privilege"), held.truth("grantable"), held.truth("public")));
    }
    return privileges;
  }

  private static List<Grantee> grantees(Members members) {
    List<Grantee> grantees = new ArrayList<>();
    for (Members grantee : members.objects("grantees")) {
      grantees.add(new Grantee(grantee.number("oid"), grantee.text("quoted")));
    }
    return grantees;
  }

  private static List<UsedObject> usedObjects(Members members, String name) {
    List<UsedObject> objects = new ArrayList<>();
    for (Members object : members.objects(name)) {
      objects.add(new UsedObject(object.text("quoted"), object.truth("usable")));
    }
    return objects;
  }

  private static List<PolicyFacts> policies(Members members) {
    List<PolicyFacts> policies = new ArrayList<>();
    for (Members policy : members.objects("policies")) {
      policies.add(
          new PolicyFacts(
              policy.text("name"),
              policy.text("quoted"),
              policy.text("command"),
              policy.truth("permissive"),
              policy.numbers("roles"),
              policy.truth("to_owner"),
              policy.truth("to_worker"),
              policy.truth("to_public"),
              policy.optionalText("using"),
              policy.optionalText("check")));
    }
    return policies;
  }

  private static PublicationFacts publication(Members publication) {
    return new PublicationFacts(
        publication.text("quoted"),
        publication.truth("all_tables"),
        publication.truth("schemas"),
        publication.truth("operations"),
        publication.truth("via_root"),
        publication.text("generated"),
        publication
            .optionalObject("member")
            .map(
                member -> new PublicationMember(member.truth("filtered"), member.truth("listed"))));
  }
}
