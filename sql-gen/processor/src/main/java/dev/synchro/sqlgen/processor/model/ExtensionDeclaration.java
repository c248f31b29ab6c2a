package dev.synchro.sqlgen.processor.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What holds for the extension as a whole. */
public record ExtensionDeclaration(
    String name,
    String version,
    String comment,
    Identifier schema,
    Identifier owner,
    Optional<Identifier> worker,
    List<Identifier> roles,
    String rolesHint,
    int serverMajor,
    List<SettingValue> settings,
    Optional<QualifiedName> immutabilityTrigger,
    Optional<QualifiedName> fingerprintFunction,
    Optional<String> fingerprintClass,
    List<Schema> schemas,
    Origin origin) {

  public ExtensionDeclaration {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(comment, "comment");
    roles = List.copyOf(roles);
    settings = List.copyOf(settings);
    schemas = List.copyOf(schemas);
  }

  /** The same with other schemas. */
  public ExtensionDeclaration withSchemas(List<Schema> others) {
    return new ExtensionDeclaration(
        name,
        version,
        comment,
        schema,
        owner,
        worker,
        roles,
        rolesHint,
        serverMajor,
        settings,
        immutabilityTrigger,
        fingerprintFunction,
        fingerprintClass,
        others,
        origin);
  }

  /** A schema and who may look into it. */
  public record Schema(Identifier name, String comment, List<Identifier> usage, Origin origin) {

    public Schema {
      Objects.requireNonNull(comment, "comment");
      usage = List.copyOf(usage);
    }
  }

  /** A run-time setting with its value, or list of identifiers. */
  public record SettingValue(String name, List<String> values) {

    public SettingValue {
      Objects.requireNonNull(name, "name");
      values = List.copyOf(values);
    }
  }
}
