package dev.synchro.backend.decide;

import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaReference;

/**
 * Up to where capture has come.
 *
 * @param streamGeneration contract 1.3
 * @param registryGeneration the generation in force
 * @param boundary everything up to here is visible
 * @param schema the manifest in force
 * @param blocked whether a poison is active
 */
public record StreamFacts(
    long streamGeneration,
    long registryGeneration,
    Position boundary,
    SchemaReference schema,
    boolean blocked) {}
