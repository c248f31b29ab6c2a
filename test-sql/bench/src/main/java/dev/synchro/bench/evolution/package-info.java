/** What it costs to change the registry while capture goes on. */
package dev.synchro.bench.evolution;
