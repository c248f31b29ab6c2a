package dev.synchro.bench.adapter;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Sends one request again and again over one kept connection, with as little of its own as can be,
 * so that what is measured is the other side.
 */
final class HttpSender implements Load.Sender, AutoCloseable {
  private static final String LENGTH = "content-length:";

  private final Socket socket;
  private final InputStream in;
  private final byte[] request;

  HttpSender(URI route, String token, byte[] body) throws IOException {
    socket = new Socket(route.getHost(), route.getPort());
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    ByteArrayOutputStream octets = new ByteArrayOutputStream();
    String head =
        "POST "
            + route.getPath()
            + " HTTP/1.1\r\nHost: "
            + route.getHost()
            + "\r\nAuthorization: Bearer "
            + token
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    octets.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    octets.writeBytes(body);
    request = octets.toByteArray();
  }

  @Override
  public void send() throws IOException {
    socket.getOutputStream().write(request);
    String status = line();
    int length = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String field = line.toLowerCase(Locale.ROOT);
      if (field.startsWith(LENGTH)) {
        length = Integer.parseInt(field.substring(LENGTH.length()).strip());
      }
    }
    in.skipNBytes(length);
    if (!status.startsWith("HTTP/1.1 200 ")) {
      throw new IOException("the adapter answered " + status);
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int octet = in.read(); octet != '\n'; octet = in.read()) {
      if (octet < 0) {
        throw new EOFException("the adapter closed the connection");
      }
      if (octet != '\r') {
        line.append((char) octet);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
