package dev.synchro.sqlgen.processor.read;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first sentence of a documentation comment, as plain text. */
final class Javadoc {

  private static final Pattern BLOCK_TAG = Pattern.compile("(?m)^\\s*@[a-z]");
  private static final Pattern INLINE_TAG =
      Pattern.compile("\\{@(?:code|literal|link|linkplain)\\s+([^}]*)\\}");
  private static final Pattern LABELLED = Pattern.compile("\\S+\\s+(.+)");
  private static final Pattern MARKUP = Pattern.compile("</?[a-z][^>]*>");
  private static final Pattern END = Pattern.compile("[.](?=\\s|$)");

  private Javadoc() {}

  static Optional<String> firstSentence(String documentation) {
    if (documentation == null) {
      return Optional.empty();
    }
    String text = plain(beforeTagsAndParagraphs(documentation));
    Matcher end = END.matcher(text);
    String sentence = end.find() ? text.substring(0, end.start()) : text;
    return Optional.of(sentence).filter(found -> !found.isBlank());
  }

  private static String beforeTagsAndParagraphs(String documentation) {
    Matcher tag = BLOCK_TAG.matcher(documentation);
    String text = tag.find() ? documentation.substring(0, tag.start()) : documentation;
    int paragraph = text.indexOf("<p>", 1);
    return paragraph < 0 ? text : text.substring(0, paragraph);
  }

  private static String plain(String text) {
    String unlinked =
        INLINE_TAG
            .matcher(text)
            .replaceAll(match -> Matcher.quoteReplacement(label(match.group(0), match.group(1))));
    return MARKUP
        .matcher(unlinked)
        .replaceAll("")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
        .replaceAll("\\s+", " ")
        .strip();
  }

  /** A link shows its label when it has one; code is kept from being taken for markup. */
  private static String label(String tag, String content) {
    Matcher labelled = LABELLED.matcher(content);
    boolean link = tag.startsWith("{@link");
    if (link) {
      return labelled.matches() ? labelled.group(1) : content.replace('#', '.');
    }
    return content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
