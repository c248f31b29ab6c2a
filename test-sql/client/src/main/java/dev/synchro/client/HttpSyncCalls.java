package dev.synchro.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;

/** The four calls over HTTP, to an adapter. Contract 5.1. */
public final class HttpSyncCalls implements SyncCalls {

  /** Above the longest call an adapter allows by default. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient client;
  private final URI base;
  private final Supplier<String> token;

  /**
   * @param client carries the requests; over one connection it may keep, with HTTP/1.1
   * @param base where the adapter is, as in {@code https://sync.example.org}
   * @param token the bearer token to send, asked for at each call since tokens end
   */
  public HttpSyncCalls(HttpClient client, URI base, Supplier<String> token) {
    this.client = Objects.requireNonNull(client, "client is null");
    this.base = Objects.requireNonNull(base, "base is null");
    this.token = Objects.requireNonNull(token, "token is null");
  }

  @Override
  public byte[] call(SyncCall call, byte[] request) throws TransportFailure {
    try {
      return answer(client.send(post(call, request), BodyHandlers.ofByteArray()));
    } catch (IOException failed) {
      throw new TransportFailure("the call ended without an answer", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new TransportFailure("interrupted while waiting for the answer", interrupted);
    }
  }

  private HttpRequest post(SyncCall call, byte[] request) {
    return HttpRequest.newBuilder(base.resolve("/sync/" + call.name().toLowerCase(Locale.ROOT)))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + token.get())
        .header("Content-Type", "application/json")
        .header("Accept-Encoding", "gzip")
        .POST(BodyPublishers.ofByteArray(request))
        .build();
  }

  /** Status and content go together, so a body in JSON is the answer whatever the status is. */
  private static byte[] answer(HttpResponse<byte[]> response) throws IOException, TransportFailure {
    boolean json =
        response
            .headers()
            .firstValue("Content-Type")
            .filter("application/json"::equals)
            .isPresent();
    if (!json) {
      throw new TransportFailure("an answer with status " + response.statusCode() + " but no JSON");
    }
    boolean packed =
        response.headers().firstValue("Content-Encoding").filter("gzip"::equals).isPresent();
    return packed ? unpack(response.body()) : response.body();
  }

  private static byte[] unpack(byte[] packed) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    }
  }
}
