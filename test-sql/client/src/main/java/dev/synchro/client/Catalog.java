package dev.synchro.client;

import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaManifest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** The synced tables of one manifest. */
final class Catalog {

  private final SchemaManifest manifest;
  private final Map<String, LocalTable> byTableId = new LinkedHashMap<>();
  private final Map<String, LocalTable> byName = new LinkedHashMap<>();

  /**
   * @param relationOf local number of a table
   */
  Catalog(SchemaManifest manifest, ToIntFunction<LocalTableIdentity> relationOf) {
    this.manifest = manifest;
    manifest
        .tables()
        .forEach(
            schema -> {
              int relation = relationOf.applyAsInt(LocalTableIdentity.of(schema));
              LocalTable table = new LocalTable(schema, manifest.hash(), relation);
              byTableId.put(table.tableId(), table);
              byName.put(table.name(), table);
            });
  }

  long version() {
    return manifest.version();
  }

  SchemaHash hash() {
    return manifest.hash();
  }

  String hashText() {
    return manifest.hash().hex();
  }

  List<LocalTable> tables() {
    return List.copyOf(byTableId.values());
  }

  LocalTable table(String what, String tableId) {
    LocalTable table = byTableId.get(tableId);
    if (table == null) {
      throw new ContractFault(what + " names a table that the manifest does not have");
    }
    return table;
  }

  Optional<LocalTable> find(String tableId) {
    return Optional.ofNullable(byTableId.get(tableId));
  }

  Optional<LocalTable> findNamed(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  Optional<LocalTable> findRelation(int relation) {
    return byTableId.values().stream().filter(table -> table.relation() == relation).findFirst();
  }
}
