package dev.synchro.embedded.handler;

import java.lang.reflect.Method;

/** What a function's AS text names. Read by C. */
final class Target {
  final Class<?> owner;
  final Method method;

  /** One code of {@link Kinds} for each parameter, then that of the result. */
  final String codes;

  Target(Class<?> owner, Method method, String codes) {
    this.owner = owner;
    this.method = method;
    this.codes = codes;
  }
}
