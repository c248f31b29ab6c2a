/** What a call of a Java function costs, as ratios to the same function in PL/pgSQL. */
package dev.synchro.bench.calls;
