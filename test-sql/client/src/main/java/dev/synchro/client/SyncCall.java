package dev.synchro.client;

/** The four calls a client makes. Contract 5.1. */
public enum SyncCall {
  CONNECT,
  PUSH,
  PULL,
  REBUILD
}
