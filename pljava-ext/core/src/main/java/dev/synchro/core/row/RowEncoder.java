package dev.synchro.core.row;

import dev.synchro.core.bytes.Base64Url;
import dev.synchro.core.bytes.Domain;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.BugException;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.schema.DecimalBounds;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import java.util.List;

/**
 * Turns complete rows of one table into their identity, body, canonical text, version and digest.
 * Buffers are reused from row to row, so an instance belongs to one thread. ADR 005 "Row identity
 * and row digest", contract 2.2.
 */
public final class RowEncoder {
  private static final String VERSION_PREFIX = "v1.";

  /** Octets of {@code text("v1." + 22 characters)}. */
  private static final int CONTENT_VERSION_LENGTH = 25;

  private final SchemaHash schemaHash;
  private final List<FieldSchema> fields;
  private final int keyIndex;
  private final byte[] head;

  /** {@code ROW_DIGEST_DOMAIN || schema_hash}. */
  private final byte[] digestStart;

  private final byte[] versionStart;

  /** Per field {@code text(field_id)}. */
  private final byte[][] fieldPrefixes;

  /** Per member of the row object {@code "field_id":} and the place of its field. */
  private final byte[][] memberPrefixes;

  private final int[] memberFields;

  private final Sha256 sha = new Sha256();

  /** The octets the row digest covers, but for the version at the end. */
  private final Octets input = new Octets(2048);

  private final Octets versionInput = new Octets(512);
  private final Octets row = new Octets(2048);
  private final int[] valueStarts;
  private final byte[] digest = new byte[Sha256.LENGTH];
  private int identityStart;
  private int bodyStart;
  private int present;

  public RowEncoder(TableSchema table, SchemaHash schemaHash) {
    this.schemaHash = schemaHash;
    fields = table.fields();
    keyIndex = table.keyIndex();
    head = RowIdentity.head(table.tableId(), table.primaryKeyFieldId());
    Octets start = new Octets(64);
    Domain.ROW_DIGEST.appendTo(start);
    schemaHash.appendTo(start);
    digestStart = start.toByteArray();
    versionStart = Domain.ROW_VERSION.octets();
    int count = fields.size();
    fieldPrefixes = new byte[count][];
    memberPrefixes = new byte[count][];
    memberFields = new int[count];
    valueStarts = new int[count + 1];
    String[] names = new String[count];
    for (int i = 0; i < count; i++) {
      names[i] = fields.get(i).fieldId();
      fieldPrefixes[i] = new Octets(64).text(names[i]).toByteArray();
    }
    java.util.Arrays.sort(names);
    for (int i = 0; i < count; i++) {
      Octets member = new Octets(64);
      CanonicalJson.appendString(names[i], member);
      memberPrefixes[i] = member.u8(':').toByteArray();
      memberFields[i] = table.indexOf(names[i]);
    }
  }

  /** {@code ROW_ID_DOMAIN || text(table_id) || text(pk_field_id)} of the table. */
  public byte[] head() {
    return head.clone();
  }

  /**
   * Encodes one complete row.
   *
   * @param values in the order of {@link TableSchema#fields}
   * @throws Malformed when a value does not fit its field
   */
  public EncodedRow encode(PortableValue[] values) {
    digestInput(values);
    String version = contentVersion(values);
    int end = input.length();
    input.text(version);
    digestOf(input);
    writeRow(values);
    return new EncodedRow(
        schemaHash,
        head,
        input.copyOfRange(identityStart + head.length, bodyStart - 8),
        input.copyOfRange(bodyStart, end),
        row.toByteArray(),
        version,
        digest.clone());
  }

  /**
   * Only the content version of a row.
   *
   * @throws Malformed when a value does not fit its field
   */
  public String version(PortableValue[] values) {
    digestInput(values);
    return contentVersion(values);
  }

  /**
   * Only the row digest, for verifying a row that came with a version.
   *
   * @throws Malformed when a value does not fit its field, or for an empty version
   */
  public byte[] digest(PortableValue[] values, String serverVersion) {
    if (serverVersion.isEmpty()) {
      throw new Malformed(Rule.EMPTY_SERVER_VERSION);
    }
    digestInput(values);
    input.text(serverVersion);
    digestOf(input);
    return digest.clone();
  }

  private void digestOf(Octets octets) {
    sha.update(octets.array(), 0, octets.length());
    sha.finish(digest, 0);
  }

  private void digestInput(PortableValue[] values) {
    check(values);
    PortableValue key = values[keyIndex];
    input.reset().raw(digestStart).u64be((long) head.length + key.typedLength());
    identityStart = input.length();
    input.raw(head);
    key.appendTyped(input);
    long length = 4;
    for (int i = 0; i < values.length; i++) {
      length += fieldPrefixes[i].length + values[i].typedLength();
    }
    input.u64be(length);
    bodyStart = input.length();
    input.u32be(values.length);
    for (int i = 0; i < values.length; i++) {
      valueStarts[i] = input.length();
      input.raw(fieldPrefixes[i]);
      values[i].appendTyped(input);
    }
    valueStarts[values.length] = input.length();
  }

  private void check(PortableValue[] values) {
    if (values.length != fields.size()) {
      throw new BugException("a row with another number of fields than its table");
    }
    present = 0;
    for (int i = 0; i < values.length; i++) {
      FieldSchema field = fields.get(i);
      PortableValue value = values[i];
      if (value.type() != field.type()) {
        throw new BugException("a row value of another type than its field");
      }
      if (!value.isNull()) {
        present++;
        if (field.type() == PortableType.DECIMAL && field.bounds().isPresent()) {
          DecimalBounds bounds = field.bounds().get();
          value.checkBounds(bounds.precision(), bounds.scale());
        }
      } else if (i == keyIndex) {
        throw new Malformed(Rule.NULL_KEY);
      } else if (!field.nullable()) {
        throw new Malformed(Rule.NULL_IN_NON_NULL_FIELD);
      }
    }
  }

  private String contentVersion(PortableValue[] values) {
    int identityEnd = bodyStart - 8;
    versionInput.reset().raw(versionStart);
    // The identity's length stands in front of it in the digest's input already.
    versionInput.raw(input.array(), identityStart - 8, identityEnd - identityStart + 8);
    versionInput.u32be(present);
    sha.update(versionInput.array(), 0, versionInput.length());
    int from = 0;
    while (from < values.length) {
      int to = from;
      while (to < values.length && !values[to].isNull()) {
        to++;
      }
      if (to > from) {
        sha.update(input.array(), valueStarts[from], valueStarts[to] - valueStarts[from]);
      }
      from = to + 1;
    }
    sha.finish(digest, 0);
    versionInput.reset().ascii(VERSION_PREFIX);
    Base64Url.append(digest, 0, DeletionVersion.VERSION_OCTETS, versionInput);
    return Utf8.decode(versionInput.array(), 0, CONTENT_VERSION_LENGTH);
  }

  private void writeRow(PortableValue[] values) {
    row.reset().u8('{');
    for (int i = 0; i < values.length; i++) {
      if (i > 0) {
        row.u8(',');
      }
      row.raw(memberPrefixes[i]);
      values[memberFields[i]].appendWire(row);
    }
    row.u8('}');
  }
}
