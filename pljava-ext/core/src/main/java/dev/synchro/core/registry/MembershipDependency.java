package dev.synchro.core.registry;

import java.util.List;
import java.util.Objects;

/**
 * Which rows of one table have to be filed anew when a row of another relation changes: the say of
 * an impact function. Contract 7.5.
 *
 * @param dependency number in storage of the relation whose changes count
 * @param target number in storage of the table whose membership function reads it
 * @param oid as {@code pg_proc.oid}
 * @param quotedName schema and name of the impact function, ready to stand in a statement
 * @param fieldIds the fields passed to it; none for a capture dependency, whose columns all are
 * @param maxRows how many rows one change may name
 * @param fingerprint of the function, as it was registered
 */
public record MembershipDependency(
    int dependency,
    int target,
    long oid,
    String quotedName,
    List<String> fieldIds,
    long maxRows,
    String fingerprint) {
  public MembershipDependency {
    Objects.requireNonNull(quotedName, "quotedName");
    Objects.requireNonNull(fingerprint, "fingerprint");
    fieldIds = List.copyOf(fieldIds);
  }
}
