/**
 * Writes the install script and the control file of an extension from its annotations: {@code read}
 * the elements, {@code check} what they declare, {@code order} the objects, {@code emit} the files.
 */
package dev.synchro.sqlgen.processor;
