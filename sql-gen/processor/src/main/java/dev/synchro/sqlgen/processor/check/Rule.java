package dev.synchro.sqlgen.processor.check;

/** The rules a declaration must keep. Each has a name that opens the message of its refusal. */
public enum Rule {
  BODY_COUNT("BodyCount"),
  BODY_LANGUAGE("BodyLanguage"),
  BODY_RESOURCE("BodyResource"),
  CLASS_NOT_PUBLIC("ClassNotPublic"),
  COLUMN_MISSING("ColumnMissing"),
  COLUMN_UNKNOWN("ColumnUnknown"),
  COMMENT_MISSING("CommentMissing"),
  DEFAULT_ORDER("DefaultOrder"),
  ESTIMATE("Estimate"),
  EXTENSION_MISSING("ExtensionMissing"),
  EXTENSION_NAME("ExtensionName"),
  EXTENSION_REPEATED("ExtensionRepeated"),
  EXTENSION_SCHEMA("ExtensionSchema"),
  EXTENSION_VERSION("ExtensionVersion"),
  FINGERPRINT_CLASS("FingerprintClass"),
  FOREIGN_KEY_COLUMNS("ForeignKeyColumns"),
  FOREIGN_KEY_TABLE("ForeignKeyTable"),
  GENERATED_SOURCE("GeneratedSource"),
  IDENTIFIER("Identifier"),
  IDENTITY_COLUMN("IdentityColumn"),
  IF_NOT_EXISTS("IfNotExists"),
  IMMUTABILITY_TRIGGER("ImmutabilityTrigger"),
  INDEX_KEY("IndexKey"),
  JAVADOC_MISSING("JavadocMissing"),
  JAVA_TYPE("JavaType"),
  METHOD_SHAPE("MethodShape"),
  NULLABLE_PRIMITIVE("NullablePrimitive"),
  OBJECT_REPEATED("ObjectRepeated"),
  OCTETS_MISSING("OctetsMissing"),
  OCTETS_UNUSED("OctetsUnused"),
  PARAMETER_INCOMPLETE("ParameterIncomplete"),
  PRIMARY_KEY("PrimaryKey"),
  PROCESSOR_CRASHED("ProcessorCrashed"),
  PROFILE_UNKNOWN("ProfileUnknown"),
  REPEATED("Repeated"),
  REPLACED_TEXT("ReplacedText"),
  REQUIREMENT_CYCLE("RequirementCycle"),
  REQUIREMENT_UNKNOWN("RequirementUnknown"),
  ROLE_UNKNOWN("RoleUnknown"),
  SAVEPOINTS("Savepoints"),
  SCHEMA_UNKNOWN("SchemaUnknown"),
  SETTING("Setting"),
  STATEMENT_CREATES("StatementCreates"),
  STATEMENT_SHAPE("StatementShape"),
  TRIGGER_EVENTS("TriggerEvents"),
  TRIGGER_ROUTINE("TriggerRoutine"),
  TYPE_MISMATCH("TypeMismatch"),
  TYPE_SYNTAX("TypeSyntax"),
  TYPE_UNKNOWN("TypeUnknown"),
  WORKER_MISSING("WorkerMissing");

  private final String title;

  Rule(String title) {
    this.title = title;
  }

  /** Name as it stands in brackets. */
  public String title() {
    return title;
  }
}
