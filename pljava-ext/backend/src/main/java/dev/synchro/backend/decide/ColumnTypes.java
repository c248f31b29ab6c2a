package dev.synchro.backend.decide;

import dev.synchro.backend.facts.RelationFacts.ColumnFacts;
import dev.synchro.backend.facts.RelationFacts.TypeFacts;
import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.pg.PgTypeMapping;
import dev.synchro.core.value.PortableType;
import java.util.Optional;

/** What the types of columns become on the wire. Contract 2.6. */
final class ColumnTypes {
  private ColumnTypes() {}

  /** What a column's type is mapped to; empty when it is not mapped. */
  static Optional<PgColumnType> map(ColumnFacts column) {
    int arrays = 0;
    for (TypeFacts type : column.types()) {
      if (type.kind().equals("a")) {
        arrays++;
      }
    }
    TypeFacts last = column.types().get(column.types().size() - 1);
    Optional<PgColumnType> scalar =
        PgTypeMapping.map(last.builtin(), last.name(), last.kind().charAt(0), last.modifier());
    return switch (arrays) {
      case 0 -> scalar;
      case 1 -> scalar.map(PgColumnType::arrayOf);
      // An array of a domain over an array; its elements would need a form of their own.
      default -> Optional.empty();
    };
  }

  /** Whether a column holds a time stamp. */
  static boolean isDatetime(ColumnFacts column) {
    return map(column).filter(type -> type.portableType() == PortableType.DATETIME).isPresent();
  }
}
