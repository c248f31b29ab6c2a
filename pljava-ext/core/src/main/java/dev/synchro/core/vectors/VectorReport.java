package dev.synchro.core.vectors;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.ArrayList;
import java.util.List;

/** What came of checking one vector file. */
public final class VectorReport {
  /**
   * An entry that had to be refused and was.
   *
   * @param why the reason the file gives, empty when it gives none
   */
  public record Refused(String id, String why, Rule rule) {}

  private final String file;
  private final List<Refused> refused = new ArrayList<>();
  private final List<String> differences = new ArrayList<>();
  private int reproduced;

  VectorReport(String file) {
    this.file = file;
  }

  public String file() {
    return file;
  }

  /** Number of valid entries that came out as the file says. */
  public int reproduced() {
    return reproduced;
  }

  /** Invalid entries that were refused, with the rule that refused them. */
  public List<Refused> refused() {
    return List.copyOf(refused);
  }

  /** One line per entry that came out otherwise; empty when the file passes. */
  public List<String> differences() {
    return List.copyOf(differences);
  }

  /** Whether every entry came out as the file says. */
  public boolean passed() {
    return differences.isEmpty();
  }

  /** One check of a valid entry: returns nothing when it holds, else what differs. */
  interface Expectation {
    /** Throws when the entry is refused or differs. */
    void check();
  }

  void valid(String id, Expectation expectation) {
    try {
      expectation.check();
      reproduced++;
    } catch (Difference difference) {
      differences.add(id + ": " + difference.getMessage());
    } catch (Malformed refusal) {
      differences.add(id + ": refused, " + refusal.getMessage());
    } catch (NotAVector unreadable) {
      differences.add(id + ": not in the form of its kind, " + unreadable.getMessage());
    }
  }

  void invalid(String id, String why, Expectation reading) {
    try {
      reading.check();
      differences.add(id + ": accepted, but invalid" + (why.isEmpty() ? "" : " (" + why + ")"));
    } catch (Malformed refusal) {
      refused.add(new Refused(id, why, refusal.rule()));
    } catch (NotAVector unreadable) {
      differences.add(id + ": not in the form of its kind, " + unreadable.getMessage());
    }
  }

  void broken(String message) {
    differences.add(message);
  }
}
