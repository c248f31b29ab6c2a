package dev.synchro.sqlgen.processor.model;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A name PostgreSQL stores without cutting it. */
public record Identifier(String text) implements Comparable<Identifier> {

  /** PostgreSQL silently cuts longer names. */
  private static final int MAX_OCTETS = 63;

  public Identifier {
    problem(text)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException("identifier " + problem);
            });
  }

  /** Says why a text is no identifier, or nothing when it is one. */
  public static Optional<String> problem(String text) {
    if (text.isEmpty()) {
      return Optional.of("is empty");
    }
    int octets = text.getBytes(StandardCharsets.UTF_8).length;
    if (octets > MAX_OCTETS) {
      return Optional.of("has " + octets + " octets, PostgreSQL keeps " + MAX_OCTETS);
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      return Optional.of("contains a control character");
    }
    return Optional.empty();
  }

  @Override
  public int compareTo(Identifier other) {
    return text.compareTo(other.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
