package dev.synchro.core.error;

import java.util.OptionalInt;

/** Foreign octets break a format rule of contract 2. Names the rule and, for text, the place. */
public class Malformed extends Refusal {
  private static final long serialVersionUID = 1L;
  private static final int NOWHERE = -1;

  private final Rule rule;
  private final int offset;

  public Malformed(Rule rule) {
    this(rule, NOWHERE);
  }

  /**
   * A rule broken at a known place of a text.
   *
   * @param offset zero-based octet at which the rule is broken
   */
  public Malformed(Rule rule, int offset) {
    super(offset < 0 ? rule.text() : rule.text() + " at octet " + offset);
    this.rule = rule;
    this.offset = offset;
  }

  /** The rule that was broken. */
  public Rule rule() {
    return rule;
  }

  /** Zero-based octet of the text at which the rule was broken, when there is a text. */
  public OptionalInt offset() {
    return offset < 0 ? OptionalInt.empty() : OptionalInt.of(offset);
  }
}
