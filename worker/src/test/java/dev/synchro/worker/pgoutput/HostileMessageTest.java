package dev.synchro.worker.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages of one MiB whose counts and lengths lie. The deadline only stops a hang. */
class HostileMessageTest {
  private static final int MEBIBYTE = 1 << 20;

  /** What a message may cost beyond the room it takes itself: columns and names it does hold. */
  private static final long MOST_ALLOCATED = 64L * MEBIBYTE;

  static Stream<Arguments> messages() {
    return Stream.of(
        message("a tuple of too many columns", "I0000N", 0xff, 0xff),
        message("columns of nothing", "I0000N", 0xff, 0xff, 'n'),
        message("columns of no length", "I0000N", 0xff, 0xff, 't', 0, 0, 0, 0),
        message("a column longer than its message", "I0000N", 0, 1, 't', 0x7f, 0xff, 0xff, 0xff),
        message("a column of negative length", "I0000N", 0, 1, 't', 0x80, 0, 0, 0),
        message("a column one octet too long", "I0000N", 0, 1, 't', 0, 0x10, 0, 0),
        message("an old tuple that lies", "U0000O", 0xff, 0xff, 't', 0, 0, 0, 1),
        message("an old key that lies", "D0000K", 0xff, 0xff, 't', 0, 0xff, 0xff, 0xff),
        message("too many truncated relations", "T", 0x7f, 0xff, 0xff, 0xff, 0),
        message("a negative number of truncated relations", "T", 0xff, 0xff, 0xff, 0xff, 0),
        message("as many truncated relations as fit", "T", 0, 3, 0xff, 0xfd, 0),
        message("a relation of too many columns", "R0000s\0n\0d", 0xff, 0xff),
        message("relation columns without name", "R0000s\0n\0d", 0xff, 0xff, 0),
        message("a schema without end", "R0000", 's'),
        message("a name that is no UTF-8", "R0000s\0", 0xc0),
        message("a logical message longer than itself", "M00000000000p\0", 0x7f, 0xff, 0xff, 0xff),
        message("a logical message of negative length", "M00000000000p\0", 0xff, 0xff, 0xff, 0xff),
        message("a prefix without end", "M000000000", 'p'),
        message("an origin without end", "O00000000", 'o'),
        message("a type without end", "Y0000", 't'),
        message("a begin with a tail", "B", 0),
        message("a commit with a tail", "C", 0),
        message("a stream message of another protocol", "S", 0));
  }

  /** The start, then the octets, and the last of them again and again up to a MiB. */
  private static Arguments message(String name, String start, int... octets) {
    byte[] message = new byte[MEBIBYTE];
    Arrays.fill(message, (byte) octets[octets.length - 1]);
    for (int i = 0; i < start.length(); i++) {
      message[i] = (byte) start.charAt(i);
    }
    for (int i = 0; i < octets.length; i++) {
      message[start.length() + i] = (byte) octets[i];
    }
    return Arguments.of(name, message);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("messages")
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void is_refused_or_read_within_bounded_memory(String name, byte[] message) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    try {
      assertThat(PgOutputDecoder.decode(ByteBuffer.wrap(message))).isNotNull();
    } catch (MalformedMessage refusal) {
      assertThat(refusal).hasMessageMatching("[ -~]{1,200}");
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_ALLOCATED);
  }
}
