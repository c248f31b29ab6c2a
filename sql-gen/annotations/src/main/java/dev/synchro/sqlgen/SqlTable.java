package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A table. Sits on the class that queries it. */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
@Repeatable(SqlTable.List.class)
public @interface SqlTable {

  /** Schema; empty for the schema of the extension. */
  String schema() default "";

  /** Name of the table, unique within its schema. */
  String name();

  /** Text of its {@code COMMENT ON}. */
  String comment();

  /** The columns, in order. */
  Column[] columns();

  /**
   * Columns of a primary key of more than one column, in order. A key of a single column is marked
   * with {@link Column#primaryKey()}.
   */
  String[] primaryKey() default {};

  /** Unique constraints of more than one column, or with options. */
  Unique[] unique() default {};

  /** Check constraints over more than one column. */
  Check[] checks() default {};

  /** Foreign keys; the table referred to is created before. */
  ForeignKey[] foreignKeys() default {};

  /** Indexes beyond those of the constraints. */
  SqlIndex[] indexes() default {};

  /** Triggers; the routines they call are created before. */
  SqlTrigger[] triggers() default {};

  /**
   * Which changes of a stored row are refused by {@link Extension#immutabilityTrigger()}; whoever
   * makes them, the owner included.
   */
  Immutability immutability() default Immutability.NONE;

  /**
   * What the worker may do. INSERT brings USAGE on the sequences of the table's identity columns.
   */
  Privilege[] workerMay() default {};

  /** Storage parameters as they stand, for example {@code fillfactor = 80}. */
  String[] storage() default {};

  /** Names of objects of this extension that must be created before. */
  String[] requires() default {};

  /** Container of repeated tables. */
  @Documented
  @Retention(RetentionPolicy.SOURCE)
  @Target(ElementType.TYPE)
  @interface List {

    /** The tables. */
    SqlTable[] value();
  }
}
