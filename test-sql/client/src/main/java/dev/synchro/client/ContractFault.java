package dev.synchro.client;

/**
 * An answer breaks the contract, or a state change is not in the table of contract 6.1. Never
 * retried by itself; no queue, cursor, rebuild, schema, assignment or backoff record has changed.
 */
final class ContractFault extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ContractFault(String message) {
    super(message);
  }
}
