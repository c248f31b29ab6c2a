package dev.synchro.suite.capture;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A network between worker and server that can be cut: a port that passes octets on. */
final class Relay implements AutoCloseable {

  private final ServerSocket door;
  private final String host;
  private final int port;
  private final List<Socket> open = new ArrayList<>();
  private boolean cut;

  private Relay(ServerSocket door, String host, int port) {
    this.door = door;
    this.host = host;
    this.port = port;
  }

  /** A relay to a server that is not cut. */
  static Relay to(String host, int port) throws IOException {
    Relay relay = new Relay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), host, port);
    run("relay", relay::accept);
    return relay;
  }

  int port() {
    return door.getLocalPort();
  }

  /** Breaks every connection, and new ones as soon as they are made. */
  synchronized void cut() {
    cut = true;
    open.forEach(Relay::close);
    open.clear();
  }

  synchronized void mend() {
    cut = false;
  }

  @Override
  public void close() {
    cut();
    try {
      door.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void accept() {
    try {
      while (!door.isClosed()) {
        connect(door.accept());
      }
    } catch (IOException closed) {
      // The test has ended.
      return;
    }
  }

  private synchronized void connect(Socket client) throws IOException {
    if (cut) {
      close(client);
      return;
    }
    Socket server = new Socket(host, port);
    open.add(client);
    open.add(server);
    run("to the server", () -> pass(client, server));
    run("to the client", () -> pass(server, client));
  }

  private static void pass(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException broken) {
      // One side went away; closing both tells the other.
      return;
    } finally {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void run(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
