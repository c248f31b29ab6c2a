package dev.synchro.worker.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WalQueueTest {
  private static final Duration AT_ONCE = Duration.ZERO;

  private final WalQueue queue = new WalQueue(10);

  @Test
  void batches_come_out_in_order() throws InterruptedException {
    assertThat(queue.offer(batch(3), AT_ONCE)).isTrue();
    assertThat(queue.offer(batch(4), AT_ONCE)).isTrue();
    assertThat(queue.take(AT_ONCE)).map(WalBatch::octets).contains(3L);
    assertThat(queue.take(AT_ONCE)).map(WalBatch::octets).contains(4L);
    assertThat(queue.take(AT_ONCE)).isEmpty();
  }

  @Test
  void it_holds_up_to_its_limit_and_no_more() throws InterruptedException {
    assertThat(queue.offer(batch(4), AT_ONCE)).isTrue();
    assertThat(queue.offer(batch(6), AT_ONCE)).isTrue();
    assertThat(queue.offer(batch(1), AT_ONCE)).isFalse();
    queue.take(AT_ONCE);
    assertThat(queue.offer(batch(4), AT_ONCE)).isTrue();
  }

  @Test
  void one_batch_beyond_the_limit_is_let_into_an_empty_queue() throws InterruptedException {
    assertThat(queue.offer(batch(1000), AT_ONCE)).isTrue();
    assertThat(queue.offer(batch(1), AT_ONCE)).isFalse();
  }

  @Test
  void a_failure_comes_out_after_what_was_handed_over_before() throws InterruptedException {
    queue.offer(batch(1), AT_ONCE);
    queue.fail(new IllegalArgumentException("broken"));
    assertThat(queue.take(AT_ONCE)).isPresent();
    assertThatThrownBy(() -> queue.take(AT_ONCE)).isInstanceOf(IllegalArgumentException.class);
  }

  private static WalBatch batch(int octets) {
    return new WalBatch(List.of(ByteBuffer.allocate(octets)), OptionalLong.empty());
  }
}
