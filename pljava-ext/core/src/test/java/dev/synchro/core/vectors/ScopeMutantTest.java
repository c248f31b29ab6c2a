package dev.synchro.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.value.PortableValue;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/**
 * ADR 005, required negative control 4: what else somebody might call a scope digest breaks at
 * least one law of a scope digest. Omitted and surplus scopes are a matter of the client's tests.
 */
class ScopeMutantTest {
  private static final int ROWS = 20;
  private static final SchemaHash HASH = SchemaHash.of(new byte[32]);

  private enum Law {
    EQUALS_THE_KNOWN_ANSWERS,
    BINDS_THE_SCHEMA,
    BINDS_THE_SCOPE_ID,
    BINDS_EACH_IDENTITY,
    BINDS_EACH_ROW_DIGEST,
    BINDS_THE_PAIRING,
    REFUSES_A_MISSING_ROW,
    REFUSES_A_REPEATED_ROW,
    REFUSES_A_SURPLUS_ROW
  }

  /** Rows in ascending order of their identities, with what the digest is of besides them. */
  private static final class Scope {
    SchemaHash schema = HASH;
    String scopeId = "s";
    long cardinality;
    final List<byte[]> identities = new ArrayList<>();
    final List<byte[]> digests = new ArrayList<>();

    Scope copy() {
      Scope copy = new Scope();
      copy.schema = schema;
      copy.scopeId = scopeId;
      copy.cardinality = cardinality;
      identities.forEach(identity -> copy.identities.add(identity.clone()));
      digests.forEach(digest -> copy.digests.add(digest.clone()));
      return copy;
    }

    void add(byte[] identity, byte[] digest) {
      identities.add(identity);
      digests.add(digest);
      cardinality++;
    }

    Scope without(int row) {
      Scope copy = copy();
      copy.identities.remove(row);
      copy.digests.remove(row);
      return copy;
    }

    byte[] entry(int row) {
      return new Octets().blob(identities.get(row)).raw(digests.get(row)).toByteArray();
    }

    byte[] header() {
      Octets header = new Octets();
      schema.appendTo(header);
      return header.text(scopeId).u64be(cardinality).toByteArray();
    }
  }

  private interface Digester {
    byte[] of(Scope scope);
  }

  private static byte[] ours(Scope scope) {
    ScopeDigest digest = ScopeDigest.start(scope.schema, scope.scopeId, scope.cardinality);
    for (int i = 0; i < scope.identities.size(); i++) {
      digest.add(scope.identities.get(i), scope.digests.get(i));
    }
    return digest.finish();
  }

  private static Scope scope() {
    Arbitrary arbitrary = new Arbitrary(20261130);
    byte[] head = RowIdentity.head("t", "id");
    Scope scope = new Scope();
    for (int i = 0; i < ROWS; i++) {
      byte[] key = RowIdentity.key(PortableValue.ofInt(2 * i));
      scope.add(RowIdentity.of(head, key), arbitrary.octets(32));
    }
    return scope;
  }

  private static List<JsonObject> knownAnswers() {
    try (InputStream stream =
        ScopeMutantTest.class.getResourceAsStream("/vectors/scope-digests.json")) {
      JsonObject file = JsonParser.parseObject(stream.readAllBytes(), JsonLimits.DOCUMENT);
      List<JsonObject> answers = new ArrayList<>();
      for (JsonValue answer : ((JsonArray) file.find("cases").orElseThrow()).elements()) {
        answers.add((JsonObject) answer);
      }
      return answers;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Scope read(JsonObject answer) {
    Entry entry = new Entry(answer, "case");
    TreeMap<String, String> rows = new TreeMap<>();
    for (JsonValue pair : entry.array("entries")) {
      List<JsonValue> parts = Entry.array(pair, "entry");
      rows.put(Entry.text(parts.get(0), "identity"), Entry.text(parts.get(1), "digest"));
    }
    Scope scope = new Scope();
    scope.schema = SchemaHash.parse(entry.text("schema_hash"));
    scope.scopeId = entry.text("scope_id");
    rows.forEach((identity, digest) -> scope.add(Hex.decode(identity), Hex.decode(digest)));
    return scope;
  }

  /** The laws a way of digesting breaks. */
  private static Set<Law> broken(Digester digester) {
    Set<Law> broken = EnumSet.noneOf(Law.class);
    for (Law law : Law.values()) {
      if (!holds(law, digester)) {
        broken.add(law);
      }
    }
    return broken;
  }

  private static boolean holds(Law law, Digester digester) {
    Scope scope = scope();
    return switch (law) {
      case EQUALS_THE_KNOWN_ANSWERS ->
          knownAnswers().stream()
              .allMatch(
                  answer ->
                      Hex.encode(digester.of(read(answer)))
                          .equals(new Entry(answer, "case").text("digest")));
      case BINDS_THE_SCHEMA -> {
        Scope other = scope.copy();
        other.schema = SchemaHash.parse("ab".repeat(32));
        yield differ(digester, scope, other);
      }
      case BINDS_THE_SCOPE_ID -> {
        Scope other = scope.copy();
        other.scopeId = "t";
        yield differ(digester, scope, other);
      }
      case BINDS_EACH_IDENTITY -> bindsEach(digester, scope, true);
      case BINDS_EACH_ROW_DIGEST -> bindsEach(digester, scope, false);
      case BINDS_THE_PAIRING -> {
        Scope swapped = scope.copy();
        Collections.swap(swapped.digests, 3, 7);
        yield differ(digester, scope, swapped);
      }
      case REFUSES_A_MISSING_ROW -> refuses(digester, scope.without(4));
      case REFUSES_A_REPEATED_ROW -> {
        Scope twice = scope.copy();
        twice.identities.add(5, twice.identities.get(5));
        twice.digests.add(5, twice.digests.get(5));
        twice.cardinality++;
        yield refuses(digester, twice);
      }
      case REFUSES_A_SURPLUS_ROW -> {
        Scope surplus = scope.copy();
        surplus.cardinality--;
        yield refuses(digester, surplus);
      }
    };
  }

  private static boolean bindsEach(Digester digester, Scope scope, boolean identity) {
    for (int row = 0; row < ROWS; row++) {
      Scope other = scope.copy();
      byte[] octets = (identity ? other.identities : other.digests).get(row);
      // The keys are even numbers, so the next one is free and keeps its place.
      octets[octets.length - 1]++;
      if (!differ(digester, scope, other)) {
        return false;
      }
    }
    return true;
  }

  private static boolean differ(Digester digester, Scope left, Scope right) {
    return !Arrays.equals(digester.of(left), digester.of(right));
  }

  private static boolean refuses(Digester digester, Scope scope) {
    try {
      digester.of(scope);
      return false;
    } catch (Malformed refusal) {
      return true;
    }
  }

  @Test
  void ours_breaks_no_law() {
    assertThat(broken(ScopeMutantTest::ours)).isEmpty();
  }

  @Test
  void crc32_is_caught() {
    Digester mutant =
        scope -> {
          CRC32 crc = new CRC32();
          crc.update(scope.header());
          for (int i = 0; i < scope.identities.size(); i++) {
            crc.update(scope.entry(i));
          }
          return new Octets().u64be(crc.getValue()).toByteArray();
        };
    assertThat(broken(mutant)).contains(Law.EQUALS_THE_KNOWN_ANSWERS, Law.REFUSES_A_MISSING_ROW);
  }

  @Test
  void xor_of_the_row_digests_is_caught() {
    Digester mutant =
        scope -> {
          byte[] sum = Sha256.digest(scope.header());
          for (byte[] digest : scope.digests) {
            for (int i = 0; i < sum.length; i++) {
              sum[i] ^= digest[i];
            }
          }
          return sum;
        };
    assertThat(broken(mutant)).contains(Law.BINDS_THE_PAIRING, Law.BINDS_EACH_IDENTITY);
  }

  @Test
  void a_sum_of_hashed_entries_is_caught() {
    Digester mutant =
        scope -> {
          BigInteger sum = new BigInteger(1, Sha256.digest(scope.header()));
          for (int i = 0; i < scope.identities.size(); i++) {
            sum = sum.add(new BigInteger(1, Sha256.digest(scope.entry(i))));
          }
          return Utf8.encode(sum.toString(16));
        };
    assertThat(broken(mutant))
        .contains(
            Law.EQUALS_THE_KNOWN_ANSWERS, Law.REFUSES_A_REPEATED_ROW, Law.REFUSES_A_MISSING_ROW);
  }

  @Test
  void a_constant_is_caught() {
    assertThat(broken(scope -> new byte[32])).containsExactlyInAnyOrder(Law.values());
  }

  @Test
  void leaving_a_row_out_is_caught() {
    Digester mutant =
        scope -> {
          Scope fewer = scope.identities.isEmpty() ? scope.copy() : scope.without(0);
          fewer.cardinality = fewer.identities.size();
          return ours(fewer);
        };
    assertThat(broken(mutant))
        .contains(
            Law.BINDS_EACH_ROW_DIGEST, Law.REFUSES_A_MISSING_ROW, Law.EQUALS_THE_KNOWN_ANSWERS);
  }

  @Test
  void counting_what_came_instead_of_what_was_announced_is_caught() {
    Digester mutant =
        scope -> {
          Scope counted = scope.copy();
          counted.cardinality = counted.identities.size();
          return ours(counted);
        };
    assertThat(broken(mutant))
        .containsExactly(Law.REFUSES_A_MISSING_ROW, Law.REFUSES_A_SURPLUS_ROW);
  }

  @Test
  void passing_over_a_repeated_row_is_caught() {
    Digester mutant =
        scope -> {
          Scope once = new Scope();
          once.schema = scope.schema;
          once.scopeId = scope.scopeId;
          for (int i = 0; i < scope.identities.size(); i++) {
            boolean repeated =
                i > 0 && Arrays.equals(scope.identities.get(i - 1), scope.identities.get(i));
            if (!repeated) {
              once.add(scope.identities.get(i), scope.digests.get(i));
            }
          }
          return ours(once);
        };
    assertThat(broken(mutant)).contains(Law.REFUSES_A_REPEATED_ROW);
  }
}
