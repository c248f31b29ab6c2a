package dev.synchro.sqlgen.processor.emit;

/** Source of the class that holds the fingerprint of the build it belongs to. */
public final class FingerprintClass {

  private final String qualifiedName;

  public FingerprintClass(String qualifiedName) {
    this.qualifiedName = qualifiedName;
  }

  public String qualifiedName() {
    return qualifiedName;
  }

  public String print(String fingerprint) {
    int dot = qualifiedName.lastIndexOf('.');
    return """
        package %s;

        /** Fingerprint of the install script this class was built with. */
        public final class %s {

          /** SHA-256 of the script, 64 lower case hexadecimal digits. */
          public static final String VALUE = "%s";

          private %2$s() {}
        }
        """
        .formatted(qualifiedName.substring(0, dot), qualifiedName.substring(dot + 1), fingerprint);
  }
}
