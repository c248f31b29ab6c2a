package dev.synchro.worker.fault;

/** Where a fault of this program happened, without the message, which may hold values. */
public final class StackPlaces {
  private static final int MOST = 12;

  private StackPlaces() {}

  /** Class of the exception and the innermost frames, on one line. */
  public static String of(Throwable exception) {
    StringBuilder places = new StringBuilder(exception.getClass().getName());
    StackTraceElement[] trace = exception.getStackTrace();
    for (int i = 0; i < Math.min(trace.length, MOST); i++) {
      places.append(" < ").append(trace[i].getClassName()).append('.');
      places.append(trace[i].getMethodName()).append(':').append(trace[i].getLineNumber());
    }
    return places.toString();
  }
}
