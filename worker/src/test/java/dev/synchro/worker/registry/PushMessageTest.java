package dev.synchro.worker.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.worker.capture.ControlMessages;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PushMessageTest {
  private static final String CLIENT = "0d2f9c8e-6f0a-4f7b-9a53-7f3f0b9f5e11";

  @Test
  void the_exact_form_is_read() {
    assertThat(PushMessage.read(ControlMessages.push(content(CLIENT, "9007199254740991"))))
        .contains(new PushMessage(UUID.fromString(CLIENT), 9_007_199_254_740_991L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{\"client\":\"0d2f9c8e-6f0a-4f7b-9a53-7f3f0b9f5e11\",\"epoch\":2}",
        "{\"client\":\"0d2f9c8e-6f0a-4f7b-9a53-7f3f0b9f5e11\",\"epoch\":\"02\"}",
        "{\"client\":\"0d2f9c8e-6f0a-4f7b-9a53-7f3f0b9f5e11\",\"epoch\":\"0\"}",
        "{\"client\":\"0d2f9c8e-6f0a-4f7b-9a53-7f3f0b9f5e11\",\"epoch\":\"9007199254740992\"}",
        "{\"client\":\"0d2f9c8e-6f0a-4f7b-9a53-7f3f0b9f5e11\",\"epoch\":\"-1\"}",
        "{\"client\":\"0D2F9C8E-6F0A-4F7B-9A53-7F3F0B9F5E11\",\"epoch\":\"2\"}",
        "{\"client\":\"1-1-1-1-1\",\"epoch\":\"2\"}",
        "{\"client\":\"0d2f9c8e-6f0a-4f7b-9a53-7f3f0b9f5e11\",\"epoch\":\"2\",\"more\":1}",
        "{\"client\":\"0d2f9c8e-6f0a-4f7b-9a53-7f3f0b9f5e11\",\"epoch\":\"2\"} ,"
      })
  void anything_else_is_nothing(String content) {
    assertThat(PushMessage.read(ControlMessages.push(content))).isEmpty();
  }

  private static String content(String client, String epoch) {
    return "{\"client\":\"" + client + "\",\"epoch\":\"" + epoch + "\"}";
  }
}
