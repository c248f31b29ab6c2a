package dev.synchro.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where to look for the answer of a push that comes again. Contract 5.4.7. */
final class BatchHintTest {
  private static final String BATCH = "0198c7a2-0000-7000-8000-000000000001";

  private static Optional<BatchHint> hint(String body) {
    return BatchHint.in(body.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"batch_id\":\"" + BATCH + "\",\"client_id\":\"ph\u00f6ne\"}",
        "{ \"client_id\"\n:\t\"ph\u00f6ne\" , \"mutations\":[], \"batch_id\" : \"" + BATCH + "\" }",
      })
  void client_and_batch_are_found_wherever_they_stand(String body) {
    assertThat(hint(body)).contains(new BatchHint("ph\u00f6ne", BATCH));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"batch_id\":\"" + BATCH + "\"}",
        "{\"client_id\":\"phone\"}",
        "{\"client_id\":\"phone\",\"batch_id\":",
        "{\"client_id\":\"phone\",\"batch_id\":\"" + BATCH,
        "{\"client_id\":\"phone\",\"batch_id\":7}",
        "{\"client_id\":\"phone\",\"batch_id\":\"no uuid\"}",
        "{\"client_id\":\"\",\"batch_id\":\"" + BATCH + "\"}",
        "{\"client_id\":\"ph\\u006fne\",\"batch_id\":\"" + BATCH + "\"}",
      })
  void what_is_missing_or_no_such_id_or_escaped_gives_no_hint(String body) {
    assertThat(hint(body)).isEmpty();
  }

  @Test
  void octets_that_are_no_utf8_give_no_hint() {
    byte[] body =
        ("{\"client_id\":\"ph~ne\",\"batch_id\":\"" + BATCH + "\"}")
            .getBytes(StandardCharsets.UTF_8);
    body[16] = (byte) 0xff;
    assertThat(body[15]).isEqualTo((byte) 'h');
    assertThat(BatchHint.in(body)).isEmpty();
  }
}
