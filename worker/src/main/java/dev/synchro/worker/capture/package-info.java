/** Messages to source transactions of row events, in commit order; ignorant of scopes and SQL. */
package dev.synchro.worker.capture;
