package dev.synchro.sqlgen.processor.check;

import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.Messager;
import javax.tools.Diagnostic;

/** Collects what is wrong, so that one compilation reports all of it. */
public final class Refusals {

  private record Refusal(Rule rule, String message, Place place) {

    String text() {
      return "[" + rule.title() + "] " + message;
    }
  }

  private final List<Refusal> refusals = new ArrayList<>();

  /** Adds a refusal; the caller carries on. */
  @SuppressWarnings("AnnotateFormatMethod") // Error Prone's annotation would be a dependency
  public void refuse(Place place, Rule rule, String format, Object... arguments) {
    refusals.add(new Refusal(rule, String.format(format, arguments), place));
  }

  public boolean isEmpty() {
    return refusals.isEmpty();
  }

  /** Hands every refusal to the compiler as an error at its place. */
  public void report(Messager messager, Optional<Trees> trees) {
    for (Refusal refusal : refusals) {
      Place place = refusal.place();
      Optional<TreePath> path = trees.map(found -> found.getPath(place.element()));
      if (path.isPresent() && place.tree().isPresent()) {
        trees
            .get()
            .printMessage(
                Diagnostic.Kind.ERROR,
                refusal.text(),
                place.tree().get(),
                path.get().getCompilationUnit());
      } else {
        messager.printMessage(Diagnostic.Kind.ERROR, refusal.text(), place.element());
      }
    }
  }
}
