/**
 * The reference client against a live server with its worker: every call, every change of
 * assignment and generation, many clients at once, lost connections and dying processes. What the
 * clients must hold is computed from the application's tables alone.
 */
package dev.synchro.suite.client;
