/**
 * A PostgreSQL 18 server for development and tests, made of what Maven and the machine's own
 * package sources carry, that runs the product without anything being installed.
 */
package dev.synchro.embedded.stack;
