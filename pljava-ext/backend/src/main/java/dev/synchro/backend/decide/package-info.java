/**
 * What follows from what is known: functions from facts to decisions, without a database and
 * without a clock. Each is tested by a table whose rows are named after the contract's.
 */
package dev.synchro.backend.decide;
