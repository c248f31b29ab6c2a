package dev.synchro.bench.core;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.PortableJson;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Canonical JSON of a document of 10 KiB beside Jackson, which parses and writes the same document
 * with duplicate detection on, but neither sorts members nor canonicalizes numbers.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class JsonBenchmark {
  private static final int DOCUMENT_OCTETS = 10 * 1024;

  private final JsonFactory factory =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private final JsonMapper mapper = JsonMapper.builder(factory).build();
  private byte[] document;

  /** Records of mixed members in no canonical order. */
  @Setup
  public void prepare() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; text.length() < DOCUMENT_OCTETS; i++) {
      text.append(i == 0 ? "" : ",")
          .append("{\"title\": \"Call the café about order ")
          .append(i)
          .append("\", \"done\": false, \"priority\": ")
          .append(i % 5)
          .append(", \"price\": ")
          .append(i * 1.25 + 0.99)
          .append(", \"owner\": {\"name\": \"Zoë \\\"Z\\\" Smith\", \"id\": ")
          .append(100_000 + i)
          .append(
              "}, \"tags\": [\"home\", \"phone\", null], \"created\": \"2026-11-30T09:06:00Z\"}");
    }
    document = Utf8.encode(text.append("]").toString());
  }

  /** One pass without a tree, the I-JSON rules included. */
  @Benchmark
  public byte[] canonicalize() {
    return PortableJson.canonicalize(document);
  }

  /** By way of a tree. */
  @Benchmark
  public byte[] parseAndWriteTree() {
    return CanonicalJson.write(JsonParser.parse(document, JsonLimits.PORTABLE));
  }

  /** Jackson, a tree between parser and writer. */
  @Benchmark
  public byte[] jacksonTree() {
    return mapper.writeValueAsBytes(mapper.readTree(document));
  }

  /** Jackson, events copied from parser to generator. */
  @Benchmark
  public byte[] jacksonStream() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(document.length);
    try (tools.jackson.core.JsonParser parser =
            factory.createParser(ObjectReadContext.empty(), document);
        JsonGenerator generator = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      while (parser.nextToken() != null) {
        generator.copyCurrentEvent(parser);
      }
    }
    return out.toByteArray();
  }
}
