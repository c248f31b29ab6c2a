package dev.synchro.backend.function;

import dev.synchro.backend.Synchro;
import dev.synchro.backend.decide.Arguments;
import dev.synchro.backend.decide.QualifiedName;
import dev.synchro.backend.decide.RegistrationArguments;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.ProjectionViewTable;
import dev.synchro.backend.table.ProjectionViewTable.View;
import dev.synchro.backend.table.RegistryGenerationTable;
import dev.synchro.backend.table.RegistryGenerationTable.Stored;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What membership functions read. Contract 7.4. */
public final class ProjectionViewFunction {
  private static final Set<String> OWN_COLUMNS = Set.of("record_id", "capture_key", "deleted");
  private static final int MAXIMUM_NAME_OCTETS = 63;

  private ProjectionViewFunction() {}

  /**
   * Creates the view through which membership functions read a registered relation, or returns the
   * one that is there. Raises 55000 when the name or the relation has a view of another form.
   */
  @SqlFunction(
      name = "synchro_prepare_projection_view",
      returns = "json",
      profile = Synchro.APPLICATION_VALUES,
      executableBy = "synchro_operator")
  public static String prepare(
      @Parameter(name = "p_relation_name") String relationName,
      @Parameter(name = "p_view_name") String viewName,
      @Parameter(name = "p_projected_columns") String[] projectedColumns)
      throws SQLException {
    BackendSession session = BackendSession.open();
    try {
      QualifiedName name = RegistrationArguments.tableName(relationName);
      checkName(viewName);
      RegistryGenerationTable.lock(session);
      RegisteredRelation relation =
          RegistryGenerationTable.newest(session)
              .map(Stored::registry)
              .flatMap(registry -> registry.byName(name.name()))
              .filter(name::names)
              .orElseThrow(RegistrationArguments::unregisteredTable);
      List<CapturedColumn> columns = columns(relation, projectedColumns);
      View wanted =
          new View(
              viewName, relation.relation(), columns.stream().map(CapturedColumn::name).toList());
      Optional<View> known = ProjectionViewTable.find(session, viewName, relation.relation());
      if (known.isPresent() && !known.get().equals(wanted)) {
        throw SqlRefusal.invalidState(
            "projection_view_exists",
            "expected no other view of this name or relation, found " + known.get().name());
      }
      if (known.isEmpty()) {
        ProjectionViewTable.create(session, wanted, relation, columns);
      }
      return document(wanted, relation);
    } catch (SqlRefusal refusal) {
      throw session.raise(refusal);
    }
  }

  private static void checkName(String viewName) {
    int octets = viewName.getBytes(StandardCharsets.UTF_8).length;
    boolean reserved =
        viewName.startsWith("pg_")
            || viewName.equals("information_schema")
            || viewName.indexOf('?') >= 0
            || viewName.indexOf('\\') >= 0
            || viewName.contains("--");
    if (octets < 1 || octets > MAXIMUM_NAME_OCTETS || reserved) {
      throw SqlRefusal.invalidArgument(
          "invalid_view_name",
          "expected a view name of 1 to 63 octets that does not start with pg_, found another");
    }
  }

  private static List<CapturedColumn> columns(RegisteredRelation relation, String[] names) {
    List<CapturedColumn> columns = new ArrayList<>();
    for (String name : names) {
      String present = Arguments.present(name, "each element of p_projected_columns");
      CapturedColumn column =
          relation
              .column(present)
              .filter(found -> !OWN_COLUMNS.contains(present) && !columns.contains(found))
              .orElseThrow(
                  () ->
                      SqlRefusal.invalidArgument(
                          "invalid_projected_column",
                          "expected distinct captured columns of "
                              + relation.name()
                              + " other than record_id, capture_key and deleted, found another"));
      columns.add(column);
    }
    return columns;
  }

  private static String document(View view, RegisteredRelation relation) {
    List<JsonValue> columns = new ArrayList<>();
    for (String column : view.columns()) {
      columns.add(new JsonString(column));
    }
    JsonObject document =
        JsonObject.builder()
            .put("view", "synchro_projection." + view.name())
            .put("physical_schema", relation.schema())
            .put("physical_relation", relation.name())
            .put("projected_columns", new JsonArray(columns))
            .build();
    return new String(CanonicalJson.write(document), StandardCharsets.UTF_8);
  }
}
