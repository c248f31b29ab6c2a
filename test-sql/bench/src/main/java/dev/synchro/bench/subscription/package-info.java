/** What PostgreSQL's own logical replication does with the same rows, to compare with. */
package dev.synchro.bench.subscription;
