package dev.synchro.demo;

/** The end of this program that a signal or {@code System.exit} has brought about. */
final class ProgramEnd {

  private ProgramEnd() {}

  /** Asks the JVM the only way it answers: it takes no more hooks once it ends. */
  static boolean hasBegun() {
    Thread unused = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(unused);
      Runtime.getRuntime().removeShutdownHook(unused);
      return false;
    } catch (IllegalStateException ending) {
      return true;
    }
  }
}
