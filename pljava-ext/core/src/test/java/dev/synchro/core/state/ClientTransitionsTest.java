package dev.synchro.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientTransitionsTest {
  @Test
  void the_71_unlisted_pairs_change_nothing() {
    int illegal = 0;
    for (ClientState from : ClientState.values()) {
      for (ClientState to : ClientState.values()) {
        if (!ClientTransitions.isLegal(from, to)) {
          illegal++;
          List<String> records = new ArrayList<>(List.of("queue", "cursor"));
          ClientStateMachine client = new ClientStateMachine(from);
          assertThatThrownBy(() -> client.go(to, records::clear))
              .hasMessage("illegal client transition");
          assertThat(client.state()).isEqualTo(from);
          assertThat(records).containsExactly("queue", "cursor");
        }
      }
    }
    assertThat(illegal).isEqualTo(71);
  }

  @Test
  void a_change_that_fails_leaves_the_state() {
    ClientStateMachine client = new ClientStateMachine(ClientState.READY);
    assertThatThrownBy(
            () ->
                client.go(
                    ClientState.PULLING,
                    () -> {
                      throw new IllegalStateException("disk full");
                    }))
        .hasMessage("disk full");
    assertThat(client.state()).isEqualTo(ClientState.READY);
    client.go("pulling", () -> {});
    assertThat(client.state()).isEqualTo(ClientState.PULLING);
  }

  @Test
  void a_name_is_known_exactly_or_not_at_all() {
    ClientStateMachine client = new ClientStateMachine(ClientState.READY);
    for (String name : List.of("Ready", "", "pulling ", "PULLING", "paused")) {
      assertThatThrownBy(() -> client.go(name, () -> {})).hasMessage("unknown client state");
    }
  }
}
