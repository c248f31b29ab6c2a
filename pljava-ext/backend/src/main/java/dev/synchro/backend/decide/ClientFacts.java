package dev.synchro.backend.decide;

/**
 * What is stored of a client identity.
 *
 * @param clientPk the number that stands for it in storage
 * @param generation the current generation
 * @param expired whether that generation expired
 * @param scopeSetVersion version of its assigned set
 * @param acceptedEpoch epoch of its last accepted write
 * @param materializedEpoch epoch of its last captured write
 * @param retired whether it was retired for ever
 */
public record ClientFacts(
    long clientPk,
    long generation,
    boolean expired,
    long scopeSetVersion,
    long acceptedEpoch,
    long materializedEpoch,
    boolean retired) {}
