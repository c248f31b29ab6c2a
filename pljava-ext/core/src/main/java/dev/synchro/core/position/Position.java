package dev.synchro.core.position;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.JsonWriter;
import java.util.Optional;

/** A place in the effect stream, meaningful inside one stream generation. Contract 1.2. */
public sealed interface Position extends Comparable<Position> {
  /** The three kinds, in no order. */
  enum Kind {
    GENERATION_START,
    EFFECT,
    TRANSACTION_END
  }

  /** Before everything. */
  record GenerationStart() implements Position {
    public static final GenerationStart INSTANCE = new GenerationStart();

    @Override
    public Kind kind() {
      return Kind.GENERATION_START;
    }
  }

  /**
   * One effect; the ordinals are compared without sign.
   *
   * @param commitLsn of the source transaction
   * @param eventOrdinal zero-based, of the row change in its transaction
   * @param effectOrdinal zero-based, per event and scope
   */
  record Effect(Lsn commitLsn, long eventOrdinal, long effectOrdinal) implements Position {
    @Override
    public Kind kind() {
      return Kind.EFFECT;
    }
  }

  /**
   * Behind every effect of its transaction.
   *
   * @param commitLsn of the source transaction
   */
  record TransactionEnd(Lsn commitLsn) implements Position {
    @Override
    public Kind kind() {
      return Kind.TRANSACTION_END;
    }
  }

  Kind kind();

  /** Whether a materialization can end here: at the start or at the end of a transaction. */
  default boolean isBoundary() {
    return kind() != Kind.EFFECT;
  }

  /** LSN of the source transaction; none at the start. */
  default Optional<Lsn> lsn() {
    return switch (kind()) {
      case EFFECT -> Optional.of(((Effect) this).commitLsn());
      case TRANSACTION_END -> Optional.of(((TransactionEnd) this).commitLsn());
      default -> Optional.empty();
    };
  }

  @Override
  default int compareTo(Position other) {
    Optional<Lsn> mine = lsn();
    Optional<Lsn> others = other.lsn();
    if (mine.isEmpty() || others.isEmpty()) {
      return Boolean.compare(mine.isPresent(), others.isPresent());
    }
    int byLsn = mine.get().compareTo(others.get());
    if (byLsn != 0) {
      return byLsn;
    }
    if (isBoundary() || other.isBoundary()) {
      return Boolean.compare(isBoundary(), other.isBoundary());
    }
    Effect left = (Effect) this;
    Effect right = (Effect) other;
    int byEvent = Long.compareUnsigned(left.eventOrdinal(), right.eventOrdinal());
    return byEvent != 0
        ? byEvent
        : Long.compareUnsigned(left.effectOrdinal(), right.effectOrdinal());
  }

  /** Writes the position object as the next value. */
  default void writeJson(JsonWriter writer) {
    writer.beginObject();
    switch (kind()) {
      case GENERATION_START -> writer.name("position_kind").string("generation_start");
      case EFFECT -> {
        Effect effect = (Effect) this;
        writer.name("commit_lsn").unsignedString(effect.commitLsn().bits());
        writer.name("effect_ordinal").unsignedString(effect.effectOrdinal());
        writer.name("event_ordinal").unsignedString(effect.eventOrdinal());
        writer.name("position_kind").string("effect");
      }
      case TRANSACTION_END -> {
        writer.name("commit_lsn").unsignedString(((TransactionEnd) this).commitLsn().bits());
        writer.name("position_kind").string("transaction_end");
      }
    }
    writer.endObject();
  }

  /** Canonical text of the position object. */
  default byte[] toJson() {
    JsonWriter writer = new JsonWriter(new Octets(128));
    writeJson(writer);
    return writer.toByteArray();
  }

  /**
   * Reads a position object: exact members, canonical unsigned decimals.
   *
   * @throws Malformed when it is none
   */
  static Position fromJson(JsonValue value) {
    if (!(value instanceof JsonObject object)) {
      throw new Malformed(Rule.POSITION_SHAPE);
    }
    return switch (text(object, "position_kind")) {
      case "generation_start" -> {
        exactly(object, 1);
        yield GenerationStart.INSTANCE;
      }
      case "effect" -> {
        exactly(object, 4);
        yield new Effect(
            Lsn.parseDecimal(text(object, "commit_lsn")),
            UnsignedDecimal.parse(text(object, "event_ordinal")),
            UnsignedDecimal.parse(text(object, "effect_ordinal")));
      }
      case "transaction_end" -> {
        exactly(object, 2);
        yield new TransactionEnd(Lsn.parseDecimal(text(object, "commit_lsn")));
      }
      default -> throw new Malformed(Rule.POSITION_SHAPE);
    };
  }

  private static void exactly(JsonObject object, int members) {
    if (object.size() != members) {
      throw new Malformed(Rule.POSITION_SHAPE);
    }
  }

  private static String text(JsonObject object, String name) {
    if (object.find(name).orElse(null) instanceof JsonString string) {
      return string.value();
    }
    throw new Malformed(Rule.POSITION_SHAPE);
  }
}
