package dev.synchro.worker.config;

/** Severity below which nothing is logged. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG
}
