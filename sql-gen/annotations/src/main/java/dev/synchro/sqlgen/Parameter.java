package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A parameter of a routine: on a parameter of a {@link SqlFunction} method, or inside {@link
 * SqlRoutine#parameters()}, where name and type are mandatory.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.PARAMETER)
public @interface Parameter {

  /** SQL name; by default {@code p_} and the Java name in lower case with underscores. */
  String name() default "";

  /**
   * SQL type, as in {@link Column#type()}; by default the type that belongs to the Java type:
   * {@code String} text, {@code int} integer, {@code long} bigint, {@code boolean} boolean, {@code
   * byte[]} bytea, {@code String[]} text[], {@code BigDecimal} numeric, {@code OffsetDateTime}
   * timestamptz.
   */
  String type() default "";

  /** Default expression as it stands, for example {@code '30 days'} in quotes; empty for none. */
  String defaultValue() default "";

  /**
   * Whether NULL reaches the method. One such parameter makes the function CALLED ON NULL INPUT,
   * and then NULL reaches the method in every parameter; otherwise it is STRICT.
   */
  boolean nullable() default false;
}
