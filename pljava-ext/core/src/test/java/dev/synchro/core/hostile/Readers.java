package dev.synchro.core.hostile;

import dev.synchro.core.error.Refusal;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.PortableJson;
import dev.synchro.core.message.RequestBody;
import dev.synchro.core.message.RequestReader;
import dev.synchro.core.message.SyncCall;
import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.pg.PgScalar;
import dev.synchro.core.pg.PgText;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.TokenOpener;
import dev.synchro.core.token.TokenPurpose;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.WireValue;
import dev.synchro.core.version.SemVer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Hands every shape to every reader and says nothing when each one was read or refused. Run in a
 * machine of its own, whose heap is the bound: running out of it ends the run, and so does a reader
 * that takes longer than the deadline.
 */
public final class Readers {
  /** Far above the second it may take, since nothing is measured here: it finds what hangs. */
  private static final long DEADLINE_MILLIS = 60_000;

  private static final int LONGEST_MESSAGE = 120;

  // One of each kind that reads in a way of its own; the others share it.
  private static final Set<PortableType> TYPES =
      EnumSet.of(
          PortableType.STRING,
          PortableType.INT64,
          PortableType.DECIMAL,
          PortableType.FLOAT,
          PortableType.DATETIME,
          PortableType.JSON,
          PortableType.BYTES);
  private static final Set<PgScalar> SCALARS =
      EnumSet.of(
          PgScalar.INT8,
          PgScalar.NUMERIC,
          PgScalar.FLOAT4,
          PgScalar.FLOAT8,
          PgScalar.TEXT,
          PgScalar.TIMESTAMPTZ,
          PgScalar.JSON,
          PgScalar.BYTEA);
  private static final Set<PgScalar> ARRAYS =
      EnumSet.of(PgScalar.NUMERIC, PgScalar.TEXT, PgScalar.JSON);
  private static final Set<SyncCall> CALLS = EnumSet.of(SyncCall.PUSH, SyncCall.PULL);

  private Readers() {}

  /** Ends with status 1 and a line that names reader and shape when one fails. */
  public static void main(String[] arguments) throws InterruptedException {
    Map<String, Consumer<byte[]>> readers = all();
    for (Map.Entry<String, Supplier<byte[]>> shape : Shapes.all().entrySet()) {
      byte[] octets = shape.getValue().get();
      for (Map.Entry<String, Consumer<byte[]>> reader : readers.entrySet()) {
        String problem = judge(reader.getValue(), octets);
        if (!problem.isEmpty()) {
          System.err.println(reader.getKey() + ", " + shape.getKey() + ": " + problem);
          System.exit(1);
        }
      }
    }
  }

  private static String judge(Consumer<byte[]> reader, byte[] shape) throws InterruptedException {
    String[] problem = {""};
    Thread thread = new Thread(() -> problem[0] = read(reader, shape), "reader");
    thread.start();
    thread.join(DEADLINE_MILLIS);
    return thread.isAlive() ? "still reading" : problem[0];
  }

  private static String read(Consumer<byte[]> reader, byte[] shape) {
    try {
      reader.accept(shape);
      return "";
    } catch (Refusal refusal) {
      return refusal.getMessage().length() <= LONGEST_MESSAGE ? "" : "a long refusal";
    } catch (RuntimeException | Error failure) {
      return failure.toString();
    }
  }

  private static Map<String, Consumer<byte[]>> all() {
    Map<String, Consumer<byte[]>> readers = new LinkedHashMap<>();
    readers.put("portable JSON", PortableJson::canonicalize);
    readers.put(
        "JSON tree", text -> CanonicalJson.write(JsonParser.parse(text, JsonLimits.DOCUMENT)));
    readers.put("manifest", SchemaManifest::parse);
    readers.put("version", text -> SemVer.parse(latin1(text)));
    for (PortableType type : TYPES) {
      readers.put("wire " + type.wireName(), text -> WireValue.read(type, text));
    }
    for (PgScalar scalar : SCALARS) {
      PgColumnType type = PgColumnType.of(scalar);
      readers.put("PostgreSQL " + scalar.code(), text -> PgText.toPortable(type, text));
    }
    for (PgScalar scalar : ARRAYS) {
      PgColumnType type = PgColumnType.of(scalar).arrayOf();
      readers.put("PostgreSQL " + scalar.code() + "[]", text -> PgText.toPortable(type, text));
    }
    KeyRing keys = new KeyRing(List.of());
    readers.put(
        "token", text -> TokenOpener.open(latin1(text), TokenPurpose.INCREMENTAL_CURSOR, keys));
    for (SyncCall call : CALLS) {
      readers.put("request " + call, text -> request(call, RequestBody.of(call, text)));
    }
    return readers;
  }

  private static Object request(SyncCall call, RequestBody body) {
    return switch (call) {
      case CONNECT -> RequestReader.connect(body);
      case PUSH -> RequestReader.push(body);
      case PULL -> RequestReader.pull(body);
      case REBUILD -> RequestReader.rebuild(body);
    };
  }

  private static String latin1(byte[] text) {
    return new String(text, StandardCharsets.ISO_8859_1);
  }
}
