/** What capture cannot file, and what is remembered of it (contract 9.5). */
package dev.synchro.worker.poison;
