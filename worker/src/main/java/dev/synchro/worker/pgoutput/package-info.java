/**
 * Octets of the logical replication protocol to messages: pure, without state, relations or JDBC.
 */
package dev.synchro.worker.pgoutput;
