package dev.synchro.core.schema;

import dev.synchro.core.bytes.Domain;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.bytes.Utf8Order;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.limit.Limits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The immutable schema document: body, version and hash are one record. Every instance has passed
 * all rules of contract 8.4; tables stand in the order of their ids' UTF-8 octets.
 */
public final class SchemaManifest {
  private final long version;
  private final Optional<SchemaReference> parent;
  private final TransitionClass transition;
  private final long compatibilityFloor;
  private final List<TableSchema> tables;
  private final SchemaHash hash;
  private final byte[] body;
  private final byte[] published;

  /**
   * Checks the parts and derives body, hash and published text.
   *
   * @throws Malformed when a rule of contract 8.4 is broken
   */
  public SchemaManifest(
      long version,
      Optional<SchemaReference> parent,
      TransitionClass transition,
      long compatibilityFloor,
      List<TableSchema> tables) {
    this.version = version;
    this.parent = parent;
    this.transition = transition;
    this.compatibilityFloor = compatibilityFloor;
    List<TableSchema> sorted = new ArrayList<>(tables);
    sorted.sort(Comparator.comparing(TableSchema::tableId, Utf8Order.INSTANCE));
    this.tables = List.copyOf(sorted);
    check();
    body = ManifestWriter.write(this, Optional.empty());
    hash = hashOf(body);
    published = ManifestWriter.write(this, Optional.of(hash));
  }

  private static SchemaHash hashOf(byte[] body) {
    Octets domain = new Octets(48);
    Domain.SCHEMA_MANIFEST.appendTo(domain);
    return SchemaHash.of(Sha256.digest(domain.toByteArray(), body));
  }

  /**
   * Reads a manifest with its collections in any order and checks it, its hash included.
   *
   * @throws Malformed when a rule of contract 8.4 is broken
   */
  public static SchemaManifest parse(byte[] json) {
    return parse(JsonParser.parseObject(json, JsonLimits.DOCUMENT));
  }

  /**
   * Reads a manifest that a document holds.
   *
   * @throws Malformed when a rule of contract 8.4 is broken
   */
  public static SchemaManifest parse(JsonObject json) {
    return ManifestReader.read(json);
  }

  private void check() {
    requireCounter(version);
    requireCounter(compatibilityFloor);
    if (tables.isEmpty()) {
      throw new Malformed(Rule.NO_TABLES);
    }
    checkParent();
    Ids tableIds = new Ids(Rule.DUPLICATE_ID);
    Ids relationIds = new Ids(Rule.DUPLICATE_ID);
    Ids names = new Ids(Rule.DUPLICATE_NAME);
    for (TableSchema table : tables) {
      tableIds.add(table.tableId());
      relationIds.add(table.relationId());
      names.add(table.name());
    }
  }

  private void checkParent() {
    boolean initial = transition == TransitionClass.INITIAL;
    if (initial != parent.isEmpty()) {
      throw new Malformed(Rule.PARENT_SCHEMA);
    }
    if (parent.isPresent()) {
      long parentVersion = parent.get().version();
      if (parentVersion < 1 || parentVersion >= version) {
        throw new Malformed(Rule.PARENT_SCHEMA);
      }
    }
    boolean floorFits =
        transition == TransitionClass.CLASS_2
            ? compatibilityFloor <= parent.get().version()
            : compatibilityFloor == version;
    if (!floorFits) {
      throw new Malformed(Rule.COMPATIBILITY_FLOOR);
    }
  }

  private static void requireCounter(long value) {
    if (value < 1 || value > Limits.MAX_COUNTER) {
      throw new Malformed(Rule.OUT_OF_RANGE);
    }
  }

  public long version() {
    return version;
  }

  public SchemaHash hash() {
    return hash;
  }

  public SchemaReference reference() {
    return new SchemaReference(version, hash);
  }

  public Optional<SchemaReference> parent() {
    return parent;
  }

  public TransitionClass transition() {
    return transition;
  }

  public long compatibilityFloor() {
    return compatibilityFloor;
  }

  public List<TableSchema> tables() {
    return tables;
  }

  public Optional<TableSchema> table(String tableId) {
    for (TableSchema table : tables) {
      if (table.tableId().equals(tableId)) {
        return Optional.of(table);
      }
    }
    return Optional.empty();
  }

  /** Canonical text without {@code schema_hash}, which is what the hash covers. */
  public byte[] body() {
    return body.clone();
  }

  /** Canonical text with {@code schema_hash}, the published form. */
  public byte[] published() {
    return published.clone();
  }
}
