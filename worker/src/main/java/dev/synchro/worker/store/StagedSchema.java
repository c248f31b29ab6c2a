package dev.synchro.worker.store;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.registry.EvolutionClass;
import dev.synchro.core.registry.ManifestBuilder;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RelationPlans;
import dev.synchro.worker.registry.GenerationStep;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The schema that rows are staged under. The manifest a step publishes tells how far the step
 * reaches, which is known for certain only when it is taken; so that rows need not be digested
 * twice, they are staged under the manifest to be expected. Nothing depends on the guess but time.
 */
public final class StagedSchema {
  private final GenerationStep step;
  private final SchemaManifest parent;

  public StagedSchema(GenerationStep step, SchemaManifest parent) {
    this.step = step;
    this.parent = parent;
  }

  /** What a step of this reach publishes; the parent when that is nothing. */
  SchemaManifest manifest(EvolutionClass reached) {
    return reached
        .transition()
        .map(transition -> ManifestBuilder.next(step.after(), parent, transition))
        .orElse(parent);
  }

  /** Plans for staging all rows of the step, as far as the rows of the snapshot tell. */
  public RelationPlans guess(EvolutionClass.Rows rows) {
    EvolutionClass expected = EvolutionClass.between(step.before(), step.after(), rows);
    return RelationPlans.staging(
        step.staged(), parent.hash(), step.stagedNumbers(), List.of(), manifest(expected).hash());
  }

  /**
   * What the rows that are staged are digested under, told from one of them.
   *
   * @throws IntegrityBroken when it is nothing the step could publish
   */
  SchemaHash find(StoreSession session) throws SQLException {
    for (RegisteredRelation relation : step.staged().relations()) {
      if (relation.table().isPresent()) {
        PreparedStatement statement = session.statement(Statement.FIRST_IMAGE);
        statement.setInt(1, relation.relation());
        try (ResultSet row = statement.executeQuery()) {
          if (row.next()) {
            return find(
                relation.relation(),
                Utf8.encode(row.getString(1)),
                row.getString(2),
                row.getBytes(3));
          }
        }
      }
    }
    return parent.hash();
  }

  private SchemaHash find(int number, byte[] row, String version, byte[] digest) {
    for (EvolutionClass reached : EvolutionClass.values()) {
      SchemaHash hash = manifest(reached).hash();
      Optional<RelationPlan> plan = new RelationPlans(step.staged(), hash).byNumber(number);
      try {
        if (Arrays.equals(digest, plan.orElseThrow().digest(row, version))) {
          return hash;
        }
      } catch (Malformed e) {
        throw new IntegrityBroken();
      }
    }
    throw new IntegrityBroken();
  }
}
