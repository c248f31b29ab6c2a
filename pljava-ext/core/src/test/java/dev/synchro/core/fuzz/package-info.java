/**
 * Coverage-guided fuzzing of every reader that meets foreign octets. A target states what must hold
 * of any input: it is refused by the reader's own refusal and by nothing else, or what was read is
 * written and read again unchanged. Each class has one target, because a Java machine can fuzz only
 * one. The inputs below {@code src/test/resources}, beside the names of the classes, are tried
 * first; what breaks a target belongs there.
 */
package dev.synchro.core.fuzz;
