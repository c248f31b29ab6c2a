/** Writes what the model says, as SQL and as the files beside it. */
package dev.synchro.sqlgen.processor.emit;
