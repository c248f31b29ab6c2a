/** What can go wrong around the worker, classified at the edge where it is met (contract 11). */
package dev.synchro.worker.fault;
