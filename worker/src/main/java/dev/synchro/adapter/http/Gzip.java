package dev.synchro.adapter.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Packed bodies in both directions. */
final class Gzip {
  private static final int BUFFER_OCTETS = 8192;

  private Gzip() {}

  /** Packs fast rather than tight: a page has long repetitions, and the sender waits. */
  static byte[] pack(byte[] octets) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(octets.length / 3 + 64);
    try (OutputStream out = new FastStream(packed)) {
      out.write(octets);
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory cannot fail", e);
    }
    return packed.toByteArray();
  }

  /**
   * Unpacks at most a number of octets: a small body that would grow beyond is never held.
   *
   * @return nothing when the body is not gzip, or longer than {@code limit} unpacked
   */
  static Optional<byte[]> unpack(byte[] packed, int limit) {
    try (GZIPInputStream in =
        new GZIPInputStream(new ByteArrayInputStream(packed), BUFFER_OCTETS)) {
      byte[] octets = in.readNBytes(limit + 1);
      return octets.length > limit ? Optional.empty() : Optional.of(octets);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static final class FastStream extends GZIPOutputStream {
    FastStream(OutputStream out) throws IOException {
      super(out, BUFFER_OCTETS);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
