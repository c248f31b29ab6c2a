package dev.synchro.sqlgen.processor.emit;

import dev.synchro.sqlgen.processor.model.ExtensionDeclaration;

/** The file that tells PostgreSQL about the extension. */
public final class ControlFile {

  private final ExtensionDeclaration extension;

  public ControlFile(ExtensionDeclaration extension) {
    this.extension = extension;
  }

  public String fileName() {
    return extension.name() + ".control";
  }

  /**
   * The whole text. The script changes owners and default privileges, so only a superuser may run
   * it, and the extension is not trusted.
   */
  public String print() {
    return """
        comment = %s
        default_version = '%s'
        encoding = 'UTF8'
        schema = '%s'
        relocatable = false
        superuser = true
        trusted = false
        """
        .formatted(quoted(extension.comment()), extension.version(), extension.schema().text());
  }

  /** The control file reads backslashes as escapes, unlike SQL. */
  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
  }
}
