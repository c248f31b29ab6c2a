package dev.synchro.backend.decide;

import static dev.synchro.backend.decide.RegistrationVerdictTest.decide;
import static dev.synchro.backend.decide.RegistrationVerdictTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.backend.decide.Readiness.Check;
import dev.synchro.backend.decide.Readiness.Finding;
import dev.synchro.backend.facts.HealthFacts;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.registry.ManifestBuilder;
import dev.synchro.core.registry.Members;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.RegistryDocument;
import dev.synchro.core.schema.SchemaManifest;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ReadinessTest {
  private static final RegisteredRelation NOTES =
      decide(request(), TestRelations.prepared(), Optional.empty()).numbered(1);
  private static final Registry REGISTRY = new Registry(3, List.of(NOTES), List.of());
  private static final SchemaManifest MANIFEST = ManifestBuilder.initial(REGISTRY);

  private static final Map<String, String> SETTINGS =
      Map.of(
          "synchro.database", "shop",
          "synchro.worker_login", "worker",
          "synchro.max_worker_heartbeat_age_seconds", "30",
          "synchro.max_wal_lag_bytes", "1000",
          "synchro.max_wal_lag_seconds", "30");

  private static final String PROGRESS = "{\"ordered\":true,\"registry_generation\":3,\"slot\":%s}";
  private static final String SLOT = "{\"usable\":true,\"acknowledged\":true,\"lag_bytes\":1000}";
  private static final String WORKER =
      "{\"oid\":50,\"shaped\":true,\"alone\":true,\"streams\":true}";
  private static final String HEARTBEAT =
      "{\"database\":\"shop\",\"login\":\"worker\",\"login_oid\":50,\"state\":\"running\","
          + "\"connected\":true,\"age_seconds\":30,\"observed\":true,\"pending_seconds\":null}";

  /** Everything as it should be. */
  private static Map<String, JsonValue> sound() {
    Map<String, JsonValue> facts = new LinkedHashMap<>();
    set(facts, "database", "\"shop\"");
    set(facts, "extension_version", "\"0.3.1\"");
    set(facts, "newest", newest("active"));
    set(facts, "manifest", manifest(MANIFEST.hash().hex(), 1));
    set(facts, "relations", "[" + TestRelations.preparedText() + "]");
    set(facts, "publication", "{\"options\":true,\"members\":[1000],\"kept\":true}");
    set(facts, "progress", String.format(PROGRESS, SLOT));
    set(facts, "worker", WORKER);
    set(facts, "heartbeat", HEARTBEAT);
    set(facts, "poisoned", "false");
    set(facts, "faulty", "false");
    set(facts, "coordinating", "false");
    return facts;
  }

  private static String newest(String state) {
    return "{\"generation\":3,\"state\":\""
        + state
        + "\",\"content\":"
        + new String(RegistryDocument.write(REGISTRY), StandardCharsets.UTF_8)
        + "}";
  }

  private static String manifest(String hash, long version) {
    return "{\"version\":"
        + version
        + ",\"hash\":\""
        + hash
        + "\",\"document\":"
        + new String(MANIFEST.published(), StandardCharsets.UTF_8)
        + "}";
  }

  private static void set(Map<String, JsonValue> facts, String name, String json) {
    facts.put(name, JsonParser.parse(json.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
  }

  private static Health judge(
      Map<String, JsonValue> facts, Map<String, String> settings, boolean sameBuild) {
    return Readiness.judge(
        HealthFacts.read(new Members(new JsonObject(facts))), settings, sameBuild);
  }

  @Test
  void everything_as_it_should_be_is_ready() {
    Health health = judge(sound(), SETTINGS, true);

    assertThat(health.findings()).containsOnlyKeys(Check.values());
    assertThat(health.findings().values()).containsOnly(Finding.OK);
    assertThat(health.summary()).isEqualTo("{\"ready\":true}");
    assertThat(health.detail())
        .endsWith(
            "\"observations\":{\"heartbeat_age_seconds\":30,\"wal_lag_bytes\":1000,"
                + "\"wal_lag_seconds\":0},\"ready\":true}");
  }

  private static Arguments fact(Check check, String finding, String name, String json) {
    return Arguments.of(check, finding, name, json);
  }

  private static Arguments worker(String finding, String from, String to) {
    return fact(Check.WORKER, "failed " + finding, "worker", WORKER.replace(from, to));
  }

  private static Arguments beat(Check check, String finding, String from, String to) {
    return fact(check, finding, "heartbeat", HEARTBEAT.replace(from, to));
  }

  private static Arguments slot(Check check, String finding, String from, String to) {
    return fact(check, finding, "progress", String.format(PROGRESS, SLOT.replace(from, to)));
  }

  static Stream<Arguments> broken_facts() {
    Check progress = Check.MATERIALIZATION_PROGRESS;
    return Stream.of(
        fact(Check.DATABASE_CONTRACT, "failed database_contract_invalid", "database", "\"x\""),
        fact(
            Check.DATABASE_CONTRACT,
            "failed database_contract_invalid",
            "extension_version",
            "null"),
        fact(Check.REGISTRY_GENERATION, "failed registry_generation_invalid", "newest", "null"),
        fact(
            Check.REGISTRY_GENERATION,
            "failed registry_generation_invalid",
            "newest",
            newest("pending")),
        fact(
            Check.REGISTRY_GENERATION,
            "failed registry_generation_invalid",
            "newest",
            "{\"generation\":3,\"state\":\"active\",\"content\":{}}"),
        fact(Check.SCHEMA_GENERATION, "failed schema_generation_missing", "manifest", "null"),
        fact(
            Check.SCHEMA_GENERATION,
            "failed schema_generation_invalid",
            "manifest",
            manifest("0".repeat(64), 1)),
        fact(
            Check.SCHEMA_GENERATION,
            "failed schema_generation_invalid",
            "manifest",
            manifest(MANIFEST.hash().hex(), 2)),
        fact(Check.RELATION_IDENTITY, "failed relation_identity_invalid", "relations", "[]"),
        fact(
            Check.RELATION_IDENTITY,
            "failed relation_identity_invalid",
            "relations",
            "[" + TestRelations.preparedText("{\"name\":\"renamed\"}") + "]"),
        fact(
            Check.RELATION_IDENTITY,
            "failed relation_identity_invalid",
            "relations",
            "[" + TestRelations.preparedText("{\"worker_reads\":false}") + "]"),
        fact(
            Check.RELATION_IDENTITY,
            "failed relation_identity_invalid",
            "relations",
            "[" + TestRelations.preparedText("{\"replica_identity\":\"f\"}") + "]"),
        fact(
            Check.RELATION_IDENTITY,
            "failed relation_identity_invalid",
            "relations",
            "["
                + TestRelations.preparedText().replace("\"name\":\"title\"", "\"name\":\"heading\"")
                + "]"),
        fact(
            Check.RELATION_IDENTITY,
            "failed relation_identity_invalid",
            "relations",
            "[" + TestRelations.preparedText().replace("\"varchar\"", "\"int4\"") + "]"),
        fact(Check.PUBLICATION, "failed publication_not_configured", "publication", "null"),
        fact(
            Check.PUBLICATION,
            "failed publication_mismatch",
            "publication",
            "{\"options\":false,\"members\":[1000],\"kept\":true}"),
        fact(
            Check.PUBLICATION,
            "failed publication_mismatch",
            "publication",
            "{\"options\":true,\"members\":[],\"kept\":true}"),
        fact(
            Check.PUBLICATION,
            "failed publication_mismatch",
            "publication",
            "{\"options\":true,\"members\":[1000,1001],\"kept\":true}"),
        fact(
            Check.PUBLICATION,
            "failed publication_mismatch",
            "publication",
            "{\"options\":true,\"members\":[1000],\"kept\":false}"),
        fact(Check.REPLICATION_SLOT, "failed replication_slot_not_configured", "progress", "null"),
        fact(
            Check.REPLICATION_SLOT,
            "failed replication_slot_invalid",
            "progress",
            String.format(PROGRESS, "null")),
        slot(
            Check.REPLICATION_SLOT,
            "failed replication_slot_invalid",
            "usable\":true",
            "usable\":false"),
        slot(
            Check.REPLICATION_SLOT,
            "failed replication_slot_invalid",
            "usable\":true",
            "usable\":null"),
        fact(Check.WORKER, "failed worker_identity_invalid", "worker", "null"),
        worker("worker_identity_invalid", "shaped\":true", "shaped\":false"),
        worker("worker_identity_invalid", "alone\":true", "alone\":false"),
        worker("worker_identity_invalid", "oid\":50", "oid\":51"),
        worker("worker_state_invalid", "streams\":true", "streams\":false"),
        fact(Check.WORKER, "failed worker_state_invalid", "heartbeat", "null"),
        beat(Check.WORKER, "failed worker_state_invalid", "running", "blocked"),
        beat(Check.WORKER, "failed worker_state_invalid", "shop", "other"),
        beat(Check.WORKER, "failed worker_state_invalid", "connected\":true", "connected\":false"),
        beat(Check.WORKER, "failed worker_identity_invalid", "\"worker\"", "\"former\""),
        slot(Check.WORKER, "ok ", "x", "x"),
        fact(
            Check.WORKER,
            "failed worker_state_invalid",
            "progress",
            String.format(PROGRESS, SLOT).replace("generation\":3", "generation\":2")),
        fact(Check.POISON, "failed blocking_poison", "poisoned", "true"),
        fact(Check.STREAM_RESET, "failed stream_reset_incomplete", "coordinating", "true"),
        fact(progress, "failed materialization_progress_invalid", "progress", "null"),
        fact(progress, "failed materialization_progress_invalid", "faulty", "true"),
        fact(
            progress,
            "failed materialization_progress_invalid",
            "progress",
            String.format(PROGRESS, SLOT).replace("ordered\":true", "ordered\":false")),
        slot(
            progress,
            "unknown slot_acknowledgement_unknown",
            "acknowledged\":true",
            "acknowledged\":null"),
        slot(
            progress,
            "failed slot_acknowledgement_invalid",
            "acknowledged\":true",
            "acknowledged\":false"),
        fact(Check.HEARTBEAT, "unknown heartbeat_unknown", "heartbeat", "null"),
        beat(Check.HEARTBEAT, "failed heartbeat_stale", "seconds\":30", "seconds\":31"),
        beat(Check.HEARTBEAT, "failed heartbeat_invalid", "seconds\":30", "seconds\":-1"),
        slot(Check.WAL_BYTE_LAG, "failed wal_lag_exceeded", "1000", "1001"),
        slot(Check.WAL_BYTE_LAG, "failed wal_lag_invalid", "1000", "-1"),
        slot(Check.WAL_BYTE_LAG, "unknown wal_lag_unknown", "1000", "null"),
        fact(Check.WAL_TIME_LAG, "unknown wal_lag_unknown", "heartbeat", "null"),
        beat(Check.WAL_TIME_LAG, "unknown wal_lag_unknown", "observed\":true", "observed\":false"),
        fact(Check.WAL_TIME_LAG, "unknown wal_lag_unknown", "poisoned", "true"),
        beat(Check.WAL_TIME_LAG, "ok ", "pending_seconds\":null", "pending_seconds\":30"),
        beat(
            Check.WAL_TIME_LAG,
            "failed wal_lag_exceeded",
            "pending_seconds\":null",
            "pending_seconds\":31"),
        beat(
            Check.WAL_TIME_LAG,
            "failed wal_lag_invalid",
            "pending_seconds\":null",
            "pending_seconds\":-1"));
  }

  @ParameterizedTest(name = "{0} is {1} when {2} is {3}")
  @MethodSource("broken_facts")
  void a_broken_fact_is_found(Check check, String finding, String name, String json) {
    Map<String, JsonValue> facts = sound();
    set(facts, name, json);

    Health health = judge(facts, SETTINGS, true);

    assertThat(told(health, check)).isEqualTo(finding);
    if (!finding.equals("ok ")) {
      assertThat(health.summary()).isEqualTo("{\"ready\":false}");
    }
  }

  private static String told(Health health, Check check) {
    Finding finding = health.findings().get(check);
    return finding.state().text() + " " + finding.reason();
  }

  private static Arguments setting(Check check, String finding, String name, String value) {
    return Arguments.of(check, finding, "synchro." + name, value);
  }

  static Stream<Arguments> broken_settings() {
    return Stream.of(
        setting(Check.DATABASE_CONTRACT, "failed database_not_configured", "database", null),
        setting(
            Check.DATABASE_CONTRACT,
            "failed database_contract_invalid",
            "minimum_client_version",
            "1"),
        setting(Check.DATABASE_CONTRACT, "ok ", "minimum_client_version", "1.0.0"),
        setting(Check.PUBLICATION, "failed publication_not_configured", "publication_name", ""),
        setting(
            Check.REPLICATION_SLOT,
            "failed replication_slot_not_configured",
            "replication_slot",
            "A"),
        setting(Check.WORKER, "failed worker_not_configured", "worker_login", null),
        setting(Check.HEARTBEAT, "failed invalid_limit", "max_worker_heartbeat_age_seconds", null),
        setting(Check.WAL_BYTE_LAG, "failed invalid_limit", "max_wal_lag_bytes", "0"),
        setting(Check.WAL_BYTE_LAG, "failed invalid_limit", "max_wal_lag_bytes", "-1"),
        setting(Check.WAL_TIME_LAG, "failed invalid_limit", "max_wal_lag_seconds", "Infinity"),
        setting(Check.WAL_TIME_LAG, "failed invalid_limit", "max_wal_lag_seconds", "30s"));
  }

  @ParameterizedTest(name = "{0} is {1} when {2} is {3}")
  @MethodSource("broken_settings")
  void a_broken_setting_is_found(Check check, String finding, String name, String value) {
    Map<String, String> settings = new TreeMap<>(SETTINGS);
    settings.remove(name);
    if (value != null) {
      settings.put(name, value);
    }

    assertThat(told(judge(sound(), settings, true), check)).isEqualTo(finding);
  }

  @Test
  void objects_of_another_build_are_found() {
    assertThat(told(judge(sound(), SETTINGS, false), Check.DATABASE_CONTRACT))
        .isEqualTo("failed database_contract_invalid");
  }

  @Test
  void nothing_observed_is_nothing_known() {
    Health health = Readiness.unobservable();

    assertThat(health.ready()).isFalse();
    assertThat(health.findings()).containsOnlyKeys(Check.values());
    assertThat(told(health, Check.POISON)).isEqualTo("unknown health_query_unavailable");
  }
}
