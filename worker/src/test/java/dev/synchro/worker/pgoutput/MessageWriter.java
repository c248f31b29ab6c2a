package dev.synchro.worker.pgoutput;

import dev.synchro.worker.pgoutput.PgOutputMessage.Begin;
import dev.synchro.worker.pgoutput.PgOutputMessage.Column;
import dev.synchro.worker.pgoutput.PgOutputMessage.Commit;
import dev.synchro.worker.pgoutput.PgOutputMessage.Delete;
import dev.synchro.worker.pgoutput.PgOutputMessage.Insert;
import dev.synchro.worker.pgoutput.PgOutputMessage.Logical;
import dev.synchro.worker.pgoutput.PgOutputMessage.OldTuple;
import dev.synchro.worker.pgoutput.PgOutputMessage.Origin;
import dev.synchro.worker.pgoutput.PgOutputMessage.Relation;
import dev.synchro.worker.pgoutput.PgOutputMessage.ReplicaIdentity;
import dev.synchro.worker.pgoutput.PgOutputMessage.Truncate;
import dev.synchro.worker.pgoutput.PgOutputMessage.Update;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Messages as the server would send them: the decoder's counterpart for tests. */
final class MessageWriter {
  private final ByteArrayOutputStream octets = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(octets);

  private MessageWriter() {}

  static byte[] write(PgOutputMessage message) {
    MessageWriter writer = new MessageWriter();
    try {
      writer.message(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return writer.octets.toByteArray();
  }

  private void message(PgOutputMessage message) throws IOException {
    switch (message.kind()) {
      case BEGIN -> begin((Begin) message);
      case COMMIT -> commit((Commit) message);
      case RELATION -> relation((Relation) message);
      case INSERT -> insert((Insert) message);
      case UPDATE -> update((Update) message);
      case DELETE -> delete((Delete) message);
      case TRUNCATE -> truncate((Truncate) message);
      case TYPE -> type((PgOutputMessage.Type) message);
      case ORIGIN -> origin((Origin) message);
      case LOGICAL -> logical((Logical) message);
      case UNSUPPORTED -> throw new IllegalArgumentException("no message of this protocol");
    }
  }

  private void begin(Begin begin) throws IOException {
    out.writeByte('B');
    out.writeLong(begin.commitLsn());
    out.writeLong(begin.commitTime());
    out.writeInt(begin.transactionId());
  }

  private void commit(Commit commit) throws IOException {
    out.writeByte('C');
    out.writeByte(0);
    out.writeLong(commit.commitLsn());
    out.writeLong(commit.endLsn());
    out.writeLong(commit.commitTime());
  }

  private void relation(Relation relation) throws IOException {
    out.writeByte('R');
    out.writeInt(relation.relationOid());
    text(relation.schema().equals("pg_catalog") ? "" : relation.schema());
    text(relation.name());
    out.writeByte(code(relation.replicaIdentity()));
    out.writeShort(relation.columns().size());
    for (Column column : relation.columns()) {
      out.writeByte(column.key() ? 1 : 0);
      text(column.name());
      out.writeInt(column.typeOid());
      out.writeInt(column.typeModifier());
    }
  }

  private static int code(ReplicaIdentity identity) {
    return switch (identity) {
      case DEFAULT -> 'd';
      case NOTHING -> 'n';
      case FULL -> 'f';
      case INDEX -> 'i';
    };
  }

  private void insert(Insert insert) throws IOException {
    out.writeByte('I');
    out.writeInt(insert.relationOid());
    tuple('N', insert.after());
  }

  private void update(Update update) throws IOException {
    out.writeByte('U');
    out.writeInt(update.relationOid());
    if (update.before().isPresent()) {
      oldTuple(update.before().get());
    }
    tuple('N', update.after());
  }

  private void delete(Delete delete) throws IOException {
    out.writeByte('D');
    out.writeInt(delete.relationOid());
    oldTuple(delete.before());
  }

  private void oldTuple(OldTuple old) throws IOException {
    tuple(old.full() ? 'O' : 'K', old.tuple());
  }

  private void tuple(int part, Tuple tuple) throws IOException {
    out.writeByte(part);
    out.writeShort(tuple.columns());
    for (int i = 0; i < tuple.columns(); i++) {
      if (tuple.isNull(i)) {
        out.writeByte('n');
      } else if (tuple.isUnchanged(i)) {
        out.writeByte('u');
      } else {
        byte[] text = tuple.text(i);
        out.writeByte('t');
        out.writeInt(text.length);
        out.write(text);
      }
    }
  }

  private void truncate(Truncate truncate) throws IOException {
    out.writeByte('T');
    out.writeInt(truncate.relationOids().size());
    out.writeByte((truncate.cascade() ? 1 : 0) | (truncate.restartIdentity() ? 2 : 0));
    for (int relation : truncate.relationOids()) {
      out.writeInt(relation);
    }
  }

  private void type(PgOutputMessage.Type type) throws IOException {
    out.writeByte('Y');
    out.writeInt(type.typeOid());
    text(type.schema());
    text(type.name());
  }

  private void origin(Origin origin) throws IOException {
    out.writeByte('O');
    out.writeLong(origin.commitLsn());
    text(origin.name());
  }

  private void logical(Logical logical) throws IOException {
    out.writeByte('M');
    out.writeByte(logical.transactional() ? 1 : 0);
    out.writeLong(logical.lsn());
    text(logical.prefix());
    out.writeInt(logical.contentLength());
    out.write(logical.content());
  }

  private void text(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.writeByte(0);
  }
}
