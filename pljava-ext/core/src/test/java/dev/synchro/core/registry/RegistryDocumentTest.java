package dev.synchro.core.registry;

import static dev.synchro.core.registry.TestRegistry.DELETED;
import static dev.synchro.core.registry.TestRegistry.ID;
import static dev.synchro.core.registry.TestRegistry.OWNER;
import static dev.synchro.core.registry.TestRegistry.PRICE;
import static dev.synchro.core.registry.TestRegistry.TITLE;
import static dev.synchro.core.registry.TestRegistry.notes;
import static dev.synchro.core.registry.TestRegistry.relation;
import static dev.synchro.core.registry.TestRegistry.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.error.BugException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RegistryDocumentTest {
  private static final RegisteredRelation DEPENDENCY =
      new RegisteredRelation(
          9,
          "r_dep",
          1002,
          "Other",
          "members",
          "f",
          List.of(),
          "id",
          List.of(ID),
          Optional.empty());

  @Test
  void what_is_written_is_read_again() {
    Registry registry =
        new Registry(
            5,
            List.of(
                notes(ID, OWNER, TITLE, PRICE, DELETED),
                relation("cities", 1001, table("t_cities", "c:{id}"), ID, TITLE, DELETED),
                DEPENDENCY),
            List.of("catalog"));

    byte[] written = RegistryDocument.write(registry);
    Registry read = RegistryDocument.read(5, written);

    assertThat(read.generation()).isEqualTo(5);
    assertThat(read.relations()).isEqualTo(registry.relations());
    assertThat(read.affectedScopes()).containsExactly("catalog");
    assertThat(RegistryDocument.write(read)).isEqualTo(written);
  }

  @Test
  void the_text_does_not_depend_on_the_order_of_registration() {
    RegisteredRelation cities =
        relation("cities", 1001, table("t_cities", "c:{id}"), ID, TITLE, DELETED);
    RegisteredRelation notes = notes(ID, OWNER, TITLE, DELETED);

    assertThat(RegistryDocument.write(new Registry(1, List.of(cities, notes), List.of())))
        .isEqualTo(RegistryDocument.write(new Registry(2, List.of(notes, cities), List.of())));
  }

  @Test
  void relations_are_found_by_oid_and_by_name_ignoring_ascii_case() {
    Registry registry = new Registry(1, List.of(notes(ID, TITLE, DELETED), DEPENDENCY), List.of());

    assertThat(registry.byOid(1002)).contains(DEPENDENCY);
    assertThat(registry.byName("MEMBERS")).contains(DEPENDENCY);
    assertThat(registry.byName("member")).isEmpty();
    assertThat(registry.tables()).extracting(RegisteredRelation::name).containsExactly("notes");
  }

  @Test
  void anything_else_in_the_store_is_a_fault_of_ours() {
    for (String text : new String[] {"{}", "{\"format\":2}", "{\"format\":1,\"relations\":{}}"}) {
      assertThatThrownBy(() -> RegistryDocument.read(1, text.getBytes(StandardCharsets.UTF_8)))
          .isInstanceOf(BugException.class);
    }
  }
}
