package dev.synchro.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.synchro.core.error.Malformed;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EcmaNumberTest {
  /** Set to 10000000 for the long comparison. */
  private static final int NODE_DOUBLES = Integer.getInteger("synchro.node.doubles", 200_000);

  private static final int BATCH = 10_000;

  @ParameterizedTest
  @CsvSource({
    "0000000000000000,0",
    "8000000000000000,0",
    "0000000000000001,5e-324",
    "8000000000000001,-5e-324",
    "7fefffffffffffff,1.7976931348623157e+308",
    "ffefffffffffffff,-1.7976931348623157e+308",
    "4340000000000000,9007199254740992",
    "c340000000000000,-9007199254740992",
    "4430000000000000,295147905179352830000",
    "44b52d02c7e14af5,9.999999999999997e+22",
    "44b52d02c7e14af6,1e+23",
    "44b52d02c7e14af7,1.0000000000000001e+23",
    "444b1ae4d6e2ef4e,999999999999999700000",
    "444b1ae4d6e2ef4f,999999999999999900000",
    "444b1ae4d6e2ef50,1e+21",
    "3eb0c6f7a0b5ed8c,9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d,0.000001",
    "41b3de4355555553,333333333.3333332",
    "41b3de4355555554,333333333.33333325",
    "41b3de4355555555,333333333.3333333",
    "41b3de4355555556,333333333.3333334",
    "41b3de4355555557,333333333.33333343",
    "becbf647612f3696,-0.0000033333333333333333",
    "43143ff3c1cb0959,1424953923781206.2",
    "000000000000000e,7e-323",
    "0010000000000000,2.2250738585072014e-308"
  })
  void writes_the_numbers_of_the_rfc(String bits, String text) {
    double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
    assertThat(EcmaNumber.text(value)).isEqualTo(text);
  }

  @Test
  void refuses_what_is_not_finite() {
    for (double value : new double[] {Double.NaN, 1 / 0.0, -1 / 0.0}) {
      assertThatThrownBy(() -> EcmaNumber.text(value))
          .isInstanceOf(Malformed.class)
          .hasMessage("not finite");
    }
  }

  @Test
  void what_it_writes_reads_back_and_has_no_shorter_text() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 300_000; i++) {
      double value = Doubles.any(random);
      String text = EcmaNumber.text(value);
      assertThat(Double.parseDouble(text)).isEqualTo(value + 0.0);
      assertThat(EcmaNumber.parse(text)).isEqualTo(value + 0.0);
    }
  }

  @Test
  void reads_any_digits_as_the_platform_does() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 300_000; i++) {
      String text = Doubles.anyText(random);
      assertThat(EcmaNumber.parse(text)).as(text).isEqualTo(Double.parseDouble(text));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1e999999999,Infinity",
    "-1e999999999999999999999,-Infinity",
    "1e-999999999,0.0",
    "-0e99999,-0.0",
    "2.4703282292062327e-324,0.0",
    "2.4703282292062328e-324,4.9e-324",
    "9007199254740993,9007199254740992",
    "9007199254740995,9007199254740996",
    "1.7976931348623158e308,1.7976931348623157e308",
    "1.7976931348623159e308,Infinity",
    "0.500000000000000166533453693773481063544750213623046875,0.5000000000000002",
    "8.5e-5,0.000085"
  })
  void rounds_to_nearest_ties_to_even(String text, double expected) {
    assertThat(EcmaNumber.parse(text)).isEqualTo(expected);
  }

  @Test
  void agrees_with_node_on_random_doubles() throws Exception {
    assumeThat(nodeIsThere()).as("node is on the path").isTrue();
    SplittableRandom random = new SplittableRandom(3);
    Process node = new ProcessBuilder("node", "-e", NODE_PROGRAM).redirectErrorStream(true).start();
    try (BufferedWriter toNode =
            new BufferedWriter(
                new OutputStreamWriter(node.getOutputStream(), StandardCharsets.US_ASCII));
        BufferedReader fromNode =
            new BufferedReader(
                new InputStreamReader(node.getInputStream(), StandardCharsets.US_ASCII))) {
      for (int done = 0; done < NODE_DOUBLES; done += BATCH) {
        compareBatch(random, toNode, fromNode);
      }
    } finally {
      node.destroy();
    }
  }

  /** Answers each line of hex bits with the number's text, a batch at a time. */
  private static final String NODE_PROGRAM =
      "const b=new DataView(new ArrayBuffer(8));let rest='',out='';"
          + "process.stdin.on('data',c=>{const lines=(rest+c).split('\\n');rest=lines.pop();"
          + "for(const l of lines){if(l==='.'){process.stdout.write(out);out='';continue;}"
          + "b.setBigUint64(0,BigInt('0x'+l));out+=JSON.stringify(b.getFloat64(0))+'\\n';}});";

  private static boolean nodeIsThere() throws InterruptedException {
    try {
      return new ProcessBuilder("node", "--version").start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  private static void compareBatch(
      SplittableRandom random, BufferedWriter toNode, BufferedReader fromNode) throws IOException {
    double[] values = new double[BATCH];
    for (int i = 0; i < BATCH; i++) {
      values[i] = Doubles.any(random);
      toNode.write(Long.toHexString(Double.doubleToRawLongBits(values[i])));
      toNode.write('\n');
    }
    toNode.write(".\n");
    toNode.flush();
    for (double value : values) {
      String expected = fromNode.readLine();
      String actual = EcmaNumber.text(value);
      if (!actual.equals(expected)) {
        assertThat(actual).isEqualTo(expected);
      }
    }
  }
}
