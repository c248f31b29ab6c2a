package dev.synchro.sqlgen.processor.check;

import dev.synchro.sqlgen.processor.model.SqlObject;
import java.util.List;
import java.util.Objects;

/** An object as it was read, with what it needs and where it stands. */
public record Declaration(SqlObject object, List<Requirement> requirements, Place place) {

  public Declaration {
    Objects.requireNonNull(object, "object");
    Objects.requireNonNull(place, "place");
    requirements = List.copyOf(requirements);
  }
}
