package dev.synchro.core.fuzz;

import dev.synchro.core.bytes.Octets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** Inputs whose first octet chooses what reads the others, so that one target serves a family. */
final class Choice<T> {
  private final List<T> choices;

  Choice(List<T> choices) {
    this.choices = choices;
  }

  /** An input that makes the choice. */
  byte[] input(T choice, byte[] rest) {
    return new Octets(rest.length + 1).u8(choices.indexOf(choice)).raw(rest).toByteArray();
  }

  /** Does something with the choice and the rest of an input; nothing with an empty one. */
  void read(byte[] input, BiConsumer<T, byte[]> reader) {
    if (input.length > 0) {
      T choice = choices.get((input[0] & 0xff) % choices.size());
      reader.accept(choice, Arrays.copyOfRange(input, 1, input.length));
    }
  }
}
