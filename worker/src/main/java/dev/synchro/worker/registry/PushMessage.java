package dev.synchro.worker.registry;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.limit.Limits;
import dev.synchro.worker.capture.ControlMessage;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The content of a {@code synchro_push} message: {@code {"client":"<internal
 * uuid>","epoch":"<n>"}}. Any role can write one, so whatever is not exactly that is nothing.
 * Contract 5.4.6 and 9.3.
 */
public record PushMessage(UUID client, long epoch) {
  private static final Pattern CANONICAL_UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern COUNTER = Pattern.compile("[1-9][0-9]{0,15}");

  public static Optional<PushMessage> read(ControlMessage message) {
    try {
      JsonObject object = JsonParser.parseObject(message.content(), JsonLimits.DOCUMENT);
      Optional<String> client = text(object, "client", CANONICAL_UUID);
      Optional<String> epoch = text(object, "epoch", COUNTER);
      if (object.size() != 2 || client.isEmpty() || epoch.isEmpty()) {
        return Optional.empty();
      }
      long number = Long.parseLong(epoch.get());
      return number > Limits.MAX_COUNTER
          ? Optional.empty()
          : Optional.of(new PushMessage(UUID.fromString(client.get()), number));
    } catch (Malformed e) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(JsonObject object, String name, Pattern form) {
    return object
        .find(name)
        .filter(JsonString.class::isInstance)
        .map(value -> ((JsonString) value).value())
        .filter(text -> form.matcher(text).matches());
  }
}
