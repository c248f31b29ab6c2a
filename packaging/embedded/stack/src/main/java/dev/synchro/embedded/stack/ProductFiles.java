package dev.synchro.embedded.stack;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An extension as it is shipped: the archives its functions are in and the files PostgreSQL reads
 * when it is created.
 *
 * @param classPath jars or class folders, in class path order
 * @param extensionFiles control file and scripts, contents by file name
 * @param warmUp statements that load what sessions usually load, run once by a superuser in an
 *     empty provisioned database when the archive of classes is written
 */
public record ProductFiles(
    List<Path> classPath, Map<String, String> extensionFiles, List<String> warmUp) {

  private static final String EXTENSION = "synchro_pg";
  private static final String CORE_FOLDER = "dev/synchro/core/";

  /** Requests that are refused, after everything on the way to the refusal has been loaded. */
  private static final List<String> WARM_UP =
      List.of(
          "CREATE EXTENSION synchro_pg",
          "SELECT synchro.synchro_contract_info()",
          "SELECT synchro.synchro_connect('warm-up', '{}')",
          "SELECT synchro.synchro_push('warm-up', '{}')",
          "SELECT synchro.synchro_pull('warm-up', '{}')",
          "SELECT synchro.synchro_rebuild('warm-up', '{}')");

  public ProductFiles {
    classPath = List.copyOf(classPath);
    extensionFiles = Map.copyOf(extensionFiles);
    warmUp = List.copyOf(warmUp);
  }

  /** An extension whose script needs no jar. */
  public static ProductFiles ofScripts(Map<String, String> extensionFiles) {
    return new ProductFiles(List.of(), extensionFiles, List.of());
  }

  /** The product as it stands on this program's class path, if it does. */
  public static Optional<ProductFiles> onClassPath() {
    String control = EXTENSION + ".control";
    URL found = ProductFiles.class.getResource("/" + control);
    if (found == null) {
      return Optional.empty();
    }
    String controlText = text("/" + control);
    String script = EXTENSION + "--" + defaultVersion(controlText) + ".sql";
    Map<String, String> files = new TreeMap<>();
    files.put(control, controlText);
    files.put(script, text("/" + script));
    return Optional.of(new ProductFiles(classPathFrom(origin(found, 1)), files, WARM_UP));
  }

  /** The product's jar holds all it needs; its folder of classes, during a build, does not. */
  private static List<Path> classPathFrom(Path origin) {
    URL core = ProductFiles.class.getResource("/" + CORE_FOLDER);
    return Files.isDirectory(origin) && core != null
        ? List.of(origin, origin(core, 3))
        : List.of(origin);
  }

  private static String defaultVersion(String control) {
    return control
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("default_version"))
        .map(line -> line.replaceAll("^[^']*'([^']*)'.*$", "$1"))
        .findFirst()
        .orElseThrow(
            () -> new StackFailure("the control file of the product must name default_version"));
  }

  private static String text(String resource) {
    try (InputStream content = ProductFiles.class.getResourceAsStream(resource)) {
      if (content == null) {
        throw new StackFailure("the product on the class path must hold " + resource);
      }
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new StackFailure("cannot read " + resource + " from the class path", failed);
    }
  }

  /** The jar or folder a resource comes from that lies so many names below the top. */
  private static Path origin(URL resource, int depth) {
    try {
      if (resource.getProtocol().equals("jar")) {
        JarURLConnection connection = (JarURLConnection) resource.openConnection();
        return Path.of(connection.getJarFileURL().toURI());
      }
      Path path = Path.of(resource.toURI());
      for (int step = 0; step < depth; step++) {
        path = path.getParent();
      }
      return path;
    } catch (IOException | URISyntaxException failed) {
      throw new StackFailure("cannot find the jar of the product from " + resource, failed);
    }
  }
}
