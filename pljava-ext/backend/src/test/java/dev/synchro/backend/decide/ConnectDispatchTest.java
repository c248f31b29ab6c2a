package dev.synchro.backend.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.message.SchemaAction;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import dev.synchro.core.schema.TransitionClass;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows 3 to 10 of the dispatch of contract 5.3. */
final class ConnectDispatchTest {
  private static SchemaReference reference(long version) {
    byte[] hash = new byte[32];
    hash[0] = (byte) version;
    return new SchemaReference(version, SchemaHash.of(hash));
  }

  private static PublishedSchema step(long version, TransitionClass transition, String... scopes) {
    return new PublishedSchema(reference(version), transition, Set.of(scopes));
  }

  /** Version 2 is incompatible, 3 touches scope a, 4 touches nothing, 5 touches scope b. */
  private static final SchemaHistory HISTORY =
      new SchemaHistory(
          List.of(
              step(1, TransitionClass.INITIAL),
              step(2, TransitionClass.CLASS_4),
              step(3, TransitionClass.CLASS_3, "a"),
              step(4, TransitionClass.CLASS_2),
              step(5, TransitionClass.CLASS_3, "b"),
              step(6, TransitionClass.CLASS_2)));

  private static String describe(SchemaAction action) {
    String scopes =
        action instanceof SchemaAction.RebuildLocal rebuild
            ? " " + String.join("+", rebuild.affectedScopes())
            : "";
    return action.code() + action.reason().map(reason -> " " + reason).orElse("") + scopes;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3: sentinel                       | 0 | false | a b | replace",
        "4: reset with scopes              | 6 | true  | a b | rebuild_local a+b",
        "4: reset without scopes           | 6 | true  | ''  | replace",
        "4: reset from an unknown schema   | 9 | true  | a   | rebuild_local a",
        "5: current                        | 6 | false | a b | none",
        "6: only class 2 behind            | 5 | false | a b | replace",
        "7: class 3, one scope affected    | 4 | false | a b | rebuild_local b",
        "7: class 3 twice, both affected   | 2 | false | a b | rebuild_local a+b",
        "8: class 3, none affected         | 2 | false | c   | replace",
        "9: unknown lineage                | 9 | false | a   | unsupported unknown_schema_lineage",
        "10: class 4 on the path           | 1 | false | a | unsupported"
            + " incompatible_schema_transition"
      })
  void the_first_matching_row_decides(
      String row, long presented, boolean reset, String assigned, String action) {
    Optional<SchemaReference> schema =
        presented == 0 ? Optional.empty() : Optional.of(reference(presented));
    List<String> scopes = assigned.isEmpty() ? List.of() : List.of(assigned.split(" ", -1));
    assertThat(describe(ConnectDispatch.decide(schema, reset, HISTORY, scopes)))
        .as(row)
        .isEqualTo(action);
  }

  @ParameterizedTest
  @CsvSource({
    "5, a, true",
    "5, b, true",
    "4, b, false",
    "4, a, true",
    "2, a, false",
    "1, c, false"
  })
  void a_cursor_is_carried_unless_its_scope_is_affected(long from, String scope, boolean carried) {
    assertThat(HISTORY.pathFrom(reference(from).hash()).orElseThrow().carries(scope))
        .isEqualTo(carried);
  }
}
