package dev.synchro.sqlgen.processor.read;

import dev.synchro.sqlgen.Parallel;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.Security;
import dev.synchro.sqlgen.Volatility;
import dev.synchro.sqlgen.processor.check.Declaration;
import dev.synchro.sqlgen.processor.check.Place;
import dev.synchro.sqlgen.processor.check.Requirement;
import dev.synchro.sqlgen.processor.check.Rule;
import dev.synchro.sqlgen.processor.model.Identifier;
import dev.synchro.sqlgen.processor.model.QualifiedName;
import dev.synchro.sqlgen.processor.model.SqlObject.Body;
import dev.synchro.sqlgen.processor.model.SqlObject.JavaBody;
import dev.synchro.sqlgen.processor.model.SqlObject.OuterBody;
import dev.synchro.sqlgen.processor.model.SqlObject.Routine;
import dev.synchro.sqlgen.processor.model.SqlObject.RoutineParameter;
import dev.synchro.sqlgen.processor.model.SqlTypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Reads one function implemented in Java; one that works on octets or sets savepoints becomes two.
 */
final class FunctionReader {

  private static final Set<String> DOCUMENTS = Set.of("json", "text");
  private static final String JAVA_SUFFIX = "_java";

  private final Reading reading;
  private final Annotated annotated;
  private final ExecutableElement method;
  private final JavaTypes javaTypes;
  private final ParameterList parameters;
  private final List<Boolean> octets = new ArrayList<>();
  private final List<Requirement> requirements = new ArrayList<>();

  FunctionReader(Reading reading, Annotated annotated) {
    this.reading = reading;
    this.annotated = annotated;
    this.method = (ExecutableElement) annotated.element();
    this.javaTypes = new JavaTypes(reading.compiler().environment().getTypeUtils());
    this.parameters = new ParameterList(reading);
  }

  List<Declaration> read() {
    checkShape();
    requirements.addAll(reading.requires(annotated));
    method.getParameters().forEach(this::parameter);
    requirements.addAll(parameters.requirements());

    Optional<TypeMirror> element = javaTypes.elementOfIterator(method.getReturnType());
    String javaResult = javaTypes.name(element.orElse(method.getReturnType()));
    SqlTypeName returns = returns(javaResult);
    boolean octetsResult = isOctets(javaResult, returns);
    reading.checkEstimates(annotated, element.isPresent());

    Routine plain = routine(returns, element.isPresent(), new JavaBody(declaration()));
    checkSavepoints(plain);
    boolean onOctets = octets.contains(true) || octetsResult;
    if (!onOctets && annotated.optionalText("octets").isPresent()) {
      reading.refuse(
          annotated.place("octets"),
          Rule.OCTETS_UNUSED,
          "no byte[] of the method stands for json or text");
    }
    return onOctets || savepoints()
        ? wrapped(plain, onOctets, octetsResult)
        : List.of(new Declaration(plain, requirements, annotated.place("name")));
  }

  private boolean savepoints() {
    return annotated.flag("savepoints");
  }

  /** Between two rows of a set nothing of ours runs that could put the owner back. */
  private void checkSavepoints(Routine plain) {
    if (savepoints() && plain.setOf()) {
      reading.refuse(
          annotated.place("savepoints"),
          Rule.SAVEPOINTS,
          "a method that returns a set cannot set savepoints");
    }
  }

  private void checkShape() {
    Set<Modifier> modifiers = method.getModifiers();
    boolean plain = method.getTypeParameters().isEmpty() && !method.isVarArgs();
    if (!modifiers.contains(Modifier.PUBLIC) || !modifiers.contains(Modifier.STATIC) || !plain) {
      reading.refuse(
          new Place(method, Optional.empty()),
          Rule.METHOD_SHAPE,
          "method must be public and static, without type parameters and varargs");
    }
    Element enclosing = method.getEnclosingElement();
    for (; enclosing instanceof TypeElement; enclosing = enclosing.getEnclosingElement()) {
      if (!enclosing.getModifiers().contains(Modifier.PUBLIC)) {
        reading.refuse(
            annotated.place(), Rule.CLASS_NOT_PUBLIC, "class %s must be public", enclosing);
      }
    }
  }

  private void parameter(VariableElement variable) {
    Optional<Annotated> own =
        Annotated.of(reading.compiler(), variable, Parameter.class).stream().findFirst();
    Place whole = new Place(variable, Optional.empty());
    String javaType = javaTypes.name(variable.asType());
    Optional<String> text =
        own.flatMap(found -> found.optionalText("type")).or(() -> JavaTypes.sqlType(javaType));
    if (text.isEmpty()) {
      reading.refuse(whole, Rule.JAVA_TYPE, "no SQL type belongs to Java type %s", javaType);
    }
    Place typePlace = own.map(found -> found.place("type")).orElse(whole);
    Optional<SqlTypeName> type = text.flatMap(found -> reading.type(typePlace, found));
    type.ifPresent(found -> checkFit(javaType, found, typePlace));

    boolean nullable = own.isPresent() && own.get().flag("nullable");
    if (nullable && variable.asType().getKind().isPrimitive()) {
      reading.refuse(
          own.get().place("nullable"),
          Rule.NULLABLE_PRIMITIVE,
          "Java type %s cannot hold NULL",
          javaType);
    }
    String name =
        own.flatMap(found -> found.optionalText("name"))
            .orElseGet(() -> sqlName(variable.getSimpleName().toString()));
    SqlTypeName known = type.orElse(SqlTypeName.TEXT);
    octets.add(isOctets(javaType, known) && type.isPresent());
    parameters.add(
        new RoutineParameter(
            reading.identifier(own.map(found -> found.place("name")).orElse(whole), name),
            known,
            own.flatMap(found -> reading.optionalRaw(found, "defaultValue"))),
        nullable,
        whole);
  }

  /** {@code tableName} becomes {@code p_table_name}. */
  private static String sqlName(String javaName) {
    return "p_" + javaName.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private SqlTypeName returns(String javaResult) {
    Place place = annotated.place("returns");
    Optional<String> text =
        annotated.optionalText("returns").or(() -> JavaTypes.sqlType(javaResult));
    if (text.isEmpty()) {
      reading.refuse(place, Rule.JAVA_TYPE, "no SQL type belongs to Java type %s", javaResult);
    }
    Optional<SqlTypeName> returns = text.flatMap(found -> reading.type(place, found));
    returns.ifPresent(found -> checkFit(javaResult, found, place));
    returns.ifPresent(found -> requirements.addAll(reading.requirementOf(found, place)));
    return returns.orElse(SqlTypeName.TEXT);
  }

  private void checkFit(String javaType, SqlTypeName type, Place place) {
    if (JavaTypes.sqlType(javaType).isPresent()
        && !JavaTypes.fits(javaType, type.catalogueName())) {
      reading.refuse(
          place,
          Rule.TYPE_MISMATCH,
          "Java type %s cannot stand for SQL type %s",
          javaType,
          type.catalogueName());
    }
  }

  private static boolean isOctets(String javaType, SqlTypeName type) {
    return javaType.equals(JavaTypes.OCTETS) && DOCUMENTS.contains(type.catalogueName());
  }

  /**
   * The words of the Java language handler. A result that is a set or void is left out: handlers
   * find it themselves and do not agree on its spelling.
   */
  private String declaration() {
    String arguments =
        method.getParameters().stream()
            .map(variable -> javaTypes.name(variable.asType()))
            .collect(Collectors.joining(","));
    String className =
        reading
            .compiler()
            .environment()
            .getElementUtils()
            .getBinaryName((TypeElement) method.getEnclosingElement())
            .toString();
    String call = className + "." + method.getSimpleName() + "(" + arguments + ")";
    String result = javaTypes.name(method.getReturnType());
    boolean leftOut = result.equals("void") || result.equals(JavaTypes.ITERATOR);
    return leftOut ? call : result + "=" + call;
  }

  private Routine routine(SqlTypeName returns, boolean setOf, Body body) {
    return new Routine(
        reading.objectName(annotated),
        comment(),
        parameters.list(),
        returns,
        setOf,
        body,
        annotated.constant("volatility", Volatility.class),
        parameters.strict(),
        annotated.constant("security", Security.class),
        reading.settings(annotated),
        annotated.constant("parallel", Parallel.class),
        false,
        reading.roles(annotated, "executableBy"),
        annotated.number("cost"),
        annotated.number("rows"),
        reading.origin(method));
  }

  private String comment() {
    Optional<String> sentence =
        Javadoc.firstSentence(
            reading.compiler().environment().getElementUtils().getDocComment(method));
    if (sentence.isEmpty()) {
      reading.refuse(
          new Place(method, Optional.empty()),
          Rule.JAVADOC_MISSING,
          "method needs Javadoc, its first sentence is the function's comment");
    }
    sentence.ifPresent(text -> reading.checkRaw(new Place(method, Optional.empty()), text));
    return sentence.orElse("");
  }

  /** The method's own function, closed to everybody but the owner, and the one around it. */
  private List<Declaration> wrapped(Routine plain, boolean onOctets, boolean octetsResult) {
    Optional<String> octetsName = annotated.optionalText("octets");
    if (onOctets && octetsName.isEmpty()) {
      reading.refuse(
          annotated.place("name"),
          Rule.OCTETS_MISSING,
          "byte[] stands for json or text, so octets must name the function on bytea");
      return List.of(new Declaration(plain, requirements, annotated.place("name")));
    }
    Place place = annotated.place(onOctets ? "octets" : "name");
    Identifier innerName =
        onOctets
            ? reading.identifier(place, octetsName.get())
            : reading.identifier(place, javaName(plain.name()));
    QualifiedName name = new QualifiedName(plain.name().schema(), innerName);
    Optional<Requirement> cast =
        annotated.optionalText("castBy").map(text -> castBy(plain, text, octetsResult));
    OuterBody around =
        new OuterBody(
            name,
            plain.parameters(),
            octets,
            octetsResult,
            cast.map(Requirement::name),
            savepoints(),
            plain.returns());
    Routine inner =
        inner(plain, name, (onOctets ? "UTF-8 octets" : "Method") + " behind ", octetsResult);
    Requirement needed =
        new Requirement(
            name,
            "function",
            object -> object.key().equals(inner.key()),
            Requirement.Direction.NAMED_FIRST,
            Rule.REQUIREMENT_UNKNOWN,
            place);
    return List.of(
        new Declaration(inner, requirements, place),
        new Declaration(
            plain.withBody(around),
            cast.map(found -> List.of(needed, found)).orElse(List.of(needed)),
            annotated.place("name")));
  }

  /** The function that makes the result of its text, which must be there before. */
  private Requirement castBy(Routine plain, String text, boolean octetsResult) {
    Place place = annotated.place("castBy");
    if (!octetsResult) {
      reading.refuse(place, Rule.OCTETS_UNUSED, "the method returns no octets that stand for text");
    }
    QualifiedName name = new QualifiedName(plain.name().schema(), reading.identifier(place, text));
    SqlTypeName returns = plain.returns();
    return new Requirement(
        name,
        "function of text that returns " + returns,
        object ->
            object instanceof Routine routine
                && routine.name().equals(name)
                && routine.returns().equals(returns)
                && routine.parameters().size() == 1
                && routine.parameters().get(0).type().equals(SqlTypeName.TEXT),
        Requirement.Direction.NAMED_FIRST,
        Rule.REQUIREMENT_UNKNOWN,
        place);
  }

  /** Functions whose name opens with that of the schema are those meant for everybody. */
  private static String javaName(QualifiedName name) {
    String prefix = name.schema() + "_";
    String text = name.name().text();
    return (text.startsWith(prefix) ? text.substring(prefix.length()) : text) + JAVA_SUFFIX;
  }

  private Routine inner(Routine plain, QualifiedName inner, String behind, boolean octetsResult) {
    List<RoutineParameter> converted = new ArrayList<>();
    for (int index = 0; index < plain.parameters().size(); index++) {
      RoutineParameter parameter = plain.parameters().get(index);
      SqlTypeName type = octets.get(index) ? SqlTypeName.BYTEA : parameter.type();
      converted.add(new RoutineParameter(parameter.name(), type, Optional.empty()));
    }
    return new Routine(
        inner,
        behind + plain.name() + ": " + plain.comment(),
        converted,
        octetsResult ? SqlTypeName.BYTEA : plain.returns(),
        plain.setOf(),
        plain.body(),
        plain.volatility(),
        plain.strict(),
        plain.security(),
        plain.settings(),
        plain.parallel(),
        plain.leakproof(),
        List.of(),
        plain.cost(),
        plain.rows(),
        plain.origin());
  }
}
