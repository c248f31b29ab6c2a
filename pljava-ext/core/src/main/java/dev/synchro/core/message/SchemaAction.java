package dev.synchro.core.message;

import dev.synchro.core.json.JsonWriter;
import dev.synchro.core.schema.SchemaReference;
import java.util.List;
import java.util.Optional;

/** What a connecting client must do about its schema. Contract 5.3, rows 3 to 10. */
public sealed interface SchemaAction {
  /** The {@code action} member. */
  String code();

  /** Why, only when nothing can be done. */
  default Optional<String> reason() {
    return Optional.empty();
  }

  /** Whether the current manifest comes along. */
  default boolean carriesDefinition() {
    return false;
  }

  /** Keep the schema. */
  record None() implements SchemaAction {
    @Override
    public String code() {
      return "none";
    }
  }

  /** Install the current schema and keep the rows. */
  record Replace() implements SchemaAction {
    @Override
    public String code() {
      return "replace";
    }

    @Override
    public boolean carriesDefinition() {
      return true;
    }
  }

  /**
   * Install the current schema and rebuild some scopes.
   *
   * @param affectedScopes at least one scope, in the order of their octets
   */
  record RebuildLocal(List<String> affectedScopes) implements SchemaAction {
    public RebuildLocal {
      affectedScopes = SortedIds.of(affectedScopes);
      if (affectedScopes.isEmpty()) {
        throw new IllegalArgumentException("no affected scope");
      }
    }

    @Override
    public String code() {
      return "rebuild_local";
    }

    @Override
    public boolean carriesDefinition() {
      return true;
    }
  }

  /** The client holds a schema from which no path leads here. */
  record Unsupported(Reason why) implements SchemaAction {
    /** Why there is no path. */
    public enum Reason {
      UNKNOWN_SCHEMA_LINEAGE("unknown_schema_lineage"),
      INCOMPATIBLE_SCHEMA_TRANSITION("incompatible_schema_transition");

      private final String code;

      Reason(String code) {
        this.code = code;
      }
    }

    @Override
    public String code() {
      return "unsupported";
    }

    @Override
    public Optional<String> reason() {
      return Optional.of(why.code);
    }
  }

  /** Writes the {@code schema} member of a connect response as the next value. */
  default void write(JsonWriter writer, SchemaReference current) {
    writer.beginObject().name("action").string(code()).name("hash").string(current.hash().hex());
    reason().ifPresent(reason -> writer.name("reason").string(reason));
    writer.name("version").number(current.version()).endObject();
  }
}
