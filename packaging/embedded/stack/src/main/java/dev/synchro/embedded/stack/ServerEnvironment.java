package dev.synchro.embedded.stack;

import java.util.Map;

/**
 * The environment of the server and of the virtual machines in its backends. Nothing of the
 * caller's is passed on but the search path for programs: {@code PG...}, locale and {@code
 * JAVA_TOOL_OPTIONS} variables would make two machines behave differently.
 */
final class ServerEnvironment {
  /**
   * Octets a backend keeps when it frees memory. A page of answers passes through several buffers
   * of about a megabyte: given back after each call, they would cost a fault and the clearing of
   * every page of memory at the next, a quarter of the call.
   */
  private static final String KEPT = Integer.toString(16 << 20);

  private ServerEnvironment() {}

  static void applyTo(Map<String, String> environment) {
    String path = environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    environment.clear();
    environment.put("PATH", path);
    environment.put("LC_ALL", "C.UTF-8");
    environment.put("TZ", "UTC");
    environment.put("MALLOC_TRIM_THRESHOLD_", KEPT);
    environment.put("MALLOC_MMAP_THRESHOLD_", KEPT);
  }
}
