package dev.synchro.suite.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A port before the server's that passes octets on in both directions and, when told to, closes the
 * connection at the moment a {@link Fate} names.
 */
final class Relay implements AutoCloseable {

  private static final int CHUNK = 1 << 16;

  private final ServerSocket listener;
  private final String host;
  private final int port;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger answersLost = new AtomicInteger();
  private volatile Fate fate = Fate.DELIVER;

  Relay(String host, int port) {
    this.host = host;
    this.port = port;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failed) {
      throw new AssertionError("no port for the relay", failed);
    }
    start("relay", this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Decides what happens to the next request on an idle connection. */
  void arm(Fate next) {
    fate = next;
  }

  /** How many answers of committed statements were kept back. */
  int answersLost() {
    return answersLost.get();
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket near = listener.accept();
        Socket far = new Socket(host, port);
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        open.add(near);
        open.add(far);
        start("relay to server", () -> pump(near, far, this::request));
        start("relay to client", () -> pump(far, near, new Answers()));
      }
    } catch (IOException closed) {
      closeAll();
    }
  }

  /** Passes a chunk on and says whether the connection lives. */
  private interface Passage {
    boolean pass(byte[] octets, int length, OutputStream to) throws IOException;
  }

  private void pump(Socket from, Socket to, Passage passage) {
    byte[] octets = new byte[CHUNK];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      int length = in.read(octets);
      while (length > 0 && passage.pass(octets, length, out)) {
        length = in.read(octets);
      }
    } catch (IOException broken) {
      // The other direction ends with this one.
    } finally {
      close(from);
      close(to);
    }
  }

  private boolean request(byte[] octets, int length, OutputStream to) throws IOException {
    if (fate == Fate.LOSE_REQUEST) {
      return false;
    }
    to.write(octets, 0, length);
    to.flush();
    return fate != Fate.HANG_UP;
  }

  /** Follows the messages of the server, to know when one says that it is ready again. */
  private final class Answers implements Passage {
    private static final int HEADER = 5;
    private final byte[] header = new byte[HEADER];
    private int headerRead;
    private long bodyLeft;

    @Override
    public boolean pass(byte[] octets, int length, OutputStream to) throws IOException {
      if (fate != Fate.LOSE_ANSWER) {
        to.write(octets, 0, length);
        to.flush();
        return true;
      }
      if (endsReady(octets, length)) {
        answersLost.incrementAndGet();
        return false;
      }
      return true;
    }

    private boolean endsReady(byte[] octets, int length) {
      int at = 0;
      while (at < length) {
        if (bodyLeft > 0) {
          int skipped = (int) Math.min(bodyLeft, length - at);
          at += skipped;
          bodyLeft -= skipped;
        } else {
          header[headerRead++] = octets[at++];
          if (headerRead == HEADER) {
            headerRead = 0;
            bodyLeft = length() - 4;
          }
        }
        if (bodyLeft == 0 && headerRead == 0 && header[0] == 'Z') {
          return true;
        }
      }
      return false;
    }

    private long length() {
      return ((header[1] & 0xffL) << 24)
          | ((header[2] & 0xff) << 16)
          | ((header[3] & 0xff) << 8)
          | (header[4] & 0xff);
    }
  }

  private void close(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException alreadyClosed) {
      return;
    }
  }

  private void closeAll() {
    Set.copyOf(open).forEach(this::close);
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException alreadyClosed) {
      closeAll();
    }
  }
}
