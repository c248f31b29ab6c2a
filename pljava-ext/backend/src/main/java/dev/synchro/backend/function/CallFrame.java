package dev.synchro.backend.function;

import dev.synchro.backend.decide.WriteFailure;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.session.Undo;
import dev.synchro.backend.table.IntegrityFailure;
import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.limit.Limits;
import dev.synchro.core.message.ErrorEnvelope;
import dev.synchro.core.message.RequestRefused;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What the four calls have in common: a refusal is a value and leaves nothing changed, an error
 * that may be gone at the next attempt undoes the whole call and is a value too, and any other
 * error is raised without the text that came with it. Contract 4.1 and 5.2, steps 1 and 9.
 */
final class CallFrame {
  private static final String DEADLOCK = "40P01";
  private static final int ATTEMPTS = 4;

  private CallFrame() {}

  /** The inside of a call. */
  interface Call {
    /** Answers, or refuses. */
    byte[] answer(BackendSession session) throws SQLException;
  }

  /** What must hold before a call, asked once however often the call is attempted. */
  interface Condition {
    /** Refuses when it does not hold. */
    void require(BackendSession session) throws SQLException;
  }

  /** Answers a call. */
  static byte[] answer(Call call) throws SQLException {
    return answer(session -> {}, call);
  }

  /**
   * Answers a call that is bound to a condition. Whoever PostgreSQL picks to end a deadlock has
   * done nothing wrong: once all its locks are gone the call begins again.
   */
  static byte[] answer(Condition condition, Call call) throws SQLException {
    BackendSession session = BackendSession.open();
    for (int attempt = 1; ; attempt++) {
      Undo undo = session.undo();
      try {
        if (attempt == 1) {
          condition.require(session);
        }
        byte[] response = call.answer(session);
        undo.keep();
        return response;
      } catch (RequestRefused refused) {
        undo.back();
        return refused.envelope().write();
      } catch (SqlRefusal refusal) {
        undo.back();
        throw session.raise(refusal);
      } catch (IntegrityFailure failure) {
        undo.back();
        failure.record(session);
        return ErrorEnvelope.of(ErrorCode.SYNC_INTEGRITY_FAILURE).write();
      } catch (SQLException error) {
        String state = undo.back(error);
        if (!state.equals(DEADLOCK) || attempt == ATTEMPTS) {
          return failed(state);
        }
      }
    }
  }

  private static byte[] failed(String state) throws SQLException {
    if (WriteFailure.isTemporary(state)) {
      return ErrorEnvelope.of(ErrorCode.TEMPORARY_UNAVAILABLE).write();
    }
    throw new SQLException("the database failed with SQLSTATE " + state, state);
  }

  /** Step 1: there is a user. */
  static void requireUser(String userId) {
    if (userId.isEmpty()
        || userId.getBytes(StandardCharsets.UTF_8).length > Limits.MAX_USER_ID_OCTETS) {
      throw new RequestRefused(ErrorCode.AUTH_REQUIRED);
    }
  }

  /** A request, or why it is none: which of both matters is known only after other checks. */
  static final class Judged<R> {
    private final Optional<R> request;
    private final RequestRefused refusal;

    private Judged(Optional<R> request, RequestRefused refusal) {
      this.request = request;
      this.refusal = refusal;
    }

    /** Reads a request. */
    static <R> Judged<R> of(Reading<R> reading) {
      try {
        return new Judged<>(Optional.of(reading.read()), null);
      } catch (RequestRefused refused) {
        return new Judged<>(Optional.empty(), refused);
      }
    }

    /** The request, if it is one. */
    Optional<R> request() {
      return request;
    }

    /** The request. */
    R accepted() {
      return request.orElseThrow(() -> refusal);
    }

    /** Reads a request or refuses it. */
    interface Reading<R> {
      /** The request. */
      R read();
    }
  }
}
