/**
 * The reference client: an offline-first peer of the four calls with a local SQLite database. It
 * keeps the states and durable records of contract section 6, verifies every row digest before it
 * applies a row and every scope digest before it installs a cursor, and trusts nothing it can
 * recompute.
 */
package dev.synchro.client;
