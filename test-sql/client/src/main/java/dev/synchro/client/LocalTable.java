package dev.synchro.client;

import dev.synchro.core.digest.Checksum;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonNull;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.row.RowEncoder;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.row.RowReader;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableValue;
import dev.synchro.core.value.WireValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One synced table under one manifest: reads, checks and encodes its rows. */
final class LocalTable {

  private static final int TAG_AND_PRESENCE = 2;

  private final TableSchema schema;
  private final int relation;
  private final RowEncoder encoder;
  private final RowReader reader;
  private final List<FieldSchema> fields;
  private final String writeStatement;
  private final Map<String, Integer> indexByName = new HashMap<>();

  LocalTable(TableSchema schema, SchemaHash hash, int relation) {
    this.schema = schema;
    this.relation = relation;
    this.encoder = new RowEncoder(schema, hash);
    this.reader = new RowReader(schema);
    this.fields = schema.fields();
    this.writeStatement = VisibleTables.writeStatement(schema.name(), fields);
    for (int index = 0; index < fields.size(); index++) {
      indexByName.put(fields.get(index).name(), index);
    }
  }

  String tableId() {
    return schema.tableId();
  }

  String name() {
    return schema.name();
  }

  int relation() {
    return relation;
  }

  TableSchema schema() {
    return schema;
  }

  List<FieldSchema> fields() {
    return fields;
  }

  FieldSchema keyField() {
    return schema.keyField();
  }

  Optional<FieldSchema> fieldNamed(String name) {
    return Optional.ofNullable(indexByName.get(name)).map(fields::get);
  }

  /** Writes one row of the application's table, values in field order. */
  String writeStatement() {
    return writeStatement;
  }

  /** Constant first part of the identity of every row. */
  byte[] identityHead() {
    return RowIdentity.head(schema.tableId(), schema.primaryKeyFieldId());
  }

  RowKey keyOf(PortableValue key) {
    return new RowKey(relation, RowIdentity.key(key));
  }

  boolean isTombstone(PortableValue[] values) {
    return schema
        .lifecycle()
        .deletedAtFieldId()
        .filter(fieldId -> !values[schema.indexOf(fieldId)].isNull())
        .isPresent();
  }

  /** The key value in the octets of a row key. */
  PortableValue keyValue(RowKey row) {
    ByteBuffer payload = ByteBuffer.wrap(row.key()).position(TAG_AND_PRESENCE);
    return switch (keyField().type()) {
      case INT -> PortableValue.ofInt(payload.getInt());
      case INT64 -> PortableValue.ofInt64(payload.getLong());
      default -> {
        payload.getLong();
        yield PortableValue.ofString(StandardCharsets.UTF_8.decode(payload).toString());
      }
    };
  }

  /** Reads a {@code pk} object, which has exactly the key's field id. */
  RowKey readKey(String what, JsonObject pk) {
    try {
      return keyOf(reader.readKey(pk));
    } catch (Malformed refused) {
      throw new ContractFault(what + " has a pk that is refused: " + refused.getMessage());
    }
  }

  /**
   * Checks a row against everything that came with it.
   *
   * @param what names the message in a fault
   * @throws ContractFault when the row breaks the manifest, its key differs from {@code pk}, or its
   *     digest is not the one recomputed here
   */
  VerifiedRow verify(
      String what, JsonObject pk, JsonObject row, JsonValue checksum, String serverVersion) {
    RowKey key = readKey(what, pk);
    VerifiedRow verified = encode(what, row, serverVersion);
    if (!verified.key().equals(key)) {
      throw new ContractFault(what + " has a row whose key differs from its pk");
    }
    if (!Arrays.equals(verified.digest(), readChecksum(what, checksum))) {
      throw new ContractFault(what + " has a row that differs from its digest");
    }
    return verified;
  }

  static byte[] readChecksum(String what, JsonValue checksum) {
    try {
      return Checksum.read(checksum);
    } catch (Malformed refused) {
      throw new ContractFault(what + " has a checksum that is " + refused.getMessage());
    }
  }

  /** Encodes a complete wire row, computing its digest under this manifest. */
  VerifiedRow encode(String what, JsonObject row, String serverVersion) {
    if (serverVersion.isEmpty()) {
      throw new ContractFault(what + " has an empty server version");
    }
    try {
      return encode(reader.read(row), serverVersion);
    } catch (Malformed refused) {
      throw new ContractFault(what + " has a row that is refused: " + refused.getMessage());
    }
  }

  /**
   * Reads one value on its own.
   *
   * @throws Malformed when it does not fit the field
   */
  PortableValue value(FieldSchema field, JsonValue json) {
    PortableValue value = WireValue.read(field.type(), json);
    field.bounds().ifPresent(bounds -> value.checkBounds(bounds.precision(), bounds.scale()));
    return value;
  }

  /**
   * Values of a row written under another manifest: fields it lacks are null, fields it has beyond
   * this manifest are left out.
   *
   * @throws Malformed when a value does not fit its field any more
   */
  PortableValue[] valuesOf(JsonObject row) {
    PortableValue[] values = new PortableValue[fields.size()];
    for (int index = 0; index < values.length; index++) {
      FieldSchema field = fields.get(index);
      values[index] = value(field, row.find(field.fieldId()).orElse(JsonNull.INSTANCE));
    }
    return values;
  }

  /** Encodes values in field order, refusing a null where this manifest has none. */
  VerifiedRow encode(PortableValue[] values, String serverVersion) {
    EncodedRow encoded = encoder.encode(values);
    return new VerifiedRow(
        new RowKey(relation, encoded.key()),
        values,
        new String(encoded.row(), StandardCharsets.UTF_8),
        serverVersion,
        encoded.rowDigest(serverVersion));
  }
}
