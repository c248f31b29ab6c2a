package dev.synchro.core.json;

import dev.synchro.core.limit.Limits;

/**
 * What a JSON text may hold beyond being JSON. Contract 2.5, 5.2 and 15.
 *
 * @param maxDepth containers nested in each other, the outermost included
 * @param maxValues values plus member names
 * @param noncharacters whether strings and names may hold noncharacters
 */
public record JsonLimits(int maxDepth, int maxValues, boolean noncharacters) {
  /** For requests and every document of the protocol. Contract 5.2. */
  public static final JsonLimits DOCUMENT =
      new JsonLimits(Limits.MAX_JSON_DEPTH, Limits.MAX_JSON_VALUES, true);

  /** For the content of a portable {@code json} value. Contract 2.5. */
  public static final JsonLimits PORTABLE =
      new JsonLimits(Limits.MAX_JSON_DEPTH, Limits.MAX_JSON_VALUES, false);
}
