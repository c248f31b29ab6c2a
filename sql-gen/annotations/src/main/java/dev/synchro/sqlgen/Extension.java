package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the extension and what holds for all its objects. Exactly one class of a compilation
 * carries it.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
public @interface Extension {

  /** Name of the extension, also of the control file. */
  String name();

  /** Version, as in the name of the install script; three numbers separated by dots. */
  String version();

  /** One sentence for the control file. */
  String comment();

  /**
   * Schema the extension is installed into. Also the schema of every object that does not name its
   * own. It is declared by a {@link SqlSchema} like any other.
   */
  String schema();

  /** Role that owns the schemas and every object in them. */
  String owner();

  /** Role that receives what {@link SqlTable#workerMay()} asks for; empty when there is none. */
  String worker() default "";

  /**
   * Group roles that must exist before installation, the owner included. Each must be NOLOGIN
   * NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOREPLICATION.
   */
  String[] roles();

  /** Sentence that tells the installer how to create the roles. */
  String rolesHint();

  /** Major version of PostgreSQL the extension is installed into; others are refused. */
  int serverMajor();

  /** Settings attached to every routine, in this order, before those of its profile. */
  Setting[] settings() default {};

  /**
   * Name of the trigger routine that refuses a change of an immutable record; needed as soon as a
   * table declares {@link SqlTable#immutability()}.
   */
  String immutabilityTrigger() default "";

  /**
   * Name of an SQL function to be written into the script that returns the fingerprint of the
   * script; empty for none.
   */
  String fingerprintFunction() default "";

  /**
   * Fully qualified name of a class to be generated with a constant {@code VALUE} holding the same
   * fingerprint, 64 lower case hexadecimal digits; empty for none.
   */
  String fingerprintClass() default "";
}
