package dev.synchro.core.scope;

/**
 * A text is no scope template. Contract 7.2; registration answers it with {@code
 * invalid_scope_template}.
 */
public final class InvalidScopeTemplate extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidScopeTemplate(String message) {
    super(message);
  }
}
