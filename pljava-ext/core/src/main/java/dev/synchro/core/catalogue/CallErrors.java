package dev.synchro.core.catalogue;

import dev.synchro.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** The error answers of connect, push, pull and rebuild. Contract 5.7. */
final class CallErrors {
  private CallErrors() {}

  static CatalogueSection section() {
    List<CatalogueEntry> entries = new ArrayList<>();
    for (ErrorCode code : ErrorCode.values()) {
      entries.add(entry(code));
    }
    return new CatalogueSection(
        "Answers to connect, push, pull and rebuild",
        "The `code` of an error answer. The HTTP status in brackets is the one an adapter sends;"
            + " \"retryable\" is what the answer itself says.",
        entries);
  }

  private static CatalogueEntry entry(ErrorCode code) {
    return switch (code) {
      case INVALID_REQUEST ->
          of(
              code,
              "The request breaks a rule of the protocol, so nothing was done.",
              "Never in production: the same request gets the same answer again.",
              "Correct the client. Compare the request with contract 5.2 and the section of its"
                  + " call.");
      case INVALID_SCHEMA_REFERENCE ->
          of(
              code,
              "A schema reference is none, or the sentinel stands where it may not;"
                  + " `received_schema` repeats it.",
              "Never in production.",
              "Correct the client: send the reference of the manifest it holds, or on a first"
                  + " connect the sentinel.");
      case AUTH_REQUIRED ->
          of(
              code,
              "There is no usable user id, or the user has no client of this id.",
              "When a session has ended, or a client id was never connected.",
              "Sign in again; for an unknown client id, connect without a client generation.");
      case IDEMPOTENCY_CONFLICT ->
          of(
              code,
              "A batch or mutation id already stands for other content; nothing was executed.",
              "Never: a sealed batch does not change.",
              "Correct the client, which made a new request under an old id. The first content"
                  + " stays in force.");
      case CLIENT_RETIRED ->
          of(
              code,
              "The client identity was retired for good.",
              "After an operator retired a device that was lost or long unused.",
              "Start over under a new client id; keep unsent changes and send them as new ones.");
      case CLIENT_GENERATION_EXPIRED ->
          of(
              code,
              "The presented client generation is not the current one, or it expired.",
              "When a device was away for longer than the retention.",
              "Connect: the answer carries a new generation. The sealed batch is kept, and its"
                  + " mutations go into a batch with a new id.");
      case REBUILD_RESTART_REQUIRED ->
          of(
              code,
              "This rebuild cannot go on, for its session ended or what it is bound to changed.",
              "After a day, a pushed write, a registration change or a stream reset in its midst.",
              "Start the scope's rebuild again with a new rebuild id and no cursor.");
      case SCHEMA_MISMATCH ->
          of(
              code,
              "The presented schema is not the current one.",
              "After each published manifest, once for each client.",
              "Connect, apply the manifest it brings, and repeat the call.");
      case UPGRADE_REQUIRED ->
          of(
              code,
              "The protocol is another one, or the application is older than the configured"
                  + " minimum.",
              "When old versions of an application are meant to stop.",
              "Update the application; nothing local is lost by waiting.");
      case RETRY_LATER ->
          of(
              code,
              "Too many requests came at once; only an adapter says so.",
              "Under load.",
              "Wait for the backoff's deadline and send the same request again.");
      case SYNC_INTEGRITY_FAILURE ->
          of(
              code,
              "What is stored contradicts itself; the call was undone and the fault recorded.",
              "Never.",
              "Operator: readiness stays unready. Find the relation in `synchro.integrity_fault`,"
                  + " then retry the capture or reset the stream. Client: stop and report.");
      case CAPTURE_PENDING ->
          of(
              code,
              "The client's own last write is committed but not captured yet.",
              "For some milliseconds after a push.",
              "Send the same request again after a short pause. If it lasts, look at the worker.");
      case TEMPORARY_UNAVAILABLE ->
          of(
              code,
              "The call was undone: no manifest is published yet, the database was busy, or, with"
                  + " the reason `capture_blocked`, capture stands still.",
              "Before the first registration, in a failover, or under heavy contention.",
              "Wait for the backoff's deadline and send the same request again. With"
                  + " `capture_blocked` an operator must act: see the classes of blocked capture.");
    };
  }

  private static CatalogueEntry of(ErrorCode code, String happened, String normal, String action) {
    String retry = code.retryable() ? "retryable" : "not retryable";
    return CatalogueSection.entry(
        code.code(), happened + " (" + code.httpStatus() + ", " + retry + ")", normal, action);
  }
}
