package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A column of a {@link SqlTable}. NOT NULL unless {@link #nullable()}. */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target({})
public @interface Column {

  /** Name of the column. */
  String name();

  /**
   * SQL type: one of PostgreSQL's own by its plain name ({@code bigint}, {@code text[]}, {@code
   * numeric(10,2)}), or a type of the extension with its schema.
   */
  String type();

  /** Collation from {@code pg_catalog}, for example {@code C}; empty for the type's own. */
  String collation() default "";

  /**
   * Whether long values are stored as they are ({@code STORAGE EXTERNAL}), because compressing them
   * costs more than it saves.
   */
  boolean uncompressed() default false;

  /** Whether the column accepts NULL. */
  boolean nullable() default false;

  /** Whether the column alone is the primary key. */
  boolean primaryKey() default false;

  /** Whether the column alone is unique. */
  boolean unique() default false;

  /** Default expression as it stands, for example {@code pg_catalog.now()}; empty for none. */
  String defaultValue() default "";

  /** Whether the column counts by itself. */
  Identity identity() default Identity.NONE;

  /** Condition as it stands, written as constraint {@code <table>_<column>_check}. */
  String check() default "";

  /** Text of a {@code COMMENT ON COLUMN}; empty for none. */
  String comment() default "";
}
