/** Connections, the slot, and WAL octets as they arrive; ignorant of what the octets mean. */
package dev.synchro.worker.stream;
