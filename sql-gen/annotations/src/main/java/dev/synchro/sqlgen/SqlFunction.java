package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An SQL function implemented by the public static method of a public class that carries it.
 *
 * <p>The first sentence of the method's Javadoc becomes the function's {@code COMMENT ON}. An
 * {@code Iterator} result makes the function SETOF.
 *
 * <p>A method that takes or returns {@code byte[]} where SQL has {@code json} or {@code text} works
 * on UTF-8 octets. Such a function is written twice: under the name {@link #octets()}, implemented
 * in Java on {@code bytea} and executable by nobody but the owner, and under {@link #name()} as an
 * SQL function around it that converts:
 *
 * <pre>{@code
 * @SqlFunction(name = "synchro_pull", octets = "pull_octets", returns = "json", executableBy = "synchro_adapter")
 * public static byte[] pull(String userId, @Parameter(type = "json") byte[] request) { ... }
 * }</pre>
 *
 * <p>A method that sets {@link #savepoints()} is written twice in the same way.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.METHOD)
public @interface SqlFunction {

  /** Schema; empty for the schema of the extension. */
  String schema() default "";

  /** Name of the function; overloading by parameter types is possible. */
  String name();

  /** Name of the inner function on octets; only for methods described above. */
  String octets() default "";

  /**
   * Name of a function of the same schema that makes the result of the text that a method on octets
   * returned; by default that is a cast, for which a {@code json} is parsed once more.
   */
  String castBy() default "";

  /**
   * Whether the method may set savepoints. PL/Java leaves the resource owner of the savepoint's end
   * behind, and a function around the call then fails with "not owned by resource owner". So the
   * method is called through a PL/pgSQL block with handlers, which puts the owner back and costs a
   * subtransaction a call; its own function is named by {@link #octets()}, else {@link #name()}
   * without the schema's name before and with {@code _java} after it. Not for methods that return a
   * set.
   */
  boolean savepoints() default false;

  /** SQL type of the result, without SETOF; by default the type that belongs to the Java type. */
  String returns() default "";

  /** What PostgreSQL may assume about the results. */
  Volatility volatility() default Volatility.VOLATILE;

  /** With whose privileges the function runs. */
  Security security() default Security.DEFINER;

  /** Name of a {@link SettingsProfile}; empty for the settings of the extension alone. */
  String profile() default "";

  /** Whether parallel workers may run it. */
  Parallel parallel() default Parallel.UNSAFE;

  /** Roles that receive EXECUTE; nobody but the owner by default. */
  String[] executableBy() default {};

  /** Estimated cost; 0 for PostgreSQL's default. */
  int cost() default 0;

  /** Estimated number of result rows of a SETOF function; 0 for PostgreSQL's default. */
  int rows() default 0;

  /** Names of objects of this extension that must be created before. */
  String[] requires() default {};
}
