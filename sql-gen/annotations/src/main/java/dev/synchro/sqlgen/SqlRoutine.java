package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A function written in SQL or PL/pgSQL. Sits on the class that uses it. Exactly one of {@link
 * #body()}, {@link #resource()}, {@link #atomic()} and {@link #expression()} is given.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
@Repeatable(SqlRoutine.List.class)
public @interface SqlRoutine {

  /** Schema; empty for the schema of the extension. */
  String schema() default "";

  /** Name of the function; overloading by parameter types is possible. */
  String name();

  /** Text of its {@code COMMENT ON}. */
  String comment();

  /** The parameters, in order. */
  Parameter[] parameters() default {};

  /** SQL type of the result, without SETOF; {@code trigger} for a trigger routine. */
  String returns();

  /** Whether it returns a set of {@link #returns()}. */
  boolean setOf() default false;

  /** Language of the body. */
  Language language();

  /** The body, stored as text and parsed when it runs. */
  String body() default "";

  /** Name of a resource with the body, relative to the package of the class. */
  String resource() default "";

  /**
   * Statements of an SQL function, parsed at installation ({@code BEGIN ATOMIC ... END}); what they
   * use must be listed in {@link #requires()}.
   */
  String atomic() default "";

  /**
   * One expression of an SQL function, parsed at installation ({@code RETURN ...}); what it uses
   * must be listed in {@link #requires()}.
   */
  String expression() default "";

  /** What PostgreSQL may assume about the results. */
  Volatility volatility() default Volatility.VOLATILE;

  /** With whose privileges the function runs. */
  Security security() default Security.DEFINER;

  /** Name of a {@link SettingsProfile}; empty for the settings of the extension alone. */
  String profile() default "";

  /** Whether parallel workers may run it. */
  Parallel parallel() default Parallel.UNSAFE;

  /**
   * Whether it reveals nothing about its arguments but its result, so that a condition on it may be
   * judged before a security barrier. Only a superuser can create such a function.
   */
  boolean leakproof() default false;

  /** Roles that receive EXECUTE; nobody but the owner by default. */
  String[] executableBy() default {};

  /** Estimated cost; 0 for PostgreSQL's default. */
  int cost() default 0;

  /** Estimated number of result rows of a SETOF function; 0 for PostgreSQL's default. */
  int rows() default 0;

  /** Names of objects of this extension that must be created before. */
  String[] requires() default {};

  /** Container of repeated routines. */
  @Documented
  @Retention(RetentionPolicy.SOURCE)
  @Target(ElementType.TYPE)
  @interface List {

    /** The routines. */
    SqlRoutine[] value();
  }
}
