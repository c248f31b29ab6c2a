/**
 * Executes pushed mutations: static checks, locked rows, the row-state matrix, writes under row
 * security, one savepoint for each unit. Contract 5.4.
 */
package dev.synchro.backend.push;
