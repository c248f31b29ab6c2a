package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A statement of the install script that no other annotation can express, for example the first row
 * of a table. It may not create objects: they would have no owner, no comment and no privileges.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
@Repeatable(ExtensionSql.List.class)
public @interface ExtensionSql {

  /** Name by which other objects can require it. */
  String name();

  /** The statement as it stands, without the closing semicolon. */
  String statement();

  /** Names of objects of this extension that must be created before. */
  String[] requires() default {};

  /** Names of objects of this extension that must be created after. */
  String[] requiredBy() default {};

  /** Container of repeated statements. */
  @Documented
  @Retention(RetentionPolicy.SOURCE)
  @Target(ElementType.TYPE)
  @interface List {

    /** The statements. */
    ExtensionSql[] value();
  }
}
