package dev.synchro.suite.adapter;

import dev.synchro.fixture.AdapterProcess;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.zip.GZIPInputStream;

/** Sends single requests to an adapter and shows everything that comes back. */
final class Caller {
  static {
    // The adapter closes what was idle for a minute; a request sent at that moment would be lost.
    System.setProperty("jdk.httpclient.keepalive.timeout", "20");
  }

  private final AdapterProcess adapter;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  Caller(AdapterProcess adapter) {
    this.adapter = adapter;
  }

  HttpClient client() {
    return client;
  }

  /** A request to a route of devices, as devices send it. */
  HttpRequest.Builder to(String path, String token) {
    return HttpRequest.newBuilder(adapter.device(path))
        .timeout(Duration.ofSeconds(60))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json");
  }

  HttpResponse<byte[]> post(String path, String token, String body) {
    return post(path, token, BodyPublishers.ofString(body));
  }

  HttpResponse<byte[]> post(String path, String token, BodyPublisher body) {
    return send(to(path, token).POST(body).build());
  }

  HttpResponse<byte[]> get(String path) {
    return send(HttpRequest.newBuilder(adapter.device(path)).build());
  }

  HttpResponse<byte[]> getAsOperator(String path) {
    return send(HttpRequest.newBuilder(adapter.operator(path)).build());
  }

  HttpResponse<byte[]> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofByteArray());
    } catch (IOException failed) {
      throw new AssertionError("the adapter did not answer: " + failed, failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  static String unpacked(HttpResponse<byte[]> response) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static String header(HttpResponse<byte[]> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
