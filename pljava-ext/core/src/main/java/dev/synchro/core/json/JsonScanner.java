package dev.synchro.core.json;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.nio.charset.StandardCharsets;

/**
 * Reads one JSON text token by token from UTF-8 octets: strict RFC 8259 grammar, well-formed UTF-8,
 * Unicode scalar values only, no byte order mark, depth and size bounded. It does not recurse and
 * looks at every octet once. Repeated member names are the caller's to refuse, because only the
 * caller knows which names it has seen.
 */
public final class JsonScanner {
  private static final byte PLAIN = 0;
  private static final byte QUOTE = 1;
  private static final byte BACKSLASH = 2;
  private static final byte CONTROL = 3;
  private static final byte MULTIBYTE = 4;
  private static final byte[] STRING_CLASS = stringClasses();

  private enum Expect {
    VALUE,
    VALUE_OR_ARRAY_END,
    NAME_OR_OBJECT_END,
    NAME,
    COMMA_OR_END,
    NOTHING
  }

  private final byte[] text;
  private final int end;
  private final JsonLimits limits;
  private final long[] objectAtDepth;

  private int at;
  private int depth;
  private int values;
  private Expect expect = Expect.VALUE;
  private int tokenStart;
  private int tokenEnd;
  private boolean escaped;

  public JsonScanner(byte[] text, JsonLimits limits) {
    this(text, 0, text.length, limits);
  }

  public JsonScanner(byte[] text, int from, int to, JsonLimits limits) {
    this.text = text;
    this.at = from;
    this.end = to;
    this.limits = limits;
    this.objectAtDepth = new long[(limits.maxDepth() >> 6) + 1];
    if (to - from >= 3
        && text[from] == (byte) 0xef
        && text[from + 1] == (byte) 0xbb
        && text[from + 2] == (byte) 0xbf) {
      throw new Malformed(Rule.BYTE_ORDER_MARK, from);
    }
  }

  private static byte[] stringClasses() {
    byte[] classes = new byte[256];
    for (int i = 0; i < 0x20; i++) {
      classes[i] = CONTROL;
    }
    classes['"'] = QUOTE;
    classes['\\'] = BACKSLASH;
    for (int i = 0x80; i < 0x100; i++) {
      classes[i] = MULTIBYTE;
    }
    return classes;
  }

  /** Octet at which the last token starts; for names and strings the first one behind the quote. */
  public int tokenStart() {
    return tokenStart;
  }

  /** Octet behind the last token; for names and strings that of the closing quote. */
  public int tokenEnd() {
    return tokenEnd;
  }

  /** Whether the last name or string is written with an escape. */
  public boolean escaped() {
    return escaped;
  }

  /** Number of containers that are open. */
  public int depth() {
    return depth;
  }

  /**
   * Goes on to the next token; {@link JsonToken#END} comes once, after the one complete value.
   *
   * @throws Malformed when the text is refused, with the rule and the place
   */
  public JsonToken next() {
    skipBlanks();
    if (expect == Expect.COMMA_OR_END) {
      JsonToken closed = commaOrEnd();
      if (closed != null) {
        return closed;
      }
      skipBlanks();
    }
    if (at >= end) {
      if (expect == Expect.NOTHING) {
        return JsonToken.END;
      }
      throw refuse(Rule.NOT_JSON);
    }
    switch (expect) {
      case NAME_OR_OBJECT_END -> {
        if (text[at] == '}') {
          return closeContainer(JsonToken.OBJECT_END);
        }
        return name();
      }
      case NAME -> {
        return name();
      }
      case VALUE_OR_ARRAY_END -> {
        if (text[at] == ']') {
          return closeContainer(JsonToken.ARRAY_END);
        }
        return value();
      }
      case VALUE -> {
        return value();
      }
      default -> throw refuse(Rule.NOT_JSON);
    }
  }

  private JsonToken commaOrEnd() {
    if (at >= end) {
      throw refuse(Rule.NOT_JSON);
    }
    boolean inObject = inObject();
    byte octet = text[at];
    if (octet == ',') {
      at++;
      expect = inObject ? Expect.NAME : Expect.VALUE;
      return null;
    }
    if (octet == (inObject ? '}' : ']')) {
      return closeContainer(inObject ? JsonToken.OBJECT_END : JsonToken.ARRAY_END);
    }
    throw refuse(Rule.NOT_JSON);
  }

  private JsonToken name() {
    if (text[at] != '"') {
      throw refuse(Rule.NOT_JSON);
    }
    count();
    string();
    skipBlanks();
    if (at >= end || text[at] != ':') {
      throw refuse(Rule.NOT_JSON);
    }
    at++;
    expect = Expect.VALUE;
    return JsonToken.NAME;
  }

  private JsonToken value() {
    count();
    return switch (text[at]) {
      case '{' -> openContainer(JsonToken.OBJECT_START);
      case '[' -> openContainer(JsonToken.ARRAY_START);
      case '"' -> {
        string();
        valueRead();
        yield JsonToken.STRING;
      }
      case 't' -> literal("true", JsonToken.TRUE);
      case 'f' -> literal("false", JsonToken.FALSE);
      case 'n' -> literal("null", JsonToken.NULL);
      default -> {
        number();
        valueRead();
        yield JsonToken.NUMBER;
      }
    };
  }

  private void valueRead() {
    expect = depth == 0 ? Expect.NOTHING : Expect.COMMA_OR_END;
  }

  private void count() {
    if (++values > limits.maxValues()) {
      throw refuse(Rule.TOO_MANY_VALUES);
    }
  }

  private boolean inObject() {
    return (objectAtDepth[depth >> 6] >>> depth & 1) != 0;
  }

  private JsonToken openContainer(JsonToken token) {
    if (depth == limits.maxDepth()) {
      throw refuse(Rule.TOO_DEEP);
    }
    depth++;
    long bit = 1L << depth;
    if (token == JsonToken.OBJECT_START) {
      objectAtDepth[depth >> 6] |= bit;
      expect = Expect.NAME_OR_OBJECT_END;
    } else {
      objectAtDepth[depth >> 6] &= ~bit;
      expect = Expect.VALUE_OR_ARRAY_END;
    }
    return oneOctet(token);
  }

  private JsonToken closeContainer(JsonToken token) {
    depth--;
    valueRead();
    return oneOctet(token);
  }

  private JsonToken oneOctet(JsonToken token) {
    tokenStart = at;
    tokenEnd = ++at;
    return token;
  }

  private void skipBlanks() {
    while (at < end) {
      byte octet = text[at];
      if (octet > ' ' || (octet != ' ' && octet != '\n' && octet != '\r' && octet != '\t')) {
        return;
      }
      at++;
    }
  }

  private JsonToken literal(String word, JsonToken token) {
    tokenStart = at;
    for (int i = 0; i < word.length(); i++) {
      if (at >= end || text[at] != word.charAt(i)) {
        throw refuse(Rule.NOT_JSON);
      }
      at++;
    }
    tokenEnd = at;
    valueRead();
    return token;
  }

  private void number() {
    tokenStart = at;
    if (text[at] == '-') {
      at++;
    }
    if (at < end && text[at] == '0') {
      at++;
    } else {
      digits();
    }
    if (at < end && text[at] == '.') {
      at++;
      digits();
    }
    if (at < end && (text[at] | 0x20) == 'e') {
      at++;
      if (at < end && (text[at] == '+' || text[at] == '-')) {
        at++;
      }
      digits();
    }
    tokenEnd = at;
  }

  private void digits() {
    int first = at;
    while (at < end && text[at] >= '0' && text[at] <= '9') {
      at++;
    }
    if (at == first) {
      throw refuse(Rule.NOT_JSON);
    }
  }

  private void string() {
    escaped = false;
    tokenStart = ++at;
    byte[] octets = text;
    int to = end;
    int i = at;
    while (true) {
      while (i < to && STRING_CLASS[octets[i] & 0xff] == PLAIN) {
        i++;
      }
      at = i;
      if (i >= to) {
        throw refuse(Rule.NOT_JSON);
      }
      switch (STRING_CLASS[octets[i] & 0xff]) {
        case QUOTE -> {
          tokenEnd = i;
          at = i + 1;
          return;
        }
        case BACKSLASH -> {
          escaped = true;
          i += escapeLength(i);
        }
        case MULTIBYTE -> i += multibyteLength(i);
        default -> throw refuse(Rule.NOT_JSON);
      }
    }
  }

  private int multibyteLength(int from) {
    if ((text[from] & 0xf0) == 0xe0 && surrogateOctets(from)) {
      throw new Malformed(Rule.LONE_SURROGATE, from);
    }
    int length = Utf8.sequenceLength(text, from, end);
    if (length >= 3 && !limits.noncharacters()) {
      refuseNoncharacter(Utf8.codePoint(text, from, length), from);
    }
    return length;
  }

  private boolean surrogateOctets(int from) {
    return end - from >= 3
        && text[from] == (byte) 0xed
        && (text[from + 1] & 0xe0) == 0xa0
        && (text[from + 2] & 0xc0) == 0x80;
  }

  private void refuseNoncharacter(int codePoint, int from) {
    if (!limits.noncharacters() && Utf8.isNoncharacter(codePoint)) {
      throw new Malformed(Rule.NONCHARACTER, from);
    }
  }

  private int escapeLength(int from) {
    if (from + 1 >= end) {
      throw refuse(Rule.NOT_JSON);
    }
    if (text[from + 1] != 'u') {
      if (simpleEscape(text[from + 1]) < 0) {
        throw refuse(Rule.NOT_JSON);
      }
      return 2;
    }
    int unit = unicodeEscape(from);
    if (unit < 0xd800 || unit > 0xdfff) {
      refuseNoncharacter(unit, from);
      return 6;
    }
    if (unit > 0xdbff || from + 7 >= end || text[from + 6] != '\\' || text[from + 7] != 'u') {
      throw new Malformed(Rule.LONE_SURROGATE, from);
    }
    int low = unicodeEscape(from + 6);
    if (low < 0xdc00 || low > 0xdfff) {
      throw new Malformed(Rule.LONE_SURROGATE, from);
    }
    refuseNoncharacter(Character.toCodePoint((char) unit, (char) low), from);
    return 12;
  }

  private int unicodeEscape(int from) {
    if (end - from < 6) {
      throw refuse(Rule.NOT_JSON);
    }
    int unit = 0;
    for (int i = from + 2; i < from + 6; i++) {
      int digit = Character.digit(text[i], 16);
      if (digit < 0) {
        throw refuse(Rule.NOT_JSON);
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }

  private static int simpleEscape(byte letter) {
    return switch (letter) {
      case '"', '\\', '/' -> letter;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> -1;
    };
  }

  private Malformed refuse(Rule rule) {
    return new Malformed(rule, at);
  }

  /** The last token's own octets as text; for numbers, the number as it was written. */
  public String rawText() {
    return new String(text, tokenStart, tokenEnd - tokenStart, StandardCharsets.ISO_8859_1);
  }

  /** The last name or string, unescaped. */
  public String decoded() {
    if (!escaped) {
      return new String(text, tokenStart, tokenEnd - tokenStart, StandardCharsets.UTF_8);
    }
    Octets out = new Octets(tokenEnd - tokenStart);
    appendDecoded(out);
    return new String(out.array(), 0, out.length(), StandardCharsets.UTF_8);
  }

  /** The UTF-8 octets of the last name or string, unescaped. */
  public byte[] decodedOctets() {
    Octets out = new Octets(tokenEnd - tokenStart);
    appendDecoded(out);
    return out.toByteArray();
  }

  /** Appends the UTF-8 octets of the last name or string, unescaped. */
  public void appendDecoded(Octets out) {
    if (!escaped) {
      out.raw(text, tokenStart, tokenEnd - tokenStart);
      return;
    }
    int copied = tokenStart;
    int i = tokenStart;
    while (i < tokenEnd) {
      if (text[i] != '\\') {
        i++;
        continue;
      }
      out.raw(text, copied, i - copied);
      i += appendEscape(i, out);
      copied = i;
    }
    out.raw(text, copied, tokenEnd - copied);
  }

  private int appendEscape(int from, Octets out) {
    if (text[from + 1] != 'u') {
      out.u8(simpleEscape(text[from + 1]));
      return 2;
    }
    int unit = unicodeEscape(from);
    if (unit < 0xd800 || unit > 0xdfff) {
      Utf8.appendCodePoint(unit, out);
      return 6;
    }
    int low = unicodeEscape(from + 6);
    Utf8.appendCodePoint(Character.toCodePoint((char) unit, (char) low), out);
    return 12;
  }
}
