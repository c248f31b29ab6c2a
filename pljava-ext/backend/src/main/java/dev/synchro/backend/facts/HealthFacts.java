package dev.synchro.backend.facts;

import dev.synchro.core.json.JsonObject;
import dev.synchro.core.registry.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Everything readiness is judged by. Contract 10.1.
 *
 * @param newest the newest generation of the registry
 * @param manifest the newest manifest
 * @param relations the registered relations that still exist
 * @param poisoned whether a poison is active
 * @param faulty whether an integrity fault is open
 * @param coordinating whether a stream reset or projection bootstrap is under way
 */
public record HealthFacts(
    String database,
    Optional<String> extensionVersion,
    Optional<Generation> newest,
    Optional<Manifest> manifest,
    List<RelationFacts> relations,
    Optional<Publication> publication,
    Optional<Progress> progress,
    Optional<Login> login,
    Optional<Heartbeat> heartbeat,
    boolean poisoned,
    boolean faulty,
    boolean coordinating) {

  /** A generation of the registry. */
  public record Generation(long number, String state, JsonObject content) {}

  /**
   * A manifest.
   *
   * @param hash 64 lowercase hexadecimal digits
   */
  public record Manifest(long version, String hash, JsonObject document) {}

  /**
   * The publication.
   *
   * @param options whether they are those of contract 3.4, without filters and column lists
   * @param members OIDs
   * @param kept whether none of them left it and came back since its rows are followed
   */
  public record Publication(boolean options, List<Long> members, boolean kept) {}

  /**
   * How far capture has come.
   *
   * @param ordered whether its positions follow each other as they must
   * @param slot absent when the slot it points to does not exist
   */
  public record Progress(boolean ordered, long registryGeneration, Optional<Slot> slot) {}

  /**
   * The replication slot.
   *
   * @param acknowledged whether its confirmed position lies where it may; absent when it has none
   * @param lagBytes from its confirmed position to the end of WAL
   */
  public record Slot(boolean usable, Optional<Boolean> acknowledged, OptionalLong lagBytes) {}

  /**
   * The configured worker login.
   *
   * @param shaped whether it has the attributes and the one membership of contract 3.1
   * @param alone whether no other login but superusers can replicate
   * @param streams whether the slot is read by a session of this login
   */
  public record Login(long oid, boolean shaped, boolean alone, boolean streams) {}

  /**
   * What the worker last said.
   *
   * @param connected whether its session is there, in this database and of its login
   * @param ageSeconds since it said so, negative when it lies in the future
   * @param observed whether it has read WAL
   * @param pendingSeconds age of the oldest commit it has not materialized; absent when none waits
   */
  public record Heartbeat(
      String database,
      String login,
      long loginOid,
      String state,
      boolean connected,
      OptionalLong ageSeconds,
      boolean observed,
      OptionalLong pendingSeconds) {}

  /** Reads what the health query made. */
  public static HealthFacts read(Members members) {
    List<RelationFacts> relations = new ArrayList<>();
    for (Members relation : members.objects("relations")) {
      relations.add(RelationFacts.read(relation));
    }
    return new HealthFacts(
        members.text("database"),
        members.optionalText("extension_version"),
        members
            .optionalObject("newest")
            .map(
                newest ->
                    new Generation(
                        newest.number("generation"),
                        newest.text("state"),
                        newest.object("content").json())),
        members
            .optionalObject("manifest")
            .map(
                manifest ->
                    new Manifest(
                        manifest.number("version"),
                        manifest.text("hash"),
                        manifest.object("document").json())),
        relations,
        members
            .optionalObject("publication")
            .map(
                publication ->
                    new Publication(
                        publication.truth("options"),
                        publication.numbers("members"),
                        publication.truth("kept"))),
        members.optionalObject("progress").map(HealthFacts::progress),
        members
            .optionalObject("worker")
            .map(
                login ->
                    new Login(
                        login.number("oid"),
                        login.truth("shaped"),
                        login.truth("alone"),
                        login.truth("streams"))),
        members.optionalObject("heartbeat").map(HealthFacts::heartbeat),
        members.truth("poisoned"),
        members.truth("faulty"),
        members.truth("coordinating"));
  }

  private static Progress progress(Members progress) {
    return new Progress(
        progress.truth("ordered"),
        progress.number("registry_generation"),
        progress
            .optionalObject("slot")
            .map(
                slot ->
                    new Slot(
                        slot.optionalTruth("usable").orElse(false),
                        slot.optionalTruth("acknowledged"),
                        slot.optionalNumber("lag_bytes"))));
  }

  private static Heartbeat heartbeat(Members heartbeat) {
    return new Heartbeat(
        heartbeat.text("database"),
        heartbeat.text("login"),
        heartbeat.number("login_oid"),
        heartbeat.text("state"),
        heartbeat.truth("connected"),
        heartbeat.optionalNumber("age_seconds"),
        heartbeat.truth("observed"),
        heartbeat.optionalNumber("pending_seconds"));
  }
}
