package dev.synchro.worker.registry;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.worker.capture.ControlMessage;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The content of a {@code synchro_registry} message: {@code
 * {"action":"activate","generation":"<n>"}}. Any role can write one, so it is a hint to look at the
 * registry and nothing more. Contract 8.2 and 9.3.
 */
public final class RegistryMessage {
  private static final Pattern COUNTER = Pattern.compile("[1-9][0-9]{0,15}");

  private RegistryMessage() {}

  /** Whether the message has the form of an announcement. */
  public static boolean isOne(ControlMessage message) {
    try {
      JsonObject object = JsonParser.parseObject(message.content(), JsonLimits.DOCUMENT);
      return object.size() == 2
          && text(object, "action").filter("activate"::equals).isPresent()
          && text(object, "generation")
              .filter(number -> COUNTER.matcher(number).matches())
              .isPresent();
    } catch (Malformed e) {
      return false;
    }
  }

  private static Optional<String> text(JsonObject object, String name) {
    return object
        .find(name)
        .filter(JsonString.class::isInstance)
        .map(value -> ((JsonString) value).value());
  }
}
