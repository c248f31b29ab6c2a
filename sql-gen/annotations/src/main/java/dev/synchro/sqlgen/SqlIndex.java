package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An index of a {@link SqlTable}. */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target({})
public @interface SqlIndex {

  /** Name of the index, unique within the schema. */
  String name();

  /** The columns, in order; empty when {@link #expression()} is given. */
  String[] columns() default {};

  /** What is indexed, as it stands, when it is more than a list of columns. */
  String expression() default "";

  /** Columns carried along without being searchable. */
  String[] include() default {};

  /** Whether two rows may not have equal keys. */
  boolean unique() default false;

  /** Access method. */
  String method() default "btree";

  /** Condition a row must meet to be indexed, as it stands; empty for all rows. */
  String where() default "";

  /** Text of its {@code COMMENT ON}; empty for a sentence made from table and columns. */
  String comment() default "";
}
