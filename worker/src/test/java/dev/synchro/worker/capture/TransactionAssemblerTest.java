package dev.synchro.worker.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.worker.pgoutput.MalformedMessage;
import dev.synchro.worker.pgoutput.PgOutputDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransactionAssemblerTest {
  private static final String BEGIN = "42 0000000000000100 0000000000000000 00000007";
  private static final String COMMIT = "43 00 0000000000000100 0000000000000130 0000000000000000";
  private static final String RELATION =
      "52 00004001 61707000 7400 64 0001 01 696400 00000014 ffffffff";
  private static final String RELATION_2 =
      "52 00004002 61707000 7500 64 0001 01 696400 00000014 ffffffff";
  private static final String INSERT = "49 00004001 4e 0001 74 00000001 31";
  private static final String DELETE = "44 00004001 4b 0001 74 00000001 31";
  private static final String TRUNCATE = "54 00000002 00 00004001 00004002";
  private static final String PUSH =
      "4d 01 0000000000000090 73796e6368726f5f7075736800 00000002 7b7d";
  private static final String PUSH_OUTSIDE =
      "4d 00 0000000000000090 73796e6368726f5f7075736800 00000002 7b7d";
  private static final String FOREIGN = "4d 01 0000000000000090 6f7468657200 00000002 7b7d";

  private final List<String> heard = new ArrayList<>();
  private final TransactionAssembler assembler = new TransactionAssembler(new Recorder(heard));

  @Test
  void events_are_counted_over_the_transaction_and_a_truncate_is_one_event() {
    feed(BEGIN, RELATION, INSERT, RELATION_2, TRUNCATE, PUSH, FOREIGN, DELETE, COMMIT);
    assertThat(heard)
        .containsExactly(
            "begin 256 7",
            "inserted 0 t",
            "truncated 1 t u",
            "PUSH {}",
            "deleted 2 t",
            "commit 256 304");
  }

  @Test
  void counting_starts_again_with_each_transaction() {
    feed(BEGIN, RELATION, INSERT, COMMIT, BEGIN, INSERT, COMMIT);
    assertThat(heard).filteredOn(line -> line.startsWith("inserted")).containsOnly("inserted 0 t");
  }

  @Test
  void a_push_message_outside_a_transaction_is_ignored() {
    feed(PUSH_OUTSIDE);
    assertThat(heard).containsExactly("ignored NOT_TRANSACTIONAL");
  }

  @Test
  void an_oversized_message_is_ignored_and_one_of_the_greatest_size_is_not() {
    feed(BEGIN, push(ControlMessage.MAX_CONTENT), push(ControlMessage.MAX_CONTENT + 1));
    assertThat(heard).hasSize(3);
    assertThat(heard.get(1)).startsWith("PUSH xxx");
    assertThat(heard.get(2)).isEqualTo("ignored OVERSIZED");
  }

  @Test
  void a_stream_out_of_order_is_refused() {
    assertThatThrownBy(() -> feed(COMMIT)).isInstanceOf(MalformedMessage.class);
    assertThatThrownBy(() -> feed(RELATION, INSERT)).isInstanceOf(MalformedMessage.class);
    assertThatThrownBy(() -> feed(BEGIN, BEGIN)).isInstanceOf(MalformedMessage.class);
  }

  @Test
  void a_tuple_of_another_width_than_its_relation_is_refused() {
    assertThatThrownBy(() -> feed(BEGIN, RELATION, "49 00004001 4e 0002 6e 6e"))
        .isInstanceOf(MalformedMessage.class)
        .hasMessage("tuple has 2 columns, its relation has 1");
  }

  @Test
  void a_change_of_an_undescribed_relation_is_refused() {
    assertThatThrownBy(() -> feed(BEGIN, INSERT)).isInstanceOf(MalformedMessage.class);
  }

  private void feed(String... messages) {
    for (String message : messages) {
      byte[] octets = HexFormat.of().parseHex(message.replace(" ", ""));
      assembler.accept(PgOutputDecoder.decode(ByteBuffer.wrap(octets)));
    }
  }

  private static String push(int length) {
    return "4d 01 0000000000000090 73796e6368726f5f7075736800"
        + HexFormat.of().toHexDigits(length)
        + "78".repeat(length);
  }

  private record Recorder(List<String> heard) implements TransactionReceiver {
    @Override
    public void begin(SourceTransaction transaction) {
      heard.add("begin " + transaction.commitLsn() + " " + transaction.transactionId());
    }

    @Override
    public void event(RowEvent event) {
      event.accept(new Describer(heard));
    }

    @Override
    public void message(ControlMessage message) {
      heard.add(message.topic() + " " + new String(message.content(), StandardCharsets.UTF_8));
    }

    @Override
    public void commit(SourceTransaction transaction, long endLsn) {
      heard.add("commit " + transaction.commitLsn() + " " + endLsn);
    }

    @Override
    public void ignored(IgnoredMessage reason) {
      heard.add("ignored " + reason);
    }
  }

  private record Describer(List<String> heard) implements RowEvent.Visitor {
    @Override
    public void inserted(RowEvent.Inserted event) {
      heard.add("inserted " + event.ordinal() + " " + event.relation().name());
    }

    @Override
    public void updated(RowEvent.Updated event) {
      heard.add("updated " + event.ordinal() + " " + event.relation().name());
    }

    @Override
    public void deleted(RowEvent.Deleted event) {
      heard.add("deleted " + event.ordinal() + " " + event.relation().name());
    }

    @Override
    public void truncated(RowEvent.Truncated event) {
      StringBuilder line = new StringBuilder("truncated " + event.ordinal());
      event.relations().forEach(relation -> line.append(' ').append(relation.name()));
      heard.add(line.toString());
    }
  }
}
