package dev.synchro.core.pg;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.schema.DecimalBounds;
import dev.synchro.core.value.PortableType;
import java.util.Objects;
import java.util.Optional;

/**
 * What a mapped PostgreSQL column holds. Contract 2.6.
 *
 * @param scalar the type, or for arrays the element type
 * @param array whether it is an array of that type
 * @param bounds declared size, only for a numeric column that has one
 */
public record PgColumnType(PgScalar scalar, boolean array, Optional<DecimalBounds> bounds) {
  private static final String ARRAY_MARK = "[]";

  public PgColumnType {
    Objects.requireNonNull(scalar);
    if (bounds.isPresent() && (array || scalar != PgScalar.NUMERIC)) {
      throw new Malformed(Rule.PRECISION_NOT_DECIMAL);
    }
  }

  public static PgColumnType of(PgScalar scalar) {
    return new PgColumnType(scalar, false, Optional.empty());
  }

  /** The array of this type; an array of arrays is the same type in PostgreSQL. */
  public PgColumnType arrayOf() {
    return new PgColumnType(scalar, true, Optional.empty());
  }

  /** Portable type of the column: an array is one {@code json} value. */
  public PortableType portableType() {
    return array ? PortableType.JSON : scalar.type();
  }

  /** Whether the column may be a primary key. */
  public boolean keyAllowed() {
    return scalar.isKey() && !array;
  }

  /** Short stable text from which {@link #parse} makes the same type again. */
  public String code() {
    String suffix = array ? ARRAY_MARK : "";
    if (bounds.isPresent()) {
      suffix = "(" + bounds.get().precision() + "," + bounds.get().scale() + ")";
    }
    return scalar.code() + suffix;
  }

  /**
   * Reads what {@link #code} wrote.
   *
   * @throws Malformed when the text is none
   */
  public static PgColumnType parse(String code) {
    int open = code.indexOf('(');
    boolean array = code.endsWith(ARRAY_MARK);
    int nameEnd = open >= 0 ? open : array ? code.length() - ARRAY_MARK.length() : code.length();
    PgScalar scalar =
        PgScalar.find(code.substring(0, nameEnd))
            .orElseThrow(() -> new Malformed(Rule.UNSUPPORTED_TYPE));
    Optional<DecimalBounds> bounds = Optional.empty();
    if (open >= 0) {
      int comma = code.indexOf(',', open);
      if (comma < 0 || !code.endsWith(")")) {
        throw new Malformed(Rule.UNSUPPORTED_TYPE);
      }
      int precision = Integer.parseInt(code.substring(open + 1, comma));
      int scale = Integer.parseInt(code.substring(comma + 1, code.length() - 1));
      bounds = Optional.of(new DecimalBounds(precision, scale));
    }
    return new PgColumnType(scalar, array, bounds);
  }
}
