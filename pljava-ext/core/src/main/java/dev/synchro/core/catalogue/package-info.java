/**
 * Every code synchro shows to anybody, explained: what happened, when that is normal, what to do.
 * Only documentation reads it.
 */
package dev.synchro.core.catalogue;
