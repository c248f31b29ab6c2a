/**
 * The messages of the four calls: requests read strictly from their original text, and the parts of
 * responses written as canonical text. Contract 5.
 */
package dev.synchro.core.message;
