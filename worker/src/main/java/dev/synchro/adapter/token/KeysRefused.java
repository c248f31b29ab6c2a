package dev.synchro.adapter.token;

/** A key file that cannot be used. The message names the file's key and the rule, never content. */
public final class KeysRefused extends Exception {
  private static final long serialVersionUID = 1L;

  KeysRefused(String message) {
    super(message, null, false, false);
  }
}
