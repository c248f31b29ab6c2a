package dev.synchro.core.registry;

import java.util.Objects;

/**
 * The function of the application that names the scopes of one table's rows. Contract 7.3.
 *
 * @param relation number in storage of the table
 * @param oid as {@code pg_proc.oid}
 * @param quotedName schema and name, ready to stand in a statement
 * @param keyType SQL type of its only argument, the key of a row
 * @param fingerprint of its definition and what that depends on, as it was registered
 */
public record MembershipFunction(
    int relation, long oid, String quotedName, String keyType, String fingerprint) {
  public MembershipFunction {
    Objects.requireNonNull(quotedName, "quotedName");
    Objects.requireNonNull(keyType, "keyType");
    Objects.requireNonNull(fingerprint, "fingerprint");
  }
}
