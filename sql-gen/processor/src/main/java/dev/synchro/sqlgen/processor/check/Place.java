package dev.synchro.sqlgen.processor.check;

import com.sun.source.tree.Tree;
import java.util.Objects;
import java.util.Optional;
import javax.lang.model.element.Element;

/**
 * Where something is declared.
 *
 * @param element the class, method or parameter that carries the annotation
 * @param tree the annotation or the value inside it, when the compiler gives access to the source
 */
public record Place(Element element, Optional<Tree> tree) {

  public Place {
    Objects.requireNonNull(element, "element");
    Objects.requireNonNull(tree, "tree");
  }
}
