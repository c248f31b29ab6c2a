package dev.synchro.worker.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.worker.pgoutput.PgOutputMessage.Begin;
import dev.synchro.worker.pgoutput.PgOutputMessage.Column;
import dev.synchro.worker.pgoutput.PgOutputMessage.Commit;
import dev.synchro.worker.pgoutput.PgOutputMessage.Delete;
import dev.synchro.worker.pgoutput.PgOutputMessage.Insert;
import dev.synchro.worker.pgoutput.PgOutputMessage.Logical;
import dev.synchro.worker.pgoutput.PgOutputMessage.OldTuple;
import dev.synchro.worker.pgoutput.PgOutputMessage.Origin;
import dev.synchro.worker.pgoutput.PgOutputMessage.Relation;
import dev.synchro.worker.pgoutput.PgOutputMessage.ReplicaIdentity;
import dev.synchro.worker.pgoutput.PgOutputMessage.Truncate;
import dev.synchro.worker.pgoutput.PgOutputMessage.Unsupported;
import dev.synchro.worker.pgoutput.PgOutputMessage.Update;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PgOutputDecoderTest {
  @Test
  void begin() {
    assertThat(decode("42 00000000016b3750 0002b3a4f0c1d2e3 000002f1"))
        .isEqualTo(new Begin(0x16b3750L, 0x0002b3a4f0c1d2e3L, 0x2f1));
  }

  @Test
  void commit() {
    assertThat(decode("43 00 00000000016b3750 00000000016b3780 0002b3a4f0c1d2e3"))
        .isEqualTo(new Commit(0x16b3750L, 0x16b3780L, 0x0002b3a4f0c1d2e3L));
  }

  @Test
  void relation_with_key_and_modifier() {
    assertThat(
            decode(
                "52 00004001 61707000 6e6f74657300 64 0002"
                    + "01 696400 00000014 ffffffff"
                    + "00 626f647900 00000413 00000024"))
        .isEqualTo(
            new Relation(
                0x4001,
                "app",
                "notes",
                ReplicaIdentity.DEFAULT,
                List.of(new Column("id", true, 20, -1), new Column("body", false, 1043, 36))));
  }

  @Test
  void relation_in_system_schema_has_an_empty_name_on_the_wire() {
    assertThat(decode("52 00000001 00 7400 66 0000"))
        .isEqualTo(new Relation(1, "pg_catalog", "t", ReplicaIdentity.FULL, List.of()));
  }

  @Test
  void insert_with_text_null_and_empty_text() {
    assertThat(decode("49 00004001 4e 0003 74 00000002 3432 6e 74 00000000"))
        .isEqualTo(new Insert(0x4001, Tuple.of(octets("42"), null, octets(""))));
  }

  @Test
  void update_with_unchanged_out_of_line_value() {
    Update update = (Update) decode("55 00004001 4e 0002 74 00000001 31 75");
    assertThat(update.before()).isEmpty();
    assertThat(update.after().isUnchanged(1)).isTrue();
    assertThat(update.after().isNull(1)).isFalse();
    assertThatThrownBy(() -> update.after().text(1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void update_of_the_key_carries_the_old_key() {
    assertThat(
            decode("55 00004001 4b 0002 74 00000001 31 6e 4e 0002 74 00000002 3130 74 00000001 61"))
        .isEqualTo(
            new Update(
                0x4001,
                Optional.of(new OldTuple(false, Tuple.of(octets("1"), null))),
                Tuple.of(octets("10"), octets("a"))));
  }

  @Test
  void delete_with_full_old_row() {
    assertThat(decode("44 00004001 4f 0002 74 00000001 31 74 00000001 61"))
        .isEqualTo(new Delete(0x4001, new OldTuple(true, Tuple.of(octets("1"), octets("a")))));
  }

  @Test
  void truncate_of_two_relations() {
    assertThat(decode("54 00000002 03 00004001 00004002"))
        .isEqualTo(new Truncate(List.of(0x4001, 0x4002), true, true));
  }

  @Test
  void type_and_origin() {
    assertThat(decode("59 00004003 61707000 6d6f6f6400"))
        .isEqualTo(new PgOutputMessage.Type(0x4003, "app", "mood"));
    assertThat(decode("4f 0000000000000001 6f00")).isEqualTo(new Origin(1, "o"));
  }

  @Test
  void logical_message() {
    Logical message =
        (Logical) decode("4d 01 00000000016b3750 73796e6368726f5f7075736800 00000002 7b7d");
    assertThat(message.transactional()).isTrue();
    assertThat(message.lsn()).isEqualTo(0x16b3750L);
    assertThat(message.prefix()).isEqualTo("synchro_push");
    assertThat(message.content()).isEqualTo(octets("{}"));
  }

  @Test
  void unknown_tag_is_a_value() {
    assertThat(decode("53 00000001 01")).isEqualTo(new Unsupported('S'));
  }

  @Test
  void malformed_messages_are_refused_with_place_and_fact() {
    refused("", "message tag needs 1 octets, the message has 0 left");
    refused("42 00", "begin commit position needs 4 octets, the message has 1 left");
    refused("43 00 00", "commit position needs 4 octets, the message has 1 left");
    refused("49 00004001 4f", "tuple part is 79, expected N");
    refused("49 00004001 4e ffff 6e", "tuple has 65535 columns in 1 octets");
    refused(
        "49 00004001 4e 0001 74 7fffffff 61",
        "tuple column has length 2147483647, expected 0 to 1 octets");
    refused(
        "49 00004001 4e 0001 74 ffffffff 61", "tuple column has length -1, expected 0 to 1 octets");
    refused("49 00004001 4e 0001 62 00000000", "tuple column kind is 98, expected n, u or t");
    refused("49 00004001 4e 0001 6e 00", "message has 1 octets too many");
    refused("44 00004001 4e 0000", "delete tuple part is 78, expected K or O");
    refused("55 00004001 58", "update tuple part is 88, expected K, O or N");
    refused("54 40000000 00 00004001", "truncate names 1073741824 relations in 4 octets");
    refused("52 00004001 6170", "relation schema has no terminating zero octet");
    refused("52 00004001 c300", "relation schema is not UTF-8");
    refused("52 00004001 61006200 78 0000", "replica identity is 120, expected d, n, f or i");
  }

  @Test
  void any_octets_end_in_a_message_or_a_refusal() {
    byte[][] samples = {
      hex("42 00000000016b3750 0002b3a4f0c1d2e3 000002f1"),
      hex("43 00 00000000016b3750 00000000016b3780 0002b3a4f0c1d2e3"),
      hex("52 00004001 61707000 6e6f74657300 64 0001 01 696400 00000014 ffffffff"),
      hex("49 00004001 4e 0003 74 00000002 3432 6e 74 00000000"),
      hex("55 00004001 4b 0002 74 00000001 31 6e 4e 0002 74 00000002 3130 75"),
      hex("44 00004001 4f 0002 74 00000001 31 74 00000001 61"),
      hex("54 00000002 03 00004001 00004002"),
      hex("4d 01 00000000016b3750 73796e6368726f5f7075736800 00000002 7b7d")
    };
    long seed = 20261130;
    Random random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < 200_000; round++) {
      byte[] octets = samples[round % samples.length].clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        octets[random.nextInt(octets.length)] = (byte) random.nextInt(256);
      }
      int length = random.nextInt(4) == 0 ? random.nextInt(octets.length + 1) : octets.length;
      try {
        PgOutputDecoder.decode(ByteBuffer.wrap(octets, 0, length));
      } catch (MalformedMessage e) {
        refused++;
        assertThat(e).hasMessageMatching("[ -~]{1,200}");
      }
    }
    assertThat(refused).isPositive();
  }

  private static void refused(String hex, String message) {
    assertThatThrownBy(() -> decode(hex)).isInstanceOf(MalformedMessage.class).hasMessage(message);
  }

  private static PgOutputMessage decode(String hex) {
    // An offset of one finds a reader that takes the array for the buffer.
    byte[] octets = hex(hex);
    byte[] shifted = new byte[octets.length + 1];
    System.arraycopy(octets, 0, shifted, 1, octets.length);
    return PgOutputDecoder.decode(ByteBuffer.wrap(shifted, 1, octets.length));
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static byte[] octets(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
