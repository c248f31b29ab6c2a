package dev.synchro.sqlgen.processor.model;

import dev.synchro.sqlgen.Identity;
import dev.synchro.sqlgen.Immutability;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.OnDelete;
import dev.synchro.sqlgen.Parallel;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.Security;
import dev.synchro.sqlgen.SqlTrigger;
import dev.synchro.sqlgen.Volatility;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration.SettingValue;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** An object the script creates, or a statement it runs. */
public sealed interface SqlObject {

  /** What tells it from all others. */
  ObjectKey key();

  /** Where it was declared. */
  Origin origin();

  /** A composite type. */
  record CompositeType(
      QualifiedName name,
      String comment,
      List<Attribute> attributes,
      List<Identifier> usage,
      Origin origin)
      implements SqlObject {

    public CompositeType {
      attributes = List.copyOf(attributes);
      usage = List.copyOf(usage);
    }

    @Override
    public ObjectKey key() {
      return new ObjectKey(ObjectKey.Kind.TYPE, name, "");
    }
  }

  /** An attribute of a composite type. */
  record Attribute(Identifier name, SqlTypeName type, Optional<Identifier> collation) {}

  /** A table with all that hangs on it. */
  record Table(
      QualifiedName name,
      String comment,
      List<ColumnDefinition> columns,
      List<Constraint> constraints,
      List<Index> indexes,
      List<Trigger> triggers,
      Immutability immutability,
      List<Privilege> workerMay,
      List<String> storage,
      Origin origin)
      implements SqlObject {

    public Table {
      columns = List.copyOf(columns);
      constraints = List.copyOf(constraints);
      indexes = List.copyOf(indexes);
      triggers = List.copyOf(triggers);
      workerMay = List.copyOf(workerMay);
      storage = List.copyOf(storage);
    }

    @Override
    public ObjectKey key() {
      return new ObjectKey(ObjectKey.Kind.TABLE, name, "");
    }

    /** Name PostgreSQL gives to the sequence of an identity column. */
    public QualifiedName sequence(ColumnDefinition column) {
      return new QualifiedName(
          name.schema(), new Identifier(name.name() + "_" + column.name() + "_seq"));
    }

    /** The columns that count by themselves. */
    public List<ColumnDefinition> identityColumns() {
      return columns.stream().filter(column -> column.identity() != Identity.NONE).toList();
    }
  }

  /** A column of a table. */
  record ColumnDefinition(
      Identifier name,
      SqlTypeName type,
      boolean uncompressed,
      Optional<Identifier> collation,
      boolean nullable,
      Optional<String> defaultValue,
      Identity identity,
      Optional<String> comment) {}

  /** A constraint of a table. */
  sealed interface Constraint {

    /** Name of the constraint. */
    Identifier name();
  }

  /** A primary key. */
  record PrimaryKeyConstraint(Identifier name, List<Identifier> columns) implements Constraint {

    public PrimaryKeyConstraint {
      columns = List.copyOf(columns);
    }
  }

  /** A unique constraint. */
  record UniqueConstraint(Identifier name, List<Identifier> columns, boolean nullsNotDistinct)
      implements Constraint {

    public UniqueConstraint {
      columns = List.copyOf(columns);
    }
  }

  /** A check constraint. */
  record CheckConstraint(Identifier name, String condition) implements Constraint {}

  /** A foreign key. */
  record ForeignKeyConstraint(
      Identifier name,
      List<Identifier> columns,
      QualifiedName references,
      List<Identifier> referencedColumns,
      OnDelete onDelete)
      implements Constraint {

    public ForeignKeyConstraint {
      columns = List.copyOf(columns);
      referencedColumns = List.copyOf(referencedColumns);
    }
  }

  /**
   * An index.
   *
   * @param expression what is indexed when it is more than a list of columns
   */
  record Index(
      QualifiedName name,
      List<Identifier> columns,
      Optional<String> expression,
      List<Identifier> include,
      boolean unique,
      Identifier method,
      Optional<String> where,
      String comment) {

    public Index {
      columns = List.copyOf(columns);
      include = List.copyOf(include);
    }
  }

  /** A trigger. */
  record Trigger(
      Identifier name,
      SqlTrigger.Timing timing,
      List<SqlTrigger.Event> events,
      SqlTrigger.Level level,
      Optional<String> when,
      QualifiedName routine,
      List<String> arguments,
      String comment) {

    public Trigger {
      events = List.copyOf(events);
      arguments = List.copyOf(arguments);
    }
  }

  /** A function in any language. */
  record Routine(
      QualifiedName name,
      String comment,
      List<RoutineParameter> parameters,
      SqlTypeName returns,
      boolean setOf,
      Body body,
      Volatility volatility,
      boolean strict,
      Security security,
      List<SettingValue> settings,
      Parallel parallel,
      boolean leakproof,
      List<Identifier> executableBy,
      int cost,
      int rows,
      Origin origin)
      implements SqlObject {

    public Routine {
      Objects.requireNonNull(comment, "comment");
      parameters = List.copyOf(parameters);
      settings = List.copyOf(settings);
      executableBy = List.copyOf(executableBy);
    }

    @Override
    public ObjectKey key() {
      return new ObjectKey(
          ObjectKey.Kind.ROUTINE,
          name,
          parameters.stream()
              .map(parameter -> parameter.type().catalogueName())
              .collect(Collectors.joining(", ")));
    }

    /** The same function doing something else. */
    public Routine withBody(Body other) {
      return new Routine(
          name,
          comment,
          parameters,
          returns,
          setOf,
          other,
          volatility,
          strict,
          security,
          settings,
          parallel,
          leakproof,
          executableBy,
          cost,
          rows,
          origin);
    }
  }

  /** A parameter of a routine. */
  record RoutineParameter(Identifier name, SqlTypeName type, Optional<String> defaultValue) {}

  /** What a routine does. */
  sealed interface Body {

    /** Name of the language, as in {@code LANGUAGE}. */
    String language();
  }

  /** A Java method, in the words of the Java language handler. */
  record JavaBody(String declaration) implements Body {

    @Override
    public String language() {
      return "java";
    }
  }

  /** A text parsed when the routine runs. */
  record TextBody(Language in, String text) implements Body {

    @Override
    public String language() {
      return in.name().toLowerCase(Locale.ROOT);
    }
  }

  /** Statements parsed at installation. */
  record AtomicBody(String statements) implements Body {

    @Override
    public String language() {
      return "sql";
    }
  }

  /** An expression parsed at installation. */
  record ExpressionBody(String expression) implements Body {

    @Override
    public String language() {
      return "sql";
    }
  }

  /**
   * The body of a function that only calls an inner one.
   *
   * @param octets parameters that are converted to UTF-8 octets, by position
   * @param octetsResult whether the result is converted back
   * @param castBy the function that makes the result of its text, when no cast does
   * @param guarded whether the inner function may end savepoints
   */
  record OuterBody(
      QualifiedName inner,
      List<RoutineParameter> parameters,
      List<Boolean> octets,
      boolean octetsResult,
      Optional<QualifiedName> castBy,
      boolean guarded,
      SqlTypeName returns)
      implements Body {

    public OuterBody {
      parameters = List.copyOf(parameters);
      octets = List.copyOf(octets);
    }

    @Override
    public String language() {
      return guarded ? "plpgsql" : "sql";
    }
  }

  /** A statement as it stands. */
  record Statement(QualifiedName name, String text, Origin origin) implements SqlObject {

    @Override
    public ObjectKey key() {
      return new ObjectKey(ObjectKey.Kind.STATEMENT, name, "");
    }
  }
}
