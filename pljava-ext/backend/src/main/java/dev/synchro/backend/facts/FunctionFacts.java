package dev.synchro.backend.facts;

import dev.synchro.core.registry.Members;
import java.util.List;

/**
 * What the catalogue says about a function of the application that decides membership or
 * assignment. Contract 7.3, 7.5 and 7.6.
 *
 * @param quoted schema and name, ready to stand in a statement
 * @param signature the same with the types of the arguments
 * @param plain whether it is neither a procedure nor an aggregate or window function
 * @param parsed whether its body was parsed when it was created
 * @param volatility as {@code pg_proc.provolatile}
 * @param definer whether it runs with its owner's privileges
 * @param foreignRelations what a parsed body reads beside projection views
 * @param views the projection views that a parsed body reads
 * @param forbiddenCalls what a parsed body calls and may not
 * @param sessionValues whether a parsed body uses the session's identity, the clock or a sequence
 * @param fingerprint SHA-256, in hexadecimal, of its definition and what that depends on
 */
public record FunctionFacts(
    long oid,
    String quoted,
    String signature,
    boolean plain,
    String language,
    boolean parsed,
    String volatility,
    boolean definer,
    boolean returnsSet,
    String returns,
    List<String> arguments,
    boolean fixedPath,
    boolean publicMay,
    boolean ownerMay,
    boolean workerMay,
    List<String> foreignRelations,
    List<String> views,
    List<String> forbiddenCalls,
    boolean sessionValues,
    String fingerprint) {

  public FunctionFacts {
    arguments = List.copyOf(arguments);
    foreignRelations = List.copyOf(foreignRelations);
    views = List.copyOf(views);
    forbiddenCalls = List.copyOf(forbiddenCalls);
  }

  /** Reads the document that {@code synchro.function_facts} makes. */
  public static FunctionFacts read(Members facts) {
    return new FunctionFacts(
        facts.number("oid"),
        facts.text("quoted"),
        facts.text("signature"),
        facts.truth("plain"),
        facts.text("language"),
        facts.truth("parsed"),
        facts.text("volatility"),
        facts.truth("definer"),
        facts.truth("returns_set"),
        facts.text("returns"),
        facts.texts("arguments"),
        facts.truth("fixed_path"),
        facts.truth("public_may"),
        facts.truth("owner_may"),
        facts.truth("worker_may"),
        facts.texts("foreign_relations"),
        facts.texts("views"),
        facts.texts("forbidden_calls"),
        facts.truth("session_values"),
        facts.text("fingerprint"));
  }
}
