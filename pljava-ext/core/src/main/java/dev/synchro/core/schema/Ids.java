package dev.synchro.core.schema;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.HashSet;
import java.util.Set;

/** Checks that ids and names are there, well formed and distinct. */
final class Ids {
  private final Set<String> seen = new HashSet<>();
  private final Rule repeated;

  Ids(Rule repeated) {
    this.repeated = repeated;
  }

  static void require(String id) {
    if (id.isEmpty()) {
      throw new Malformed(Rule.EMPTY_ID);
    }
    Utf8.length(id);
  }

  void add(String id) {
    if (!seen.add(id)) {
      throw new Malformed(repeated);
    }
  }
}
