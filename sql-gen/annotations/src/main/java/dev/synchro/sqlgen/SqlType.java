package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A composite type. */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
@Repeatable(SqlType.List.class)
public @interface SqlType {

  /** Schema; empty for the schema of the extension. */
  String schema() default "";

  /** Name of the type, unique within its schema, tables included. */
  String name();

  /** Text of its {@code COMMENT ON}. */
  String comment();

  /** The attributes, in order. */
  Attribute[] attributes();

  /** Roles that receive USAGE; nobody but the owner by default. */
  String[] usage() default {};

  /** Names of objects of this extension that must be created before. */
  String[] requires() default {};

  /** An attribute of a composite type. */
  @Documented
  @Retention(RetentionPolicy.SOURCE)
  @Target({})
  @interface Attribute {

    /** Name of the attribute. */
    String name();

    /** SQL type, as in {@link Column#type()}. */
    String type();

    /** Collation from {@code pg_catalog}; empty for the type's own. */
    String collation() default "";
  }

  /** Container of repeated types. */
  @Documented
  @Retention(RetentionPolicy.SOURCE)
  @Target(ElementType.TYPE)
  @interface List {

    /** The types. */
    SqlType[] value();
  }
}
