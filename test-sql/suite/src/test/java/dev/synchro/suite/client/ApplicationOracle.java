package dev.synchro.suite.client;

import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.fixture.SynchroDatabase;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What every scope must hold and digest to, from the rows of the application's tables and the ids
 * of the published manifest. Rows are encoded here, term by term as ADR 005 writes them, with
 * nothing of the product's own encoding. It knows the types the tables of this package use.
 */
final class ApplicationOracle {

  private static final Map<String, Integer> TAGS =
      Map.of("string", 1, "int", 2, "int64", 3, "datetime", 7);

  /**
   * A synced table.
   *
   * @param name in schema {@code app}
   * @param scopes SQL expression, an array of the ids of the scopes a live row is in
   * @param live SQL condition
   */
  record Source(String name, String scopes, String live) {}

  private record Field(String id, String name, String type) {}

  /** An encoded row, and its values by column name. */
  private static final class Row {
    private final byte[] identity;
    private final byte[] digest;
    private final String text;

    Row(byte[] identity, byte[] digest, String text) {
      this.identity = identity;
      this.digest = digest;
      this.text = text;
    }
  }

  private final byte[] schemaHash;
  private final Map<String, List<Row>> members = new TreeMap<>();
  private final Map<String, Map<String, Set<String>>> visible = new TreeMap<>();

  private ApplicationOracle(byte[] schemaHash) {
    this.schemaHash = schemaHash;
  }

  /** The state of the tables now. */
  static ApplicationOracle read(SynchroDatabase database, List<Source> sources) {
    try (Connection connection = database.openSuperuser()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      String query =
          "SELECT encode(schema_hash, 'hex'), manifest FROM synchro.schema_manifest"
              + " JOIN synchro.progress USING (schema_version)";
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(query)) {
        row.next();
        ApplicationOracle oracle = new ApplicationOracle(HexFormat.of().parseHex(row.getString(1)));
        JsonObject manifest = object(row.getString(2));
        for (Source source : sources) {
          oracle.read(connection, source, table(manifest, source.name()));
        }
        return oracle;
      }
    } catch (SQLException failed) {
      throw new AssertionError("the application's tables cannot be read", failed);
    }
  }

  private static JsonObject object(String text) {
    return JsonParser.parseObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
  }

  private static JsonObject table(JsonObject manifest, String name) {
    for (JsonValue table : ((JsonArray) member(manifest, "tables")).elements()) {
      if (text((JsonObject) table, "name").equals(name)) {
        return (JsonObject) table;
      }
    }
    throw new AssertionError("the manifest has no table " + name);
  }

  private static JsonValue member(JsonObject object, String name) {
    return object.find(name).orElseThrow(() -> new AssertionError("no member " + name));
  }

  private static String text(JsonObject object, String name) {
    return ((JsonString) member(object, name)).value();
  }

  private static List<Field> fields(JsonObject table) {
    List<Field> fields = new ArrayList<>();
    for (JsonValue field : ((JsonArray) member(table, "fields")).elements()) {
      JsonObject object = (JsonObject) field;
      fields.add(new Field(text(object, "field_id"), text(object, "name"), text(object, "type")));
    }
    fields.sort((left, right) -> Arrays.compareUnsigned(utf8(left.id()), utf8(right.id())));
    return fields;
  }

  private void read(Connection connection, Source source, JsonObject table) throws SQLException {
    List<Field> fields = fields(table);
    String keyField = text(table, "primary_key_field_id");
    String query =
        fields.stream().map(ApplicationOracle::wireText).collect(Collectors.joining(", "));
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT "
                    + source.scopes()
                    + ", "
                    + query
                    + " FROM app."
                    + source.name()
                    + " WHERE "
                    + source.live())) {
      while (found.next()) {
        String[] values = new String[fields.size()];
        for (int index = 0; index < values.length; index++) {
          values[index] = found.getString(index + 2);
        }
        Row row = encode(text(table, "table_id"), keyField, fields, values);
        for (String scope : scopes(found.getArray(1))) {
          members.computeIfAbsent(scope, id -> new ArrayList<>()).add(row);
          visible
              .computeIfAbsent(source.name(), name -> new TreeMap<>())
              .computeIfAbsent(scope, id -> new TreeSet<>())
              .add(row.text);
        }
      }
    }
  }

  private static String wireText(Field field) {
    String column = "\"" + field.name() + "\"";
    return field.type().equals("datetime")
        ? "to_char(" + column + " AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
        : column + "::text";
  }

  private static Set<String> scopes(Array array) throws SQLException {
    Set<String> scopes = new TreeSet<>();
    for (Object scope : (Object[]) array.getArray()) {
      if (scope != null) {
        scopes.add((String) scope);
      }
    }
    return scopes;
  }

  private Row encode(String tableId, String keyField, List<Field> fields, String[] values) {
    Octets body = new Octets().u32(fields.size());
    Octets versioned = new Octets();
    Octets identity =
        new Octets().domain("synchro:v3:row-identity:v1").text(tableId).text(keyField);
    Map<String, String> byName = new TreeMap<>();
    int present = 0;
    for (int index = 0; index < values.length; index++) {
      Field field = fields.get(index);
      byte[] typed = typed(field.type(), values[index]);
      body.text(field.id()).add(typed);
      if (values[index] != null) {
        present++;
        versioned.text(field.id()).add(typed);
      }
      if (field.id().equals(keyField)) {
        identity.add(typed);
      }
      byName.put(field.name(), String.valueOf(values[index]));
    }
    byte[] hash =
        sha256(
            new Octets()
                .domain("synchro:v3:row-version:v1")
                .blob(identity.octets())
                .u32(present)
                .add(versioned.octets()));
    String version =
        "v1." + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, 16));
    byte[] digest =
        sha256(
            new Octets()
                .domain("synchro:v3:row-digest:v1")
                .add(schemaHash)
                .blob(identity.octets())
                .blob(body.octets())
                .text(version));
    return new Row(identity.octets(), digest, byName.toString());
  }

  private static byte[] typed(String type, String value) {
    Octets typed = new Octets().octet(TAGS.get(type));
    if (value == null) {
      return typed.octet(0).octets();
    }
    typed.octet(1);
    switch (type) {
      case "int" -> typed.u32(Integer.parseInt(value));
      case "int64" -> typed.u64(Long.parseLong(value));
      default -> typed.text(value);
    }
    return typed.octets();
  }

  /** Digest of a scope in hex. */
  String digest(String scopeId) {
    List<Row> rows = new ArrayList<>(members.getOrDefault(scopeId, List.of()));
    rows.sort((left, right) -> Arrays.compareUnsigned(left.identity, right.identity));
    Octets octets =
        new Octets()
            .domain("synchro:v3:scope-digest:v1")
            .add(schemaHash)
            .text(scopeId)
            .u64(rows.size());
    rows.forEach(row -> octets.blob(row.identity).add(row.digest));
    return HexFormat.of().formatHex(sha256(octets));
  }

  /** Digests of several scopes by id. */
  Map<String, String> digests(Collection<String> scopeIds) {
    Map<String, String> digests = new TreeMap<>();
    scopeIds.forEach(id -> digests.put(id, digest(id)));
    return digests;
  }

  /** The rows a client of these scopes must show, each as its values by column name. */
  Set<String> rows(String table, Collection<String> scopeIds) {
    Set<String> rows = new TreeSet<>();
    Map<String, Set<String>> byScope = visible.getOrDefault(table, Map.of());
    scopeIds.forEach(id -> rows.addAll(byScope.getOrDefault(id, Set.of())));
    return rows;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] sha256(Octets octets) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(octets.octets());
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** The terms of ADR 005's binary grammar. */
  private static final class Octets {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Octets octet(int value) {
      out.write(value);
      return this;
    }

    Octets add(byte[] octets) {
      out.writeBytes(octets);
      return this;
    }

    Octets u32(int value) {
      return add(ByteBuffer.allocate(4).putInt(value).array());
    }

    Octets u64(long value) {
      return add(ByteBuffer.allocate(8).putLong(value).array());
    }

    Octets blob(byte[] octets) {
      return u64(octets.length).add(octets);
    }

    Octets text(String text) {
      return blob(utf8(text));
    }

    Octets domain(String name) {
      return add(name.getBytes(StandardCharsets.US_ASCII)).octet(0);
    }

    byte[] octets() {
      return out.toByteArray();
    }
  }
}
