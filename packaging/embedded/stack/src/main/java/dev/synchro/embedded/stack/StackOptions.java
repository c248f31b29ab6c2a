package dev.synchro.embedded.stack;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a stack is started with. Each {@code with} method answers a changed copy.
 *
 * @param java whether the server gets language {@code java}; without it no compiler and no headers
 *     are needed
 * @param javaHome the JDK whose virtual machine runs inside the backends; empty for the one that
 *     runs the stack
 * @param port the loopback port, 1 to 65535; empty for any free one
 * @param settings server settings on top of the stack's own, by name; the last word is theirs
 * @param jvmOptions options of the virtual machine in each backend, after the stack's own
 * @param product the extension to make installable; empty for the one on the class path, if any
 * @param cache the folder things that are made once are kept in; empty for the usual one
 */
public record StackOptions(
    boolean java,
    Optional<Path> javaHome,
    Optional<Integer> port,
    Map<String, String> settings,
    List<String> jvmOptions,
    Optional<ProductFiles> product,
    Optional<Path> cache) {

  private static final int HIGHEST_PORT = 65_535;

  public StackOptions {
    Objects.requireNonNull(javaHome, "javaHome");
    Objects.requireNonNull(product, "product");
    Objects.requireNonNull(cache, "cache");
    settings = Map.copyOf(settings);
    jvmOptions = List.copyOf(jvmOptions);
    if (port.filter(number -> number < 1 || number > HIGHEST_PORT).isPresent()) {
      throw new IllegalArgumentException("port must be 1 to 65535, found " + port.get());
    }
  }

  /** Language {@code java}, the JDK that runs this code, a free port, gone when closed. */
  public static StackOptions defaults() {
    return new StackOptions(
        true,
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** A plain server: nothing is compiled and nothing but the class path is needed. */
  public static StackOptions withoutJava() {
    return defaults().withoutLanguage();
  }

  /** The same server without language {@code java}. */
  StackOptions withoutLanguage() {
    return new StackOptions(false, javaHome, port, settings, jvmOptions, product, cache);
  }

  public StackOptions withJavaHome(Path home) {
    return new StackOptions(java, Optional.of(home), port, settings, jvmOptions, product, cache);
  }

  public StackOptions withPort(int number) {
    return new StackOptions(
        java, javaHome, Optional.of(number), settings, jvmOptions, product, cache);
  }

  /** One more server setting, for example {@code wal_level} and {@code replica}. */
  public StackOptions withSetting(String name, String value) {
    Map<String, String> more = new TreeMap<>(settings);
    more.put(name, value);
    return new StackOptions(java, javaHome, port, more, jvmOptions, product, cache);
  }

  public StackOptions withJvmOptions(List<String> options) {
    return new StackOptions(java, javaHome, port, settings, options, product, cache);
  }

  public StackOptions withProduct(ProductFiles files) {
    return new StackOptions(java, javaHome, port, settings, jvmOptions, Optional.of(files), cache);
  }

  public StackOptions withCache(Path folder) {
    return new StackOptions(
        java, javaHome, port, settings, jvmOptions, product, Optional.of(folder));
  }
}
