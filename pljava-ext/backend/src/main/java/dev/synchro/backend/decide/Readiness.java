package dev.synchro.backend.decide;

import dev.synchro.backend.Synchro;
import dev.synchro.backend.facts.HealthFacts;
import dev.synchro.backend.facts.HealthFacts.Heartbeat;
import dev.synchro.backend.facts.HealthFacts.Login;
import dev.synchro.backend.facts.HealthFacts.Progress;
import dev.synchro.backend.facts.HealthFacts.Publication;
import dev.synchro.backend.facts.HealthFacts.Slot;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.setting.Setting;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Judges whether clients can be served what they are promised. Contract 10.1. */
public final class Readiness {
  /** The checks, all of which must be ok. */
  public enum Check {
    DATABASE_CONTRACT,
    REGISTRY_GENERATION,
    SCHEMA_GENERATION,
    RELATION_IDENTITY,
    PUBLICATION,
    REPLICATION_SLOT,
    WORKER,
    POISON,
    STREAM_RESET,
    MATERIALIZATION_PROGRESS,
    HEARTBEAT,
    WAL_BYTE_LAG,
    WAL_TIME_LAG
  }

  private static final String INVALID_LIMIT = "invalid_limit";

  private final HealthFacts facts;
  private final Map<String, String> settings;
  private final boolean sameBuild;
  private final Optional<Registry> registry;
  private final Map<Check, Finding> findings = new EnumMap<>(Check.class);

  private Readiness(HealthFacts facts, Map<String, String> settings, boolean sameBuild) {
    this.facts = facts;
    this.settings = settings;
    this.sameBuild = sameBuild;
    this.registry = StoredRegistry.read(facts.newest());
  }

  /** What was found of one check. */
  public record Finding(State state, String reason) {
    static final Finding OK = new Finding(State.OK, "");

    static Finding failed(String reason) {
      return new Finding(State.FAILED, reason);
    }

    static Finding unknown(String reason) {
      return new Finding(State.UNKNOWN, reason);
    }

    static Finding okIf(boolean ok, String reason) {
      return ok ? OK : failed(reason);
    }
  }

  /** The states of a check. */
  public enum State {
    OK("ok"),
    FAILED("failed"),
    UNKNOWN("unknown");

    private final String text;

    State(String text) {
      this.text = text;
    }

    /** The word for it. */
    public String text() {
      return text;
    }
  }

  /**
   * Judges every check.
   *
   * @param settings stored texts by full name
   * @param sameBuild whether library and installed objects are of one build
   */
  public static Health judge(HealthFacts facts, Map<String, String> settings, boolean sameBuild) {
    Readiness readiness = new Readiness(facts, settings, sameBuild);
    readiness.run();
    return new Health(
        readiness.findings, readiness.heartbeatAge(), readiness.lagBytes(), readiness.lagSeconds());
  }

  /** What is known when nothing could be observed. */
  public static Health unobservable() {
    Map<Check, Finding> findings = new EnumMap<>(Check.class);
    for (Check check : Check.values()) {
      findings.put(check, Finding.unknown("health_query_unavailable"));
    }
    return new Health(findings, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
  }

  private void run() {
    findings.put(Check.DATABASE_CONTRACT, databaseContract());
    findings.put(Check.REGISTRY_GENERATION, registryGeneration());
    findings.put(Check.SCHEMA_GENERATION, schemaGeneration());
    findings.put(Check.RELATION_IDENTITY, relationIdentity());
    findings.put(Check.PUBLICATION, publication());
    findings.put(Check.REPLICATION_SLOT, replicationSlot());
    findings.put(Check.WORKER, worker());
    findings.put(Check.POISON, Finding.okIf(!facts.poisoned(), "blocking_poison"));
    findings.put(
        Check.STREAM_RESET, Finding.okIf(!facts.coordinating(), "stream_reset_incomplete"));
    findings.put(Check.MATERIALIZATION_PROGRESS, progress());
    findings.put(Check.HEARTBEAT, heartbeat());
    findings.put(Check.WAL_BYTE_LAG, byteLag());
    findings.put(Check.WAL_TIME_LAG, timeLag());
  }

  private Finding databaseContract() {
    Optional<String> database = accepted(Setting.DATABASE);
    if (database.isEmpty()) {
      return Finding.failed("database_not_configured");
    }
    boolean minimumReadable =
        Setting.MINIMUM_CLIENT_VERSION
            .in(settings)
            .map(Setting.MINIMUM_CLIENT_VERSION::accepts)
            .orElse(true);
    boolean valid =
        database.get().equals(facts.database())
            && facts.extensionVersion().equals(Optional.of(Synchro.VERSION))
            && sameBuild
            && minimumReadable;
    return Finding.okIf(valid, "database_contract_invalid");
  }

  private Finding registryGeneration() {
    boolean active =
        registry.isPresent()
            && facts.newest().filter(newest -> newest.state().equals("active")).isPresent();
    return Finding.okIf(active, "registry_generation_invalid");
  }

  private Finding schemaGeneration() {
    if (facts.manifest().isEmpty()) {
      return Finding.failed("schema_generation_missing");
    }
    boolean valid =
        registry.isPresent() && StoredRegistry.describes(facts.manifest().get(), registry.get());
    return Finding.okIf(valid, "schema_generation_invalid");
  }

  private Finding relationIdentity() {
    boolean valid = registry.isPresent() && RelationDrift.none(registry.get(), facts.relations());
    return Finding.okIf(valid, "relation_identity_invalid");
  }

  private Finding publication() {
    if (accepted(Setting.PUBLICATION_NAME).isEmpty() || facts.publication().isEmpty()) {
      return Finding.failed("publication_not_configured");
    }
    Publication publication = facts.publication().get();
    boolean exact =
        publication.options()
            && publication.kept()
            && registry.isPresent()
            && new HashSet<>(publication.members()).equals(registeredOids(registry.get()));
    return Finding.okIf(exact, "publication_mismatch");
  }

  private static Set<Long> registeredOids(Registry registry) {
    Set<Long> oids = new HashSet<>();
    for (RegisteredRelation relation : registry.relations()) {
      oids.add(relation.oid());
    }
    return oids;
  }

  private Finding replicationSlot() {
    if (accepted(Setting.REPLICATION_SLOT).isEmpty() || facts.progress().isEmpty()) {
      return Finding.failed("replication_slot_not_configured");
    }
    return Finding.okIf(slot().filter(Slot::usable).isPresent(), "replication_slot_invalid");
  }

  private Optional<Slot> slot() {
    return facts.progress().flatMap(Progress::slot);
  }

  private Finding worker() {
    Optional<String> configured = accepted(Setting.WORKER_LOGIN);
    if (configured.isEmpty()) {
      return Finding.failed("worker_not_configured");
    }
    if (facts.login().isEmpty() || !facts.login().get().shaped() || !facts.login().get().alone()) {
      return Finding.failed("worker_identity_invalid");
    }
    if (facts.heartbeat().isEmpty()) {
      return Finding.failed("worker_state_invalid");
    }
    Login login = facts.login().get();
    Heartbeat beat = facts.heartbeat().get();
    if (beat.loginOid() != login.oid() || !beat.login().equals(configured.get())) {
      return Finding.failed("worker_identity_invalid");
    }
    boolean running =
        beat.state().equals("running")
            && beat.database().equals(facts.database())
            && beat.connected()
            && login.streams()
            && appliesNewest();
    return Finding.okIf(running, "worker_state_invalid");
  }

  private boolean appliesNewest() {
    return facts.progress().isPresent()
        && facts.newest().isPresent()
        && facts.progress().get().registryGeneration() == facts.newest().get().number();
  }

  private Finding progress() {
    if (facts.progress().isEmpty() || !facts.progress().get().ordered() || facts.faulty()) {
      return Finding.failed("materialization_progress_invalid");
    }
    Optional<Boolean> acknowledged = slot().flatMap(Slot::acknowledged);
    if (acknowledged.isEmpty()) {
      return Finding.unknown("slot_acknowledgement_unknown");
    }
    return Finding.okIf(acknowledged.get(), "slot_acknowledgement_invalid");
  }

  private Finding heartbeat() {
    return within(
        Setting.MAX_WORKER_HEARTBEAT_AGE_SECONDS,
        facts.heartbeat().map(Heartbeat::ageSeconds).orElse(OptionalLong.empty()),
        "heartbeat_unknown",
        "heartbeat_invalid",
        "heartbeat_stale");
  }

  private Finding byteLag() {
    return within(
        Setting.MAX_WAL_LAG_BYTES,
        observedLagBytes(),
        "wal_lag_unknown",
        "wal_lag_invalid",
        "wal_lag_exceeded");
  }

  private Finding timeLag() {
    return within(
        Setting.MAX_WAL_LAG_SECONDS,
        observedLagSeconds(),
        "wal_lag_unknown",
        "wal_lag_invalid",
        "wal_lag_exceeded");
  }

  private OptionalLong observedLagBytes() {
    return slot().map(Slot::lagBytes).orElse(OptionalLong.empty());
  }

  /** A missing observation is never 0: nothing pending counts only once WAL was seen. */
  private OptionalLong observedLagSeconds() {
    if (facts.heartbeat().isEmpty()) {
      return OptionalLong.empty();
    }
    Heartbeat beat = facts.heartbeat().get();
    if (beat.pendingSeconds().isPresent()) {
      return beat.pendingSeconds();
    }
    return beat.observed() && !facts.poisoned() ? OptionalLong.of(0) : OptionalLong.empty();
  }

  private Finding within(
      Setting limit, OptionalLong observed, String unknown, String invalid, String exceeded) {
    OptionalLong maximum = limit.number(settings);
    if (maximum.isEmpty()) {
      return Finding.failed(INVALID_LIMIT);
    }
    if (observed.isEmpty()) {
      return Finding.unknown(unknown);
    }
    if (observed.getAsLong() < 0) {
      return Finding.failed(invalid);
    }
    return Finding.okIf(observed.getAsLong() <= maximum.getAsLong(), exceeded);
  }

  private Optional<String> accepted(Setting setting) {
    return setting.in(settings).filter(setting::accepts);
  }

  private OptionalLong heartbeatAge() {
    return notNegative(facts.heartbeat().map(Heartbeat::ageSeconds).orElse(OptionalLong.empty()));
  }

  private OptionalLong lagBytes() {
    return notNegative(observedLagBytes());
  }

  private OptionalLong lagSeconds() {
    return notNegative(observedLagSeconds());
  }

  private static OptionalLong notNegative(OptionalLong observed) {
    return observed.isPresent() && observed.getAsLong() < 0 ? OptionalLong.empty() : observed;
  }
}
