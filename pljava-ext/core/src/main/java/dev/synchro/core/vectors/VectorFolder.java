package dev.synchro.core.vectors;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Vector files that belong together, because rows name manifests of another file. Every valid entry
 * must be reproduced, every {@code invalid} one refused; a file of an unknown {@code format} or
 * kind fails.
 */
public final class VectorFolder {
  private static final JsonLimits FILE_LIMITS = new JsonLimits(128, 50_000_000, true);
  private static final JsonNumber KNOWN_FORMAT = new JsonNumber("1");

  private final Map<String, byte[]> files = new LinkedHashMap<>();

  /** Adds one file by its name. */
  public VectorFolder add(String name, byte[] octets) {
    files.put(name, octets.clone());
    return this;
  }

  /** Checks every file, in the order of adding. */
  public List<VectorReport> check() {
    Map<String, JsonObject> parsed = new LinkedHashMap<>();
    List<VectorReport> reports = new ArrayList<>();
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      try {
        parsed.put(file.getKey(), JsonParser.parseObject(file.getValue(), FILE_LIMITS));
      } catch (Malformed refusal) {
        VectorReport report = new VectorReport(file.getKey());
        report.broken("no JSON object: " + refusal.getMessage());
        reports.add(report);
      }
    }
    Manifests manifests = new Manifests(parsed);
    for (Map.Entry<String, JsonObject> file : parsed.entrySet()) {
      reports.add(check(file.getKey(), file.getValue(), manifests));
    }
    return reports;
  }

  private static VectorReport check(String name, JsonObject file, Manifests manifests) {
    VectorReport report = new VectorReport(name);
    Optional<VectorKind> kind = VectorKind.of(name, file);
    if (!KNOWN_FORMAT.equals(file.find("format").orElse(null))) {
      report.broken("unknown format, expected 1");
    } else if (kind.isEmpty()) {
      report.broken("unknown kind of vectors");
    } else {
      try {
        new VectorChecks(file, manifests, report).check(kind.get());
      } catch (NotAVector unreadable) {
        report.broken("not in the form of its kind: " + unreadable.getMessage());
      }
    }
    if (report.passed() && report.reproduced() + report.refused().size() == 0) {
      report.broken("no entries");
    }
    return report;
  }
}
