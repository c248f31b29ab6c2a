/** In which order the objects are written. */
package dev.synchro.sqlgen.processor.order;
