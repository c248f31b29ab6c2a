package dev.synchro.core.token;

import dev.synchro.core.bytes.Base64Url;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.id.Uuids;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.Members;
import dev.synchro.core.limit.Limits;
import dev.synchro.core.position.Position;
import dev.synchro.core.position.UnsignedDecimal;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.value.DateTimes;

/** Reads payload members in the one form each has. Contract 2.3. */
final class PayloadMembers {
  static final int NONCE_OCTETS = 32;

  private final Members members;

  PayloadMembers(JsonObject payload, TokenPurpose purpose) {
    members = new Members(payload);
    require(members.string("kind").equals(purpose.kind()));
    require(members.integer(purpose.versionMember()) == 1);
  }

  Members members() {
    return members;
  }

  String nonEmpty(String name) {
    String value = members.string(name);
    require(!value.isEmpty());
    return value;
  }

  String uuid(String name) {
    String value = members.string(name);
    require(Uuids.isCanonical(value));
    return value;
  }

  String dateTime(String name) {
    String value = members.string(name);
    require(DateTimes.isDateTime(value));
    return value;
  }

  long unsigned(String name) {
    return UnsignedDecimal.parse(members.string(name));
  }

  int pageLimit(String name) {
    long limit = members.integer(name);
    require(limit >= 1 && limit <= Limits.MAX_PAGE_LIMIT);
    return (int) limit;
  }

  SchemaHash hash(String name) {
    return SchemaHash.parse(members.string(name));
  }

  String hex(String name) {
    String value = members.string(name);
    Hex.decodeSha256(value);
    return value;
  }

  String nonce(String name) {
    String value = members.string(name);
    require(Base64Url.decode(value).length == NONCE_OCTETS);
    return value;
  }

  Position position(String name) {
    return Position.fromJson(members.required(name));
  }

  Position boundary(String name) {
    Position position = position(name);
    require(position.isBoundary());
    return position;
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new Malformed(Rule.TOKEN_MEMBER);
    }
  }
}
