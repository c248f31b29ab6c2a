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
import dev.synchro.worker.pgoutput.PgOutputMessage.Unsupported;
import dev.synchro.worker.pgoutput.PgOutputMessage.Update;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decodes one pgoutput message, protocol version 1. Foreign octets end in a {@link
 * MalformedMessage} or an {@link Unsupported} value and never in another exception.
 */
public final class PgOutputDecoder {
  private PgOutputDecoder() {}

  /** The message in {@code octets}; its position is left where it was. */
  public static PgOutputMessage decode(ByteBuffer octets) {
    MessageReader reader = new MessageReader(octets);
    int tag = reader.int8("message tag");
    PgOutputMessage message =
        switch (tag) {
          case 'B' -> begin(reader);
          case 'C' -> commit(reader);
          case 'R' -> relation(reader);
          case 'I' -> insert(reader);
          case 'U' -> update(reader);
          case 'D' -> delete(reader);
          case 'T' -> truncate(reader);
          case 'Y' -> type(reader);
          case 'O' -> origin(reader);
          case 'M' -> logical(reader);
          default -> new Unsupported(tag);
        };
    if (message.kind() != PgOutputMessage.Kind.UNSUPPORTED) {
      reader.finish("message");
    }
    return message;
  }

  private static Begin begin(MessageReader reader) {
    return new Begin(
        reader.int64("begin commit position"),
        reader.int64("begin commit time"),
        reader.int32("begin transaction id"));
  }

  private static Commit commit(MessageReader reader) {
    reader.skip(1, "commit flags");
    return new Commit(
        reader.int64("commit position"),
        reader.int64("commit end position"),
        reader.int64("commit time"));
  }

  private static Relation relation(MessageReader reader) {
    int relationOid = reader.int32("relation oid");
    String schema = reader.text("relation schema");
    String name = reader.text("relation name");
    ReplicaIdentity identity = ReplicaIdentity.of(reader.int8("replica identity"));
    int count = reader.int16("relation column count");
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean key = (reader.int8("column flags") & 1) != 0;
      String column = reader.text("column name");
      columns.add(
          new Column(column, key, reader.int32("column type"), reader.int32("column modifier")));
    }
    // The server abbreviates the system schema to an empty name.
    return new Relation(
        relationOid, schema.isEmpty() ? "pg_catalog" : schema, name, identity, columns);
  }

  private static Insert insert(MessageReader reader) {
    int relationOid = reader.int32("insert relation");
    expect(reader, 'N');
    return new Insert(relationOid, Tuple.read(reader));
  }

  private static Update update(MessageReader reader) {
    int relationOid = reader.int32("update relation");
    int part = reader.int8("update tuple part");
    Optional<OldTuple> before = Optional.empty();
    if (part == 'K' || part == 'O') {
      before = Optional.of(new OldTuple(part == 'O', Tuple.read(reader)));
      part = reader.int8("update tuple part");
    }
    if (part != 'N') {
      throw new MalformedMessage("update tuple part is " + part + ", expected K, O or N");
    }
    return new Update(relationOid, before, Tuple.read(reader));
  }

  private static Delete delete(MessageReader reader) {
    int relationOid = reader.int32("delete relation");
    int part = reader.int8("delete tuple part");
    if (part != 'K' && part != 'O') {
      throw new MalformedMessage("delete tuple part is " + part + ", expected K or O");
    }
    return new Delete(relationOid, new OldTuple(part == 'O', Tuple.read(reader)));
  }

  private static Truncate truncate(MessageReader reader) {
    int count = reader.int32("truncate relation count");
    int options = reader.int8("truncate options");
    if (count < 0 || count > reader.remaining() / 4) {
      throw new MalformedMessage(
          "truncate names " + count + " relations in " + reader.remaining() + " octets");
    }
    List<Integer> relations = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      relations.add(reader.int32("truncate relation"));
    }
    return new Truncate(relations, (options & 1) != 0, (options & 2) != 0);
  }

  private static PgOutputMessage.Type type(MessageReader reader) {
    return new PgOutputMessage.Type(
        reader.int32("type oid"), reader.text("type schema"), reader.text("type name"));
  }

  private static Origin origin(MessageReader reader) {
    return new Origin(reader.int64("origin position"), reader.text("origin name"));
  }

  private static Logical logical(MessageReader reader) {
    boolean transactional = (reader.int8("logical message flags") & 1) != 0;
    long lsn = reader.int64("logical message position");
    String prefix = reader.text("logical message prefix");
    int length = reader.length("logical message content");
    return new Logical(transactional, lsn, prefix, reader.copy(length, "logical message content"));
  }

  private static void expect(MessageReader reader, int part) {
    int found = reader.int8("tuple part");
    if (found != part) {
      throw new MalformedMessage("tuple part is " + found + ", expected " + (char) part);
    }
  }
}
