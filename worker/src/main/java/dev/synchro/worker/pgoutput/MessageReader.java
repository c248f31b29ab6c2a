package dev.synchro.worker.pgoutput;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads one message front to back; every read is checked against what is left. */
final class MessageReader {
  private final byte[] octets;
  private final int end;
  private int at;

  MessageReader(ByteBuffer message) {
    if (message.hasArray()) {
      octets = message.array();
      at = message.arrayOffset() + message.position();
    } else {
      octets = new byte[message.remaining()];
      message.duplicate().get(octets);
      at = 0;
    }
    end = at + message.remaining();
  }

  byte[] octets() {
    return octets;
  }

  int position() {
    return at;
  }

  int remaining() {
    return end - at;
  }

  int int8(String what) {
    require(1, what);
    return octets[at++] & 0xff;
  }

  int int16(String what) {
    require(2, what);
    int value = (octets[at] & 0xff) << 8 | (octets[at + 1] & 0xff);
    at += 2;
    return value;
  }

  int int32(String what) {
    require(4, what);
    int value =
        (octets[at] & 0xff) << 24
            | (octets[at + 1] & 0xff) << 16
            | (octets[at + 2] & 0xff) << 8
            | (octets[at + 3] & 0xff);
    at += 4;
    return value;
  }

  long int64(String what) {
    long high = int32(what);
    return high << 32 | (int32(what) & 0xffff_ffffL);
  }

  /** A length that must fit into what is left of the message. */
  int length(String what) {
    int length = int32(what);
    if (length < 0 || length > remaining()) {
      throw new MalformedMessage(
          what + " has length " + length + ", expected 0 to " + remaining() + " octets");
    }
    return length;
  }

  void skip(int count, String what) {
    require(count, what);
    at += count;
  }

  byte[] copy(int count, String what) {
    require(count, what);
    byte[] copy = Arrays.copyOfRange(octets, at, at + count);
    at += count;
    return copy;
  }

  /** Text up to a zero octet. */
  String text(String what) {
    int stop = at;
    while (stop < end && octets[stop] != 0) {
      stop++;
    }
    if (stop == end) {
      throw new MalformedMessage(what + " has no terminating zero octet");
    }
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(octets, at, stop - at))
              .toString();
      at = stop + 1;
      return text;
    } catch (CharacterCodingException e) {
      throw new MalformedMessage(what + " is not UTF-8");
    }
  }

  void finish(String what) {
    if (remaining() != 0) {
      throw new MalformedMessage(what + " has " + remaining() + " octets too many");
    }
  }

  private void require(int count, String what) {
    if (remaining() < count) {
      throw new MalformedMessage(
          what + " needs " + count + " octets, the message has " + remaining() + " left");
    }
  }
}
