package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A named list of settings that several routines share. Routines refer to it by name; its settings
 * follow those of {@link Extension#settings()} in the order given here.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
@Repeatable(SettingsProfile.List.class)
public @interface SettingsProfile {

  /** Name that routines refer to; unique within the extension. */
  String name();

  /** The settings, in the order in which they are written. */
  Setting[] settings();

  /** Container of repeated profiles. */
  @Documented
  @Retention(RetentionPolicy.SOURCE)
  @Target(ElementType.TYPE)
  @interface List {

    /** The profiles. */
    SettingsProfile[] value();
  }
}
