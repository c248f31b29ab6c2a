package dev.synchro.core.message;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.digest.Checksum;
import dev.synchro.core.error.OutcomeCode;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonWriter;
import dev.synchro.core.schema.SchemaReference;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What came of one mutation. Only the combinations of contract 5.4.2 can be built. */
public sealed interface MutationOutcome {
  /** The mutation this is the outcome of. */
  PushedMutation mutation();

  /** The manifest in force when it was executed. */
  SchemaReference outcomeSchema();

  /** Whether the mutation was applied. */
  boolean applied();

  /** The {@code status} member. */
  String status();

  /** The version the outcome names, if any. */
  Optional<String> version();

  /** Writes the outcome object as the next value. */
  void write(JsonWriter writer);

  /** Canonical text of the outcome object. */
  default byte[] write() {
    JsonWriter writer = new JsonWriter(new Octets(512));
    write(writer);
    return writer.toByteArray();
  }

  /**
   * The row was written.
   *
   * @param row the row as it stands at the end of the unit; absent when it is gone
   * @param version version of {@link Applied#version()}
   */
  record Applied(
      PushedMutation mutation,
      SchemaReference outcomeSchema,
      Optional<ServerRow> row,
      Optional<String> version)
      implements MutationOutcome {
    public Applied {
      Objects.requireNonNull(mutation);
      Objects.requireNonNull(outcomeSchema);
      Objects.requireNonNull(row);
      if (version.isEmpty()) {
        throw new IllegalArgumentException("no version of an applied mutation");
      }
    }

    /** An inserted or updated row, or the tombstone of a deleted one. */
    public static Applied row(
        PushedMutation mutation, SchemaReference outcomeSchema, ServerRow row) {
      return new Applied(mutation, outcomeSchema, Optional.of(row), Optional.of(row.version()));
    }

    /** A row that is gone. */
    public static Applied gone(
        PushedMutation mutation, SchemaReference outcomeSchema, String version) {
      return new Applied(mutation, outcomeSchema, Optional.empty(), Optional.of(version));
    }

    @Override
    public boolean applied() {
      return true;
    }

    @Override
    public String status() {
      return "applied";
    }

    @Override
    public void write(JsonWriter writer) {
      writer.beginObject();
      OutcomeMembers.identity(writer, this);
      OutcomeMembers.row(writer, row, version);
      OutcomeMembers.end(writer, this);
    }
  }

  /**
   * The row is not in the state the mutation was made for.
   *
   * @param row the live row or tombstone; absent for a fence and for absence
   * @param version the current version; absent for absence
   */
  record Conflict(
      PushedMutation mutation,
      SchemaReference outcomeSchema,
      OutcomeCode code,
      Optional<ServerRow> row,
      Optional<String> version)
      implements MutationOutcome {
    public Conflict {
      Objects.requireNonNull(mutation);
      Objects.requireNonNull(outcomeSchema);
      Objects.requireNonNull(row);
      Objects.requireNonNull(version);
      if (!code.conflict() || (row.isPresent() && version.isEmpty())) {
        throw new IllegalArgumentException("no conflict outcome");
      }
    }

    @Override
    public boolean applied() {
      return false;
    }

    @Override
    public String status() {
      return code.status();
    }

    @Override
    public void write(JsonWriter writer) {
      writer.beginObject();
      OutcomeMembers.code(writer, code);
      OutcomeMembers.identity(writer, this);
      OutcomeMembers.row(writer, row, version);
      OutcomeMembers.end(writer, this);
    }
  }

  /**
   * The mutation cannot be applied, now or later.
   *
   * @param code why
   */
  record Rejected(PushedMutation mutation, SchemaReference outcomeSchema, OutcomeCode code)
      implements MutationOutcome {
    public Rejected {
      Objects.requireNonNull(mutation);
      Objects.requireNonNull(outcomeSchema);
      if (code.conflict() || code == OutcomeCode.SCHEMA_INCOMPATIBLE) {
        throw new IllegalArgumentException("no plain rejection");
      }
    }

    @Override
    public boolean applied() {
      return false;
    }

    @Override
    public String status() {
      return code.status();
    }

    @Override
    public Optional<String> version() {
      return Optional.empty();
    }

    @Override
    public void write(JsonWriter writer) {
      writer.beginObject();
      OutcomeMembers.code(writer, code);
      OutcomeMembers.identity(writer, this);
      OutcomeMembers.end(writer, this);
    }
  }

  /**
   * The mutation was made under a schema that no longer fits.
   *
   * @param incompatibleFields the fields that do not fit, in the order of their octets
   */
  record Incompatible(
      PushedMutation mutation, SchemaReference outcomeSchema, List<String> incompatibleFields)
      implements MutationOutcome {
    public Incompatible {
      Objects.requireNonNull(mutation);
      Objects.requireNonNull(outcomeSchema);
      incompatibleFields = SortedIds.of(incompatibleFields);
    }

    @Override
    public boolean applied() {
      return false;
    }

    @Override
    public String status() {
      return OutcomeCode.SCHEMA_INCOMPATIBLE.status();
    }

    @Override
    public Optional<String> version() {
      return Optional.empty();
    }

    @Override
    public void write(JsonWriter writer) {
      mutation.authoredSchema().writeJson(writer.beginObject().name("authored_schema"));
      writer.name("code").string(OutcomeCode.SCHEMA_INCOMPATIBLE.code());
      outcomeSchema.writeJson(writer.name("current_schema"));
      writer.name("incompatible_field_ids").beginArray();
      incompatibleFields.forEach(writer::string);
      writer.endArray();
      writer.name("message").string(OutcomeCode.SCHEMA_INCOMPATIBLE.message());
      OutcomeMembers.identity(writer, this);
      writer.name("retryable").bool(false);
      OutcomeMembers.end(writer, this);
    }
  }

  /** The members that outcomes share, in canonical order. */
  final class OutcomeMembers {
    private OutcomeMembers() {}

    private static void code(JsonWriter writer, OutcomeCode code) {
      writer.name("code").string(code.code()).name("message").string(code.message());
    }

    private static void identity(JsonWriter writer, MutationOutcome outcome) {
      PushedMutation mutation = outcome.mutation();
      writer.name("mutation_id").string(mutation.mutationId());
      outcome.outcomeSchema().writeJson(writer.name("outcome_schema"));
      JsonObject key = JsonObject.builder().put(mutation.keyField(), mutation.key()).build();
      writer.name("pk").value(key);
    }

    private static void row(JsonWriter writer, Optional<ServerRow> row, Optional<String> version) {
      row.ifPresent(
          present -> {
            Checksum.writeJson(present.digest(), writer.name("row_checksum"));
            writer.name("server_row").raw(present.row());
          });
      version.ifPresent(present -> writer.name("server_version").string(present));
    }

    private static void end(JsonWriter writer, MutationOutcome outcome) {
      writer.name("status").string(outcome.status());
      writer.name("table").string(outcome.mutation().table());
      writer.endObject();
    }
  }
}
