package dev.synchro.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.adapter.http.Admission.Entry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  @Test
  void no_more_than_the_most_are_held_and_a_place_that_is_left_is_free() {
    Admission admission = new Admission(2);
    assertThat(admission.enter()).isEqualTo(Entry.ADMITTED);
    assertThat(admission.enter()).isEqualTo(Entry.ADMITTED);
    assertThat(admission.enter()).isEqualTo(Entry.FULL);
    admission.leave();
    assertThat(admission.enter()).isEqualTo(Entry.ADMITTED);
  }

  @Test
  void who_is_closed_admits_nobody_and_waits_for_those_inside() throws InterruptedException {
    Admission admission = new Admission(1);
    admission.enter();
    admission.close();
    assertThat(admission.enter()).isEqualTo(Entry.CLOSED);
    assertThat(admission.awaitEmpty(Duration.ZERO)).isFalse();
    new Thread(admission::leave, "leaver").start();
    assertThat(admission.awaitEmpty(Duration.ofSeconds(30))).isTrue();
  }

  @Test
  void memory_is_given_only_while_there_is_enough() {
    BodyMemory memory = new BodyMemory(10);
    assertThat(memory.take(6)).isTrue();
    assertThat(memory.take(5)).isFalse();
    assertThat(memory.take(4)).isTrue();
    memory.give(6);
    assertThat(memory.free()).isEqualTo(6);
  }
}
