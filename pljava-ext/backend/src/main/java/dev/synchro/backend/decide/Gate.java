package dev.synchro.backend.decide;

import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.message.ErrorEnvelope;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.schema.SchemaReference;
import java.util.Optional;

/** The checks of contract 5.2 that need the server's state and hold for several calls. */
public final class Gate {
  private Gate() {}

  /** Step 1: the identity is known, a retired one included. */
  public static void requireKnown(Optional<ClientFacts> client) {
    if (client.isEmpty()) {
      throw new RequestRefused(ErrorCode.AUTH_REQUIRED);
    }
  }

  /** Step 4: the identity was not retired. */
  public static void requireNotRetired(ClientFacts client) {
    if (client.retired()) {
      throw new RequestRefused(ErrorCode.CLIENT_RETIRED);
    }
  }

  /** Step 6: a manifest is published. */
  public static StreamFacts requirePublished(Optional<StreamFacts> stream) {
    return stream.orElseThrow(() -> new RequestRefused(ErrorCode.TEMPORARY_UNAVAILABLE));
  }

  /** Step 6 of push, pull and rebuild: the generation, then the schema. */
  public static void requireCurrent(
      ClientFacts client,
      StreamFacts stream,
      long presentedGeneration,
      SchemaReference presentedSchema) {
    if (client.expired() || client.generation() != presentedGeneration) {
      throw new RequestRefused(ErrorEnvelope.clientGenerationExpired(client.generation()));
    }
    if (!stream.schema().equals(presentedSchema)) {
      throw new RequestRefused(ErrorEnvelope.schemaMismatch(stream.schema(), presentedSchema));
    }
  }

  /** Step 8: no poison is active, and the client's own last write is captured. */
  public static void requireCaptured(ClientFacts client, StreamFacts stream) {
    if (stream.blocked()) {
      throw new RequestRefused(ErrorEnvelope.captureBlocked());
    }
    if (client.acceptedEpoch() != client.materializedEpoch()) {
      throw new RequestRefused(ErrorCode.CAPTURE_PENDING);
    }
  }
}
