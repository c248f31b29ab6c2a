package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A schema of the extension. The schema named by {@link Extension#schema()} is made by {@code
 * CREATE EXTENSION} and only handed to the owner; any other is created.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
@Repeatable(SqlSchema.List.class)
public @interface SqlSchema {

  /** Name of the schema. */
  String name();

  /** Text of its {@code COMMENT ON}. */
  String comment();

  /** Roles that receive USAGE; nobody but the owner by default. */
  String[] usage() default {};

  /** Container of repeated schemas. */
  @Documented
  @Retention(RetentionPolicy.SOURCE)
  @Target(ElementType.TYPE)
  @interface List {

    /** The schemas. */
    SqlSchema[] value();
  }
}
