package dev.synchro.core.vectors;

import static dev.synchro.core.vectors.Difference.requireEqual;

import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.state.ClientState;
import dev.synchro.core.state.ClientTransitions;
import java.util.List;

/** The client state map: every ordered pair is checked, the unlisted ones as refusals. */
final class TransitionVectors {
  private TransitionVectors() {}

  static void check(JsonObject file, VectorReport report) {
    Entry map = new Entry(file, "the state map");
    List<JsonValue> states = map.array("states");
    JsonObject legal = map.object("legal");
    report.valid(
        "states", () -> requireEqual("number", ClientState.values().length, states.size()));
    for (JsonValue from : states) {
      for (JsonValue to : states) {
        String start = Entry.text(from, "a state");
        pair(start, Entry.text(to, "a state"), isListed(legal, from, to), report);
      }
    }
  }

  private static boolean isListed(JsonObject legal, JsonValue from, JsonValue to) {
    return from instanceof JsonString name
        && legal.find(name.value()).orElse(null) instanceof JsonArray targets
        && targets.elements().contains(to);
  }

  private static void pair(String from, String to, boolean listed, VectorReport report) {
    String id = from + " -> " + to;
    VectorReport.Expectation transition =
        () -> ClientTransitions.require(ClientState.parse(from), ClientState.parse(to));
    if (listed) {
      report.valid(id, transition);
    } else {
      report.invalid(id, "unlisted", transition);
    }
  }
}
