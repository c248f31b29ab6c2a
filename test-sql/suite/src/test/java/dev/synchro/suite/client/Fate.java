package dev.synchro.suite.client;

/** What the line does to one request and its answer. */
enum Fate {
  /** Both arrive. */
  DELIVER,
  /** The connection is closed before the server has seen anything. */
  LOSE_REQUEST,
  /** The connection is closed while the server works. */
  HANG_UP,
  /** The connection is closed after the server has committed, before any of the answer arrives. */
  LOSE_ANSWER
}
