/**
 * From one generation of the registry to the next: what has to be staged, when it takes effect, and
 * the one commit that makes it so (contract 8.2, 8.5 and 9.7).
 */
package dev.synchro.worker.generation;
