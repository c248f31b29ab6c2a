/** How fast changes are captured, as ratios to PostgreSQL's own logical replication. */
package dev.synchro.bench.capture;
