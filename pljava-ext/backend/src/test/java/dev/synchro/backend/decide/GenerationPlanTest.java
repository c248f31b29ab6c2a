package dev.synchro.backend.decide;

import static dev.synchro.backend.decide.RegistrationVerdictTest.decide;
import static dev.synchro.backend.decide.RegistrationVerdictTest.request;
import static dev.synchro.backend.decide.TestRelations.prepared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.backend.decide.GenerationPlan.Action;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.RegistryGenerationTable.Stored;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class GenerationPlanTest {
  private static final RegisteredRelation NOTES =
      decide(request(), prepared(), Optional.empty()).numbered(1);
  private static final RegisteredRelation CITIES =
      decide(
              request("p_table_name", "app.cities"),
              prepared("{\"name\":\"cities\",\"oid\":1001}"),
              Optional.empty())
          .numbered(2);

  private static Optional<Stored> stored(boolean ours, RegisteredRelation... relations) {
    return Optional.of(new Stored(new Registry(4, List.of(relations), List.of("a")), ours));
  }

  @Test
  void the_first_registration_makes_the_first_generation() {
    GenerationPlan plan = GenerationPlan.of(Optional.empty(), NOTES, List.of("b"));

    assertThat(plan.action()).isEqualTo(Action.ADD);
    assertThat(plan.registry().generation()).isEqualTo(1);
    assertThat(plan.registry().relations()).containsExactly(NOTES);
    assertThat(plan.registry().affectedScopes()).containsExactly("b");
  }

  @Test
  void the_same_content_makes_no_generation() {
    assertThat(GenerationPlan.of(stored(false, NOTES, CITIES), NOTES, List.of()).action())
        .isEqualTo(Action.NOTHING);
    assertThat(GenerationPlan.of(stored(true, NOTES, CITIES), NOTES, List.of()).action())
        .isEqualTo(Action.NOTHING);
  }

  @Test
  void other_content_makes_a_generation_of_its_own_affected_scopes() {
    GenerationPlan plan = GenerationPlan.of(stored(false, NOTES), CITIES, List.of("b"));

    assertThat(plan.action()).isEqualTo(Action.ADD);
    assertThat(plan.registry().generation()).isEqualTo(5);
    assertThat(plan.registry().relations()).containsExactlyInAnyOrder(NOTES, CITIES);
    assertThat(plan.registry().affectedScopes()).containsExactly("b");
  }

  @Test
  void calls_of_one_transaction_share_a_generation() {
    GenerationPlan plan = GenerationPlan.of(stored(true, NOTES), CITIES, List.of("c", "b"));

    assertThat(plan.action()).isEqualTo(Action.REPLACE);
    assertThat(plan.registry().generation()).isEqualTo(4);
    assertThat(plan.registry().relations()).containsExactlyInAnyOrder(NOTES, CITIES);
    assertThat(plan.registry().affectedScopes()).containsExactly("a", "b", "c");
  }

  @Test
  void a_table_is_taken_out_unless_it_is_the_last() {
    GenerationPlan own = GenerationPlan.without(stored(true, NOTES, CITIES).get(), CITIES);
    GenerationPlan next = GenerationPlan.without(stored(false, NOTES, CITIES).get(), CITIES);

    assertThat(own.action()).isEqualTo(Action.REPLACE);
    assertThat(own.registry().generation()).isEqualTo(4);
    assertThat(next.action()).isEqualTo(Action.ADD);
    assertThat(next.registry().generation()).isEqualTo(5);
    assertThat(next.registry().relations()).containsExactly(NOTES);
    assertThatThrownBy(() -> GenerationPlan.without(stored(false, NOTES).get(), NOTES))
        .isInstanceOfSatisfying(
            SqlRefusal.class,
            refusal -> assertThat(refusal.reason()).isEqualTo("last_synced_table"));
  }
}
