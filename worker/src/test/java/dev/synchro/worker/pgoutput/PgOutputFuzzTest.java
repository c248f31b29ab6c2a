package dev.synchro.worker.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.synchro.worker.pgoutput.PgOutputMessage.Kind;
import dev.synchro.worker.pgoutput.PgOutputMessage.Logical;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

class PgOutputFuzzTest {
  private static final String CATALOGUE_SCHEMA = "pg_catalog";

  static Stream<byte[]> seeds() {
    return Stream.of(
            "42 00000000016b3750 0002b3a4f0c1d2e3 000002f1",
            "43 00 00000000016b3750 00000000016b3780 0002b3a4f0c1d2e3",
            "52 00004001 61707000 6e6f74657300 64 0002 01 696400 00000014 ffffffff"
                + " 00 626f647900 00000413 00000024",
            "52 00000001 00 7400 66 0000",
            "49 00004001 4e 0003 74 00000002 3432 6e 74 00000000",
            "55 00004001 4b 0002 74 00000001 31 6e 4e 0002 74 00000002 3130 75",
            "55 00004001 4e 0002 74 00000001 31 75",
            "44 00004001 4f 0002 74 00000001 31 74 00000001 61",
            "54 00000002 03 00004001 00004002",
            "59 00004003 61707000 6d6f6f6400",
            "4f 0000000000000001 6f00",
            "4d 01 00000000016b3750 73796e6368726f5f7075736800 00000002 7b7d",
            "53 00000001 01")
        .map(hex -> HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  @MethodSource("seeds")
  @FuzzTest
  void octets_are_refused_or_a_message_that_goes_back_to_them(byte[] octets) {
    Optional<PgOutputMessage> message = read(octets);
    if (message.isPresent() && message.get().kind() != Kind.UNSUPPORTED) {
      byte[] written = MessageWriter.write(message.get());
      requireSame(PgOutputDecoder.decode(ByteBuffer.wrap(written)), message.get());
      assertThat(octets.length - written.length).isIn(0, CATALOGUE_SCHEMA.length());
    }
  }

  private static Optional<PgOutputMessage> read(byte[] octets) {
    try {
      return Optional.of(PgOutputDecoder.decode(ByteBuffer.wrap(octets)));
    } catch (MalformedMessage refusal) {
      assertThat(refusal).hasMessageMatching("[ -~]{1,200}");
      return Optional.empty();
    }
  }

  private static void requireSame(PgOutputMessage again, PgOutputMessage message) {
    if (message instanceof Logical logical) {
      Logical other = (Logical) again;
      assertThat(other.content()).isEqualTo(logical.content());
      assertThat(other.prefix()).isEqualTo(logical.prefix());
      assertThat(other.lsn()).isEqualTo(logical.lsn());
      assertThat(other.transactional()).isEqualTo(logical.transactional());
    } else {
      assertThat(again).isEqualTo(message);
    }
  }
}
