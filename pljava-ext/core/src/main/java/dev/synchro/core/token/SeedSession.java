package dev.synchro.core.token;

import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonWriter;

/**
 * The server's private state of one export transaction, bound to the backend and transaction that
 * made it. Contract 13.1.
 *
 * @param transactionNonce base64url of 32 random octets
 * @param exportManifestHash 64 lowercase hex digits
 * @param backendPid process id of the backend
 * @param serverStart when the server started, as the server prints it
 * @param virtualTransaction id of the transaction, as the server prints it
 * @param transactionStart when the transaction started, as the server prints it
 */
public record SeedSession(
    String keyId,
    String exportId,
    String transactionNonce,
    String exportManifestHash,
    long backendPid,
    String serverStart,
    String virtualTransaction,
    String transactionStart,
    int pageLimit)
    implements TokenPayload {

  @Override
  public TokenPurpose purpose() {
    return TokenPurpose.SEED_SESSION;
  }

  @Override
  public void writeJson(JsonWriter json) {
    json.beginObject();
    json.name("backend_pid").unsignedString(backendPid);
    json.name("export_id").string(exportId);
    json.name("export_manifest_hash").string(exportManifestHash);
    json.name("key_id").string(keyId);
    json.name("kind").string(purpose().kind());
    json.name("page_limit").number(pageLimit);
    json.name("server_start").string(serverStart);
    json.name("transaction_nonce").string(transactionNonce);
    json.name("transaction_start").string(transactionStart);
    json.name("version").number(1);
    json.name("virtual_transaction").string(virtualTransaction);
    json.endObject();
  }

  static SeedSession read(JsonObject payload) {
    PayloadMembers members = new PayloadMembers(payload, TokenPurpose.SEED_SESSION);
    SeedSession session =
        new SeedSession(
            members.nonEmpty("key_id"),
            members.uuid("export_id"),
            members.nonce("transaction_nonce"),
            members.hex("export_manifest_hash"),
            members.unsigned("backend_pid"),
            members.nonEmpty("server_start"),
            members.nonEmpty("virtual_transaction"),
            members.nonEmpty("transaction_start"),
            members.pageLimit("page_limit"));
    members.members().finish();
    return session;
  }
}
