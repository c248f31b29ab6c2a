package dev.synchro.core.json;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.error.BugException;
import java.util.Arrays;

/**
 * Writes canonical text piece by piece, for documents whose members the caller names in canonical
 * order; a name out of order is a bug and stops the work. Stored canonical text is spliced in as it
 * is. Not safe for use by several threads.
 */
public final class JsonWriter {
  private final Octets out;
  private String[] lastNames = new String[8];
  private boolean[] objects = new boolean[8];
  private int depth;
  private boolean separator;
  private boolean named;

  public JsonWriter(Octets out) {
    this.out = out;
  }

  public JsonWriter() {
    this(new Octets(1024));
  }

  public JsonWriter beginObject() {
    return open('{', true);
  }

  public JsonWriter beginArray() {
    return open('[', false);
  }

  public JsonWriter endObject() {
    return close('}', true);
  }

  public JsonWriter endArray() {
    return close(']', false);
  }

  /** Starts a member. */
  public JsonWriter name(String name) {
    if (depth == 0 || !objects[depth] || named) {
      throw new BugException("a member name outside an object");
    }
    String last = lastNames[depth];
    if (last != null && last.compareTo(name) >= 0) {
      throw new BugException("members out of canonical order");
    }
    lastNames[depth] = name;
    comma();
    CanonicalJson.appendString(name, out);
    out.u8(':');
    named = true;
    return this;
  }

  public JsonWriter string(String value) {
    before();
    CanonicalJson.appendString(value, out);
    return after();
  }

  /** A string holding lowercase hex. */
  public JsonWriter hex(byte[] octets) {
    before();
    out.u8('"');
    Hex.append(octets, out);
    out.u8('"');
    return after();
  }

  /** An integer within +-(2^53-1). */
  public JsonWriter number(long value) {
    before();
    out.decimal(value);
    return after();
  }

  /** A string holding the number in decimal digits, read without sign. */
  public JsonWriter unsignedString(long value) {
    before();
    out.u8('"').unsignedDecimal(value).u8('"');
    return after();
  }

  public JsonWriter bool(boolean value) {
    before();
    out.ascii(value ? "true" : "false");
    return after();
  }

  public JsonWriter nullValue() {
    before();
    out.ascii("null");
    return after();
  }

  public JsonWriter value(JsonValue value) {
    before();
    CanonicalJson.append(value, out);
    return after();
  }

  /** Splices in one value that is known to be canonical text. */
  public JsonWriter raw(byte[] canonical) {
    return raw(canonical, 0, canonical.length);
  }

  /** Splices in one value that is known to be canonical text. */
  public JsonWriter raw(byte[] canonical, int from, int count) {
    before();
    out.raw(canonical, from, count);
    return after();
  }

  /**
   * Splices canonical elements, already separated by commas, into the open array; empty is none.
   */
  public JsonWriter rawElements(byte[] commaSeparated) {
    if (commaSeparated.length > 0) {
      raw(commaSeparated);
    }
    return this;
  }

  /** The complete text. */
  public byte[] toByteArray() {
    if (depth != 0) {
      throw new BugException("an unfinished JSON text");
    }
    return out.toByteArray();
  }

  private JsonWriter open(char bracket, boolean object) {
    before();
    out.u8(bracket);
    depth++;
    if (depth == objects.length) {
      objects = Arrays.copyOf(objects, 2 * depth);
      lastNames = Arrays.copyOf(lastNames, 2 * depth);
    }
    objects[depth] = object;
    lastNames[depth] = null;
    separator = false;
    return this;
  }

  private JsonWriter close(char bracket, boolean object) {
    if (depth == 0 || objects[depth] != object || named) {
      throw new BugException("a JSON bracket that closes nothing");
    }
    depth--;
    out.u8(bracket);
    return after();
  }

  private void before() {
    if (named) {
      named = false;
    } else if (depth > 0 && objects[depth]) {
      throw new BugException("a value without a member name");
    } else {
      comma();
    }
  }

  private JsonWriter after() {
    separator = depth > 0;
    return this;
  }

  private void comma() {
    if (separator) {
      out.u8(',');
      separator = false;
    }
  }
}
