package dev.synchro.embedded.stack;

import dev.synchro.embedded.handler.HandlerBuild;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Language {@code java} for a server: the handler, built once for this machine, the virtual machine
 * it starts, and the jars the functions are in.
 *
 * @param handler the folder with {@code lib} and {@code share} of the handler
 * @param jvmOptions options in place of the handler's own; none for those
 */
record JavaLanguage(Path handler, JavaHome home, List<Path> jars, List<String> jvmOptions) {

  JavaLanguage {
    jars = List.copyOf(jars);
    jvmOptions = List.copyOf(jvmOptions);
  }

  static JavaLanguage prepare(
      StackOptions options,
      Cache cache,
      ServerAccount account,
      Optional<InstalledProduct> product) {
    JavaHome home = JavaHome.find(options.javaHome(), account);
    Path handler = cache.existing(handlerName()).orElseGet(() -> build(cache, home));
    return new JavaLanguage(
        handler, home, product.map(InstalledProduct::jars).orElse(List.of()), options.jvmOptions());
  }

  private static Path build(Cache cache, JavaHome home) {
    if (!Command.exists("gcc")) {
      throw new StackFailure(
          "gcc must be installed, the handler of language java is compiled on this machine");
    }
    Headers headers = Headers.find(cache);
    return cache.entry(handlerName(), folder -> build(home, headers, folder));
  }

  private static void build(JavaHome home, Headers headers, Path folder) {
    try {
      HandlerBuild.build(headers.server(), headers.further(), home.path(), folder);
    } catch (IOException failed) {
      throw new StackFailure(failed.getMessage(), failed);
    }
  }

  /** One build serves every JDK: which virtual machine is started is a setting. */
  private static String handlerName() {
    try {
      Path origin =
          Path.of(HandlerBuild.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return "handler-" + Digests.ofContent(origin).substring(0, 16);
    } catch (URISyntaxException failed) {
      throw new StackFailure("cannot find the jar of the language handler", failed);
    }
  }

  /** What a class archive depends on; a different virtual machine or jar needs another archive. */
  String identity() {
    return Digests.ofTexts(
            List.of(
                home.path().toString(),
                home.release(),
                handler.toString(),
                joinedJars(),
                String.join(" ", jvmOptions)))
        .substring(0, 16);
  }

  /**
   * The settings of a server with this language.
   *
   * @param reports a folder for what a crashing virtual machine writes
   */
  Map<String, String> settings(Path reports) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("dynamic_library_path", handler.resolve("lib") + ":$libdir");
    settings.put("synchro_java.libjvm_location", home.machine().toString());
    settings.put("synchro_java.classpath", joinedJars());
    settings.put("synchro_java.error_directory", reports.toString());
    if (!jvmOptions.isEmpty()) {
      settings.put("synchro_java.vmoptions", String.join(" ", jvmOptions));
    }
    return settings;
  }

  /** The folder to name in {@code extension_control_path}. */
  Path share() {
    return handler.resolve("share");
  }

  private String joinedJars() {
    return jars.stream().map(Path::toString).collect(Collectors.joining(":"));
  }
}
