package dev.synchro.worker.pgoutput;

import java.util.List;
import java.util.Optional;

/**
 * The messages of pgoutput, protocol version 1, with logical messages. LSNs are unsigned 64-bit
 * integers; times are microseconds since 2000-01-01 UTC.
 */
public sealed interface PgOutputMessage {
  /** One constant per record, so that a switch expression lists every case. */
  enum Kind {
    BEGIN,
    COMMIT,
    RELATION,
    INSERT,
    UPDATE,
    DELETE,
    TRUNCATE,
    TYPE,
    ORIGIN,
    LOGICAL,
    UNSUPPORTED
  }

  Kind kind();

  /** Start of a transaction; {@code commitLsn} is the position of its commit record. */
  record Begin(long commitLsn, long commitTime, int transactionId) implements PgOutputMessage {
    @Override
    public Kind kind() {
      return Kind.BEGIN;
    }
  }

  /** End of a transaction; {@code endLsn} is the first position after its commit record. */
  record Commit(long commitLsn, long endLsn, long commitTime) implements PgOutputMessage {
    @Override
    public Kind kind() {
      return Kind.COMMIT;
    }
  }

  /** The shape of a relation, sent before its first change and after each change of it. */
  record Relation(
      int relationOid,
      String schema,
      String name,
      ReplicaIdentity replicaIdentity,
      List<Column> columns)
      implements PgOutputMessage {
    public Relation {
      columns = List.copyOf(columns);
    }

    @Override
    public Kind kind() {
      return Kind.RELATION;
    }
  }

  /** One column of a relation; {@code key} when it belongs to the replica identity. */
  record Column(String name, boolean key, int typeOid, int typeModifier) {}

  /** What PostgreSQL logs of the old row. */
  enum ReplicaIdentity {
    DEFAULT('d'),
    NOTHING('n'),
    FULL('f'),
    INDEX('i');

    private final char code;

    ReplicaIdentity(char code) {
      this.code = code;
    }

    static ReplicaIdentity of(int code) {
      for (ReplicaIdentity identity : values()) {
        if (identity.code == code) {
          return identity;
        }
      }
      throw new MalformedMessage("replica identity is " + code + ", expected d, n, f or i");
    }
  }

  record Insert(int relationOid, Tuple after) implements PgOutputMessage {
    @Override
    public Kind kind() {
      return Kind.INSERT;
    }
  }

  /** {@code before} comes with replica identity FULL, or when the key changed. */
  record Update(int relationOid, Optional<OldTuple> before, Tuple after)
      implements PgOutputMessage {
    @Override
    public Kind kind() {
      return Kind.UPDATE;
    }
  }

  record Delete(int relationOid, OldTuple before) implements PgOutputMessage {
    @Override
    public Kind kind() {
      return Kind.DELETE;
    }
  }

  /** The old row; without {@code full} only its key columns were sent, the others stand as null. */
  record OldTuple(boolean full, Tuple tuple) {}

  record Truncate(List<Integer> relationOids, boolean cascade, boolean restartIdentity)
      implements PgOutputMessage {
    public Truncate {
      relationOids = List.copyOf(relationOids);
    }

    @Override
    public Kind kind() {
      return Kind.TRUNCATE;
    }
  }

  record Type(int typeOid, String schema, String name) implements PgOutputMessage {
    @Override
    public Kind kind() {
      return Kind.TYPE;
    }
  }

  record Origin(long commitLsn, String name) implements PgOutputMessage {
    @Override
    public Kind kind() {
      return Kind.ORIGIN;
    }
  }

  /** A message written by {@code pg_logical_emit_message}; any role can write one. */
  final class Logical implements PgOutputMessage {
    private final boolean transactional;
    private final long lsn;
    private final String prefix;
    private final byte[] content;

    Logical(boolean transactional, long lsn, String prefix, byte[] content) {
      this.transactional = transactional;
      this.lsn = lsn;
      this.prefix = prefix;
      this.content = content;
    }

    @Override
    public Kind kind() {
      return Kind.LOGICAL;
    }

    public boolean transactional() {
      return transactional;
    }

    public long lsn() {
      return lsn;
    }

    public String prefix() {
      return prefix;
    }

    public byte[] content() {
      return content.clone();
    }

    public int contentLength() {
      return content.length;
    }
  }

  /** A message of a kind this protocol version does not have. */
  record Unsupported(int tag) implements PgOutputMessage {
    @Override
    public Kind kind() {
      return Kind.UNSUPPORTED;
    }
  }
}
