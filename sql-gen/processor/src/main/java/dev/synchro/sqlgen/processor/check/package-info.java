/** What is refused, why and where. */
package dev.synchro.sqlgen.processor.check;
