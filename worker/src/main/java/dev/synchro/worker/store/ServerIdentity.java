package dev.synchro.worker.store;

/** What binds progress to one history of one database. */
public record ServerIdentity(String systemIdentifier, long databaseOid, long timeline) {}
