/** Building the projections from a snapshot: the first start of a stream (contract 9.7). */
package dev.synchro.worker.recovery;
