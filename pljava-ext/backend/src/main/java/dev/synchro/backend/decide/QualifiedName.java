package dev.synchro.backend.decide;

import dev.synchro.core.registry.RegisteredRelation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A schema and a name in it, read by PostgreSQL's rules for identifiers, so that no search path is
 * ever asked.
 */
public record QualifiedName(String schema, String name) {
  private static final int MAXIMUM_IDENTIFIER_OCTETS = 63;

  /** Whether a registered relation has this schema and name. */
  public boolean names(RegisteredRelation relation) {
    return relation.schema().equals(schema) && relation.name().equals(name);
  }

  /**
   * Reads {@code schema.name}; parts in double quotes are taken as they are, others folded to lower
   * case. Empty when the text is anything else.
   */
  public static Optional<QualifiedName> parse(String text) {
    Reader reader = new Reader(text);
    List<String> parts = reader.parts();
    return parts.size() == 2
        ? Optional.of(new QualifiedName(parts.get(0), parts.get(1)))
        : Optional.empty();
  }

  /** Reads the parts of a name; no parts when the text is malformed. */
  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    List<String> parts() {
      List<String> parts = new ArrayList<>();
      do {
        blanks();
        String part = at < text.length() && text.charAt(at) == '"' ? quoted() : plain();
        if (part.isEmpty()
            || part.getBytes(StandardCharsets.UTF_8).length > MAXIMUM_IDENTIFIER_OCTETS) {
          return List.of();
        }
        parts.add(part);
        blanks();
      } while (dot());
      return at == text.length() ? parts : List.of();
    }

    private boolean dot() {
      if (at < text.length() && text.charAt(at) == '.') {
        at++;
        return true;
      }
      return false;
    }

    private void blanks() {
      while (at < text.length() && " \t\n\r\f\u000b".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }

    private String quoted() {
      StringBuilder part = new StringBuilder();
      for (at++; at < text.length(); at++) {
        char c = text.charAt(at);
        if (c == '"') {
          at++;
          if (at == text.length() || text.charAt(at) != '"') {
            return part.toString();
          }
        }
        part.append(c);
      }
      // The closing quote is missing.
      return "";
    }

    private static boolean isLetter(char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private String plain() {
      StringBuilder part = new StringBuilder();
      for (; at < text.length(); at++) {
        char c = text.charAt(at);
        boolean letter = isLetter(c) || c == '_' || c > 127;
        boolean later = (c >= '0' && c <= '9') || c == '$';
        if (!letter && (part.length() == 0 || !later)) {
          break;
        }
        // PostgreSQL folds no more than ASCII in a UTF-8 database.
        part.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
      }
      return part.toString();
    }
  }
}
