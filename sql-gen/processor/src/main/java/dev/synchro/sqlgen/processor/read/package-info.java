/** From annotated elements to the model. Everything about the compiler ends here. */
package dev.synchro.sqlgen.processor.read;
