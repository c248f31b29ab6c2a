/** What the four calls cost, as ratios to plain SQL measured in the same run. */
package dev.synchro.bench.sync;
