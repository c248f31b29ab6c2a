package dev.synchro.embedded.stack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The scripts of the project's {@code roles} folder, which travel in this module's jar. */
final class RoleScripts {

  private RoleScripts() {}

  /**
   * What is run in each database of the product, in this order, before the extension is created.
   */
  static List<String> ofEachDatabase() {
    return List.of("30-worker-login.sql", "50-pljava.sql");
  }

  static String text(String script) {
    try (InputStream content = RoleScripts.class.getResourceAsStream("/synchro/roles/" + script)) {
      if (content == null) {
        throw new StackFailure("there is no role script " + script);
      }
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new StackFailure("cannot read role script " + script, failed);
    }
  }
}
