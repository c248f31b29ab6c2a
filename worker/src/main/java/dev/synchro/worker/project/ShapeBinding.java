package dev.synchro.worker.project;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.pg.PgText;
import dev.synchro.core.value.PortableValue;
import dev.synchro.worker.pgoutput.Tuple;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import java.util.Optional;

/** Where the captured columns of a relation stand in its tuples. */
public final class ShapeBinding {
  private final RelationPlan relation;
  private final int[] places;
  private final int keyPlace;

  ShapeBinding(RelationPlan relation, int[] places) {
    this.relation = relation;
    this.places = places.clone();
    this.keyPlace = places[relation.keyColumn()];
  }

  RelationPlan relation() {
    return relation;
  }

  RowId id(Tuple tuple) {
    try {
      return new RowId(relation, relation.key(tuple.text(keyPlace)));
    } catch (Malformed e) {
      throw new Poisoned(PoisonDetail.KEY_NOT_PORTABLE, Optional.of(relation.relationId()));
    }
  }

  /**
   * Every value of a complete tuple in portable form.
   *
   * @throws dev.synchro.core.error.NotPortable when one has none
   */
  PortableValue[] values(Tuple tuple) {
    PortableValue[] values = new PortableValue[places.length];
    for (int i = 0; i < places.length; i++) {
      PgColumnType type = relation.type(i);
      int place = places[i];
      values[i] =
          tuple.isNull(place)
              ? PortableValue.ofNull(type.portableType())
              : tuple.read(place, (octets, from, to) -> PgText.toPortable(type, octets, from, to));
    }
    return values;
  }

  boolean sameKey(Tuple before, Tuple after) {
    return before.sameValue(keyPlace, after);
  }

  RowImage image(Tuple tuple) {
    RowImage image = new RowImage(relation);
    for (int i = 0; i < places.length; i++) {
      int place = places[i];
      if (tuple.isUnchanged(place)) {
        image.unchanged(i);
      } else if (!tuple.isNull(place)) {
        image.text(i, tuple.text(place));
      }
    }
    return image;
  }
}
