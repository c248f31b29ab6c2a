package dev.synchro.sqlgen.processor.emit;

import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration.SettingValue;
import dev.synchro.sqlgen.processor.model.Identifier;
import dev.synchro.sqlgen.processor.model.SqlObject.AtomicBody;
import dev.synchro.sqlgen.processor.model.SqlObject.Body;
import dev.synchro.sqlgen.processor.model.SqlObject.ExpressionBody;
import dev.synchro.sqlgen.processor.model.SqlObject.JavaBody;
import dev.synchro.sqlgen.processor.model.SqlObject.OuterBody;
import dev.synchro.sqlgen.processor.model.SqlObject.Routine;
import dev.synchro.sqlgen.processor.model.SqlObject.RoutineParameter;
import dev.synchro.sqlgen.processor.model.SqlObject.TextBody;
import dev.synchro.sqlgen.processor.model.SqlTypeName;
import java.util.ArrayList;
import java.util.List;

/** A function with its privileges, each by its exact signature. */
final class RoutineSql {

  /**
   * PL/Java leaves another resource owner current once the method it ran has ended a savepoint, and
   * what the executor around the call then releases is refused as not owned. A block with handlers
   * puts the owner back. Its condition is one nobody raises.
   */
  private static final String GUARDED =
      """

      BEGIN
        %s %s;
      EXCEPTION WHEN SQLSTATE 'SYNCH' THEN
        RAISE;
      END
      """;

  private final ExtensionDeclaration extension;
  private final SqlWriter writer;

  RoutineSql(ExtensionDeclaration extension, SqlWriter writer) {
    this.extension = extension;
    this.writer = writer;
  }

  void write(Routine routine) {
    writer.origin(routine.origin());
    writer.statement(
        "CREATE FUNCTION $N($F)\n  $F",
        routine.name(),
        SqlFragment.join(", ", routine.parameters().stream().map(RoutineSql::parameter).toList()),
        SqlFragment.join("\n  ", clauses(routine)));

    SqlFragment signature = signature(routine);
    writer.statement("ALTER FUNCTION $F OWNER TO $I", signature, extension.owner());
    writer.statement("REVOKE ALL ON FUNCTION $F FROM PUBLIC", signature);
    if (!routine.executableBy().isEmpty()) {
      writer.statement(
          "GRANT EXECUTE ON FUNCTION $F TO $F",
          signature,
          SqlFragment.names(routine.executableBy()));
    }
    writer.statement("COMMENT ON FUNCTION $F IS $L", signature, routine.comment());
  }

  private static SqlFragment signature(Routine routine) {
    return SqlFragment.of(
        "$N($F)",
        routine.name(),
        SqlFragment.join(
            ", ",
            routine.parameters().stream()
                .map(parameter -> SqlFragment.of("$T", parameter.type()))
                .toList()));
  }

  private static SqlFragment parameter(RoutineParameter parameter) {
    SqlFragment plain = SqlFragment.of("$I $T", parameter.name(), parameter.type());
    return parameter
        .defaultValue()
        .map(expression -> SqlFragment.of("$F DEFAULT $R", plain, expression))
        .orElse(plain);
  }

  private static List<SqlFragment> clauses(Routine routine) {
    List<SqlFragment> clauses = new ArrayList<>();
    clauses.add(SqlFragment.of("RETURNS $R$T", routine.setOf() ? "SETOF " : "", routine.returns()));
    clauses.add(SqlFragment.of("LANGUAGE $R", routine.body().language()));
    clauses.add(
        SqlFragment.of(
            "$R $R$R SECURITY $R PARALLEL $R",
            routine.volatility().name(),
            routine.leakproof() ? "LEAKPROOF " : "",
            routine.strict() ? "STRICT" : "CALLED ON NULL INPUT",
            routine.security().name(),
            routine.parallel().name()));
    if (routine.cost() > 0) {
      clauses.add(SqlFragment.of("COST $R", Integer.toString(routine.cost())));
    }
    if (routine.rows() > 0) {
      clauses.add(SqlFragment.of("ROWS $R", Integer.toString(routine.rows())));
    }
    routine.settings().forEach(setting -> clauses.add(setting(setting)));
    clauses.add(body(routine.body()));
    return clauses;
  }

  private static SqlFragment setting(SettingValue setting) {
    SqlFragment name =
        SqlFragment.join(
            ".",
            List.of(setting.name().split("\\.", -1)).stream()
                .map(part -> SqlFragment.of("$I", new Identifier(part)))
                .toList());
    SqlFragment value =
        setting.values().size() == 1
            ? SqlFragment.of("$L", setting.values().get(0))
            : SqlFragment.names(setting.values().stream().map(Identifier::new).toList());
    return SqlFragment.of("SET $F TO $F", name, value);
  }

  private static SqlFragment body(Body body) {
    if (body instanceof JavaBody java) {
      return SqlFragment.of("AS $L", java.declaration());
    }
    if (body instanceof TextBody text) {
      if (text.in() == Language.INTERNAL) {
        return SqlFragment.of("AS $L", text.text().strip());
      }
      return SqlFragment.of("AS $D", "\n" + text.text().strip() + "\n");
    }
    if (body instanceof AtomicBody atomic) {
      return SqlFragment.of("BEGIN ATOMIC\n$R\nEND", atomic.statements().strip());
    }
    if (body instanceof ExpressionBody expression) {
      return SqlFragment.of("RETURN $R", expression.expression().strip());
    }
    return outer((OuterBody) body);
  }

  private static SqlFragment outer(OuterBody body) {
    List<SqlFragment> arguments = new ArrayList<>();
    for (int index = 0; index < body.parameters().size(); index++) {
      RoutineParameter parameter = body.parameters().get(index);
      arguments.add(
          body.octets().get(index)
              ? SqlFragment.of(
                  "pg_catalog.convert_to($F, 'UTF8')", asText(parameter.name(), parameter.type()))
              : SqlFragment.of("$I", parameter.name()));
    }
    SqlFragment call = SqlFragment.of("$N($F)", body.inner(), SqlFragment.join(", ", arguments));
    SqlFragment result = body.octetsResult() ? decoded(call, body) : call;
    if (!body.guarded()) {
      return SqlFragment.of("RETURN $F", result);
    }
    String verb = body.returns().equals(SqlTypeName.VOID) ? "PERFORM" : "RETURN";
    return SqlFragment.of("AS $D", GUARDED.formatted(verb, result));
  }

  private static SqlFragment decoded(SqlFragment call, OuterBody body) {
    SqlFragment text = SqlFragment.of("pg_catalog.convert_from($F, 'UTF8')", call);
    if (body.castBy().isPresent()) {
      return SqlFragment.of("$N($F)", body.castBy().get(), text);
    }
    return isText(body.returns()) ? text : SqlFragment.of("$F::$T", text, body.returns());
  }

  private static SqlFragment asText(Identifier name, SqlTypeName type) {
    return isText(type) ? SqlFragment.of("$I", name) : SqlFragment.of("$I::text", name);
  }

  private static boolean isText(SqlTypeName type) {
    return type.equals(SqlTypeName.TEXT);
  }
}
