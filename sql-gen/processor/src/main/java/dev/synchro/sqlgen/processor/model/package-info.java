/** What the annotations declare, as values: no text of the script, no compiler. */
package dev.synchro.sqlgen.processor.model;
