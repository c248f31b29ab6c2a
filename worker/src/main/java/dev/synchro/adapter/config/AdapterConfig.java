package dev.synchro.adapter.config;

import dev.synchro.worker.config.LogLevel;
import dev.synchro.worker.config.Password;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Everything the adapter is told from outside.
 *
 * @param listen where devices ask
 * @param operatorListen where operators and their programs ask
 * @param stopTime how long a stop waits for the requests it finds
 */
public record AdapterConfig(
    DatabaseConfig database,
    TokenConfig token,
    TrafficConfig traffic,
    InetSocketAddress listen,
    InetSocketAddress operatorListen,
    Duration stopTime,
    LogLevel logLevel) {

  /**
   * How to reach the server.
   *
   * @param url a JDBC URL without credentials
   * @param connections calls made at the same time
   * @param waitTime how long a call may wait for a connection
   * @param statementTime after which the server ends a call
   */
  public record DatabaseConfig(
      String url,
      String user,
      Optional<Password> password,
      int connections,
      Duration waitTime,
      Duration statementTime) {}

  /**
   * Which tokens are believed. At least one of the two files is there.
   *
   * @param secretFile the HS256 secret
   * @param keysFile public keys for RS256 and ES256 as a JSON Web Key Set
   * @param userClaim the claim that holds the user id
   * @param leeway how far clocks may differ
   */
  public record TokenConfig(
      Optional<Path> secretFile,
      Optional<Path> keysFile,
      Optional<String> issuer,
      Optional<String> audience,
      String userClaim,
      Duration leeway) {}

  /**
   * How much is held at the same time.
   *
   * @param maxRequests requests from the first octet of their body to the last of their answer
   * @param maxClients HTTP connections
   * @param bodyOctets memory for request bodies
   * @param bodyTime within which a body must have been sent
   */
  public record TrafficConfig(
      int maxRequests, int maxClients, long bodyOctets, Duration bodyTime) {}
}
