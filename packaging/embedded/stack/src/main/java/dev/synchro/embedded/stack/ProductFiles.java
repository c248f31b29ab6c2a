package dev.synchro.embedded.stack;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
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
 */
public record ProductFiles(List<Path> classPath, Map<String, String> extensionFiles) {

  private static final String EXTENSION = "synchro_pg";

  public ProductFiles {
    classPath = List.copyOf(classPath);
    extensionFiles = Map.copyOf(extensionFiles);
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
    return Optional.of(new ProductFiles(List.of(origin(found)), files));
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

  /** The jar or folder a resource at the root of the class path comes from. */
  private static Path origin(URL resource) {
    try {
      if (resource.getProtocol().equals("jar")) {
        JarURLConnection connection = (JarURLConnection) resource.openConnection();
        return Path.of(connection.getJarFileURL().toURI());
      }
      return Path.of(resource.toURI()).getParent();
    } catch (IOException | URISyntaxException failed) {
      throw new StackFailure("cannot find the jar of the product from " + resource, failed);
    }
  }
}
