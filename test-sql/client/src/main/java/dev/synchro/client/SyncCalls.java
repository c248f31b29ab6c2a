package dev.synchro.client;

/**
 * The way to the server. An implementation carries the identity of one user and nothing else: it
 * passes request and answer on unchanged. Contract 5.1.
 */
public interface SyncCalls {

  /**
   * Sends one request and returns the answer, an error envelope included.
   *
   * @param request one JSON object in UTF-8
   * @return one JSON object in UTF-8
   * @throws TransportFailure when no answer arrived; whether the server acted is unknown
   */
  byte[] call(SyncCall call, byte[] request) throws TransportFailure;
}
