package dev.synchro.core.message;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.digest.Checksum;
import dev.synchro.core.json.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes responses as canonical text in UTF-8. Contract 5.3 to 5.6. */
public final class ResponseWriter {
  private static final long PROTOCOL_VERSION = 3;
  private static final int ENVELOPE_OCTETS = 1024;

  private ResponseWriter() {}

  /** Text of a connect response. */
  public static byte[] connect(ConnectResponse response) {
    JsonWriter writer = new JsonWriter(new Octets(ENVELOPE_OCTETS));
    writer.beginObject();
    if (response.action() instanceof SchemaAction.RebuildLocal rebuild) {
      strings(writer.name("affected_scopes"), rebuild.affectedScopes());
    }
    writer.name("client_generation").number(response.clientGeneration());
    writer.name("protocol_version").number(PROTOCOL_VERSION);
    response.action().write(writer.name("schema"), response.schema());
    if (response.action().carriesDefinition()) {
      writer.name("schema_definition").raw(response.definition());
    }
    cursors(writer.name("scope_cursor_updates"), response.cursorUpdates());
    writer.name("scope_set_version").number(response.scopeSetVersion());
    writer.name("scopes").beginObject();
    added(writer.name("add"), response.added());
    strings(writer.name("remove"), response.removed());
    writer.endObject();
    return writer.name("server_time").string(response.serverTime()).endObject().toByteArray();
  }

  /**
   * Text of a push response.
   *
   * @param accepted canonical outcome objects of applied mutations, in request order
   * @param rejected those of the others
   */
  public static byte[] push(
      String batchId, String serverTime, List<byte[]> accepted, List<byte[]> rejected) {
    JsonWriter writer = new JsonWriter(new Octets(ENVELOPE_OCTETS));
    writer.beginObject();
    texts(writer.name("accepted"), accepted);
    writer.name("batch_id").string(batchId);
    texts(writer.name("rejected"), rejected);
    return writer.name("server_time").string(serverTime).endObject().toByteArray();
  }

  /** Text of a pull response. */
  public static byte[] pull(PullResponse response) {
    // Room for a cursor and a checksum of each scope: to grow would copy the changes once more.
    int envelope = ENVELOPE_OCTETS * (1 + response.scopeCursors().size());
    JsonWriter writer = new JsonWriter(new Octets(response.changes().length + envelope));
    writer.beginObject();
    writer.name("changes").beginArray().rawElements(response.changes()).endArray();
    response.checksums().ifPresent(digests -> checksums(writer.name("checksums"), digests));
    writer.name("has_more").bool(response.hasMore());
    strings(writer.name("rebuild"), response.rebuild());
    writer.name("scope_cursors").beginObject();
    new TreeMap<>(response.scopeCursors())
        .forEach((scope, token) -> writer.name(scope).string(token));
    writer.endObject();
    writer.name("scope_set_version").number(response.scopeSetVersion());
    writer.name("scope_updates").beginObject();
    writer.name("add").beginArray();
    for (String scope : response.added()) {
      writer.beginObject().name("cursor").nullValue().name("id").string(scope).endObject();
    }
    writer.endArray();
    strings(writer.name("remove"), response.removed());
    return writer.endObject().endObject().toByteArray();
  }

  /** Text of a rebuild response. */
  public static byte[] rebuild(RebuildResponse response) {
    JsonWriter writer = new JsonWriter(new Octets(response.records().length + ENVELOPE_OCTETS));
    writer.beginObject();
    response.end().ifPresent(end -> Checksum.writeJson(end.digest(), writer.name("checksum")));
    writer.name("cursor");
    response.cursor().ifPresentOrElse(writer::string, writer::nullValue);
    response
        .end()
        .ifPresent(end -> writer.name("final_scope_cursor").string(end.finalScopeCursor()));
    writer.name("has_more").bool(response.cursor().isPresent());
    writer.name("records").beginArray().rawElements(response.records()).endArray();
    return writer.name("scope").string(response.scope()).endObject().toByteArray();
  }

  private static void checksums(JsonWriter writer, Map<String, byte[]> digests) {
    writer.beginObject();
    new TreeMap<>(digests)
        .forEach((scope, digest) -> Checksum.writeJson(digest, writer.name(scope)));
    writer.endObject();
  }

  private static void cursors(JsonWriter writer, SortedMap<String, Optional<String>> cursors) {
    writer.beginObject();
    // Members follow UTF-16 order, unlike the arrays of scope ids.
    new TreeMap<>((Map<String, Optional<String>>) cursors)
        .forEach((scope, cursor) -> nullable(writer.name(scope), cursor));
    writer.endObject();
  }

  private static void added(JsonWriter writer, SortedMap<String, Optional<String>> scopes) {
    writer.beginArray();
    scopes.forEach(
        (scope, cursor) -> {
          nullable(writer.beginObject().name("cursor"), cursor);
          writer.name("id").string(scope).endObject();
        });
    writer.endArray();
  }

  private static void nullable(JsonWriter writer, Optional<String> text) {
    text.ifPresentOrElse(writer::string, writer::nullValue);
  }

  private static void strings(JsonWriter writer, List<String> strings) {
    writer.beginArray();
    strings.forEach(writer::string);
    writer.endArray();
  }

  private static void texts(JsonWriter writer, List<byte[]> texts) {
    writer.beginArray();
    texts.forEach(writer::raw);
    writer.endArray();
  }
}
