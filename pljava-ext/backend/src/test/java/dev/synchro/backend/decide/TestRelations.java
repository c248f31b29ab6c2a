package dev.synchro.backend.decide;

import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.registry.Members;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Relations for tests, in the form in which the catalogue query tells them. */
final class TestRelations {
  /** A permissive policy to synchro_owner that shows and accepts everything. */
  static final String PUSH = policy("synchro_push", "*", true, "owner", "\"true\"", "\"true\"");

  /** A permissive policy by which capture reads everything. */
  static final String CAPTURE = policy("synchro_capture", "r", true, "worker", "\"true\"", "null");

  /** The restrictive policy on column owner_id, as PostgreSQL prints it. */
  static final String USER =
      policy(
          "synchro_push_user",
          "*",
          false,
          "owner",
          "\"((NULLIF(current_setting('synchro.user_id'::text, true), ''::text) IS NULL) OR"
              + " (owner_id = current_setting('synchro.user_id'::text, true)))\"",
          "\"(owner_id = current_setting('synchro.user_id'::text, true))\"");

  /** A table that nothing was done for yet. */
  private static final String UNTOUCHED =
      """
      {"oid":1000,"schema":"app","name":"notes","quoted":"app.notes","quoted_schema":"app",
       "kind":"r","persistence":"p","owned_by_us":false,"child":false,"parent":false,
       "replica_identity":"d","row_security":false,
       "columns":[
        {"number":1,"name":"id","quoted":"id","not_null":true,"generated":"","identity":"",
         "types":[{"oid":2950,"name":"uuid","kind":"b","builtin":true,"modifier":-1}]},
        {"number":2,"name":"owner_id","quoted":"owner_id","not_null":true,"generated":"",
         "identity":"",
         "types":[{"oid":25,"name":"text","kind":"b","builtin":true,"modifier":-1}]},
        {"number":3,"name":"title","quoted":"title","not_null":false,"generated":"","identity":"",
         "types":[{"oid":1043,"name":"varchar","kind":"b","builtin":true,"modifier":24}]},
        {"number":4,"name":"updated_at","quoted":"updated_at","not_null":true,"generated":"",
         "identity":"",
         "types":[{"oid":1184,"name":"timestamptz","kind":"b","builtin":true,"modifier":-1}]},
        {"number":5,"name":"deleted_at","quoted":"deleted_at","not_null":false,"generated":"",
         "identity":"",
         "types":[{"oid":1184,"name":"timestamptz","kind":"b","builtin":true,"modifier":-1}]}],
       "primary_key":{"columns":[1],"deferrable":false},"partial_unique":[],"unique":[],
       "indexes":[{"name":"notes_owner","columns":[2,3]}],"partitions":[],
       "owner_privileges":[],"owner_may":[],"owner_uses_schema":false,"worker_uses_schema":false,
       "worker_reads":false,"grantees":[],"sequences":[],"functions":[],"policies":[],
       "publication":{"quoted":"synchro_pub","all_tables":false,"schemas":false,"operations":true,
        "via_root":true,"generated":"s","member":null}}
      """;

  /** What the printed statements make of it: pushes enabled, user column owner_id. */
  private static final String PREPARED =
      """
      {"row_security":true,
       "owner_privileges":[
        {"privilege":"INSERT","grantable":false,"public":false},
        {"privilege":"SELECT","grantable":false,"public":false},
        {"privilege":"UPDATE","grantable":false,"public":false}],
       "owner_may":["SELECT","INSERT","UPDATE"],"owner_uses_schema":true,
       "worker_uses_schema":true,"worker_reads":true,
       "publication":{"quoted":"synchro_pub","all_tables":false,"schemas":false,"operations":true,
        "via_root":true,"generated":"s","member":{"filtered":false,"listed":false}}}
      """;

  private TestRelations() {}

  /** A table that nothing was done for, with some members replaced. */
  static RelationFacts untouched(String... replacements) {
    return read(replace(parse(UNTOUCHED), replacements));
  }

  /** A table that is ready to be registered, with some members replaced. */
  static RelationFacts prepared(String... replacements) {
    return read(preparedFacts(replacements));
  }

  /** The same as text. */
  static String preparedText(String... replacements) {
    return new String(CanonicalJson.write(preparedFacts(replacements)), StandardCharsets.UTF_8);
  }

  private static JsonObject preparedFacts(String... replacements) {
    JsonObject prepared = replace(parse(UNTOUCHED), PREPARED, policies(CAPTURE, PUSH, USER));
    return replace(prepared, replacements);
  }

  /** The replacement that gives a table these policies. */
  static String policies(String... policies) {
    return "{\"policies\":[" + String.join(",", policies) + "]}";
  }

  /** A policy, its expressions as JSON. */
  static String policy(
      String name, String command, boolean permissive, String to, String using, String check) {
    return String.format(
        "{\"name\":\"%s\",\"quoted\":\"%s\",\"command\":\"%s\",\"permissive\":%s,\"roles\":[%d],"
            + "\"to_owner\":%s,\"to_worker\":%s,\"to_public\":%s,\"using\":%s,\"check\":%s}",
        name,
        name,
        command,
        permissive,
        role(to),
        to.equals("owner"),
        to.equals("worker"),
        to.equals("public"),
        using,
        check);
  }

  private static int role(String name) {
    return switch (name) {
      case "public" -> 0;
      case "owner" -> 10;
      case "worker" -> 11;
      default -> 20;
    };
  }

  private static RelationFacts read(JsonObject facts) {
    return RelationFacts.read(new Members(facts));
  }

  private static JsonObject replace(JsonObject facts, String... replacements) {
    Map<String, JsonValue> members = new LinkedHashMap<>(facts.members());
    for (String replacement : replacements) {
      members.putAll(parse(replacement).members());
    }
    return new JsonObject(members);
  }

  private static JsonObject parse(String json) {
    return JsonParser.parseObject(json.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
  }
}
