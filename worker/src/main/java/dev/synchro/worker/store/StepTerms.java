package dev.synchro.worker.store;

/**
 * What is special about the step to another generation that an activation is part of.
 *
 * @param materializedLsn events after it are part of the step; unsigned
 * @param fresh whether no scope has an entry, so that every member is entered anew
 * @param place of whatever has no event of its own
 * @param renewed takes the scopes whose members changed without an event
 */
record StepTerms(
    long materializedLsn, boolean fresh, EntryWrites.Place place, ScopeNumbers renewed) {}
