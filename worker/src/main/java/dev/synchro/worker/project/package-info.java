/**
 * Row events to the state rows have at a boundary: keys, canonical rows, versions, scopes. Pure:
 * the stored state before comes in as values; ignorant of slots and SQL.
 */
package dev.synchro.worker.project;
