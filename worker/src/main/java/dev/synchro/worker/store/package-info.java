/**
 * The projections, scope entries, digests and progress in the database; set-based throughout. Knows
 * nothing of slots, clients' tokens or the shape of WAL.
 */
package dev.synchro.worker.store;
