package dev.synchro.sqlgen.processor.read;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import dev.synchro.sqlgen.processor.check.Place;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** One annotation with its values and the places they are written at. */
final class Annotated {

  private final Compiler compiler;
  private final Element element;
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Optional<AnnotationTree> tree;

  private Annotated(
      Compiler compiler, Element element, AnnotationMirror mirror, Optional<AnnotationTree> tree) {
    this.compiler = compiler;
    this.element = element;
    this.tree = tree;
    compiler
        .environment()
        .getElementUtils()
        .getElementValuesWithDefaults(mirror)
        .forEach(
            (member, value) -> values.put(member.getSimpleName().toString(), value.getValue()));
  }

  /** The annotations of one type on an element, repeated ones in the order they are written. */
  static List<Annotated> of(
      Compiler compiler, Element element, Class<? extends Annotation> annotation) {
    List<AnnotationMirror> mirrors = new ArrayList<>();
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      String type = qualifiedName(mirror);
      if (type.equals(annotation.getCanonicalName())) {
        mirrors.add(mirror);
      } else if (type.equals(annotation.getCanonicalName() + ".List")) {
        mirrors.addAll(repeated(mirror));
      }
    }
    List<AnnotationTree> written = written(compiler, element, annotation.getSimpleName());
    List<Annotated> found = new ArrayList<>();
    for (int index = 0; index < mirrors.size(); index++) {
      Optional<AnnotationTree> tree =
          written.size() == mirrors.size() ? Optional.of(written.get(index)) : Optional.empty();
      found.add(new Annotated(compiler, element, mirrors.get(index), tree));
    }
    return found;
  }

  private static String qualifiedName(AnnotationMirror mirror) {
    return ((TypeElement) mirror.getAnnotationType().asElement()).getQualifiedName().toString();
  }

  private static List<AnnotationMirror> repeated(AnnotationMirror container) {
    List<AnnotationMirror> mirrors = new ArrayList<>();
    for (AnnotationValue value : container.getElementValues().values()) {
      if (value.getValue() instanceof List<?> elements) {
        for (Object one : elements) {
          mirrors.add((AnnotationMirror) ((AnnotationValue) one).getValue());
        }
      }
    }
    return mirrors;
  }

  private static List<AnnotationTree> written(
      Compiler compiler, Element element, String simpleName) {
    List<AnnotationTree> trees = new ArrayList<>();
    for (AnnotationTree tree : compiler.annotations(element)) {
      String type = tree.getAnnotationType().toString();
      if (type.equals(simpleName) || type.endsWith("." + simpleName)) {
        trees.add(tree);
      }
    }
    return trees;
  }

  Element element() {
    return element;
  }

  /** Where the annotation stands. */
  Place place() {
    return new Place(element, tree.map(Tree.class::cast));
  }

  /** Where the value of a member stands, or the annotation when it is not written. */
  Place place(String member) {
    Optional<Tree> value =
        tree.flatMap(found -> Compiler.member(found, member)).map(Tree.class::cast);
    return value.isPresent() ? new Place(element, value) : place();
  }

  /** Where one element of an array value stands. */
  Place place(String member, int index) {
    Optional<Tree> value =
        tree.flatMap(found -> Compiler.member(found, member))
            .map(Compiler::elements)
            .filter(elements -> index < elements.size())
            .map(elements -> (Tree) elements.get(index));
    return value.isPresent() ? new Place(element, value) : place(member);
  }

  String text(String member) {
    return values.get(member) instanceof String text ? text : "";
  }

  /** A text that may be absent; empty means absent. */
  Optional<String> optionalText(String member) {
    return Optional.of(text(member)).filter(text -> !text.isEmpty());
  }

  boolean flag(String member) {
    return values.get(member) instanceof Boolean flag && flag;
  }

  int number(String member) {
    return values.get(member) instanceof Integer number ? number : 0;
  }

  <E extends Enum<E>> E constant(String member, Class<E> type) {
    return constant(values.get(member), type);
  }

  <E extends Enum<E>> List<E> constants(String member, Class<E> type) {
    return array(member).stream().map(value -> constant(value, type)).toList();
  }

  List<String> texts(String member) {
    return array(member).stream().map(String::valueOf).toList();
  }

  List<Annotated> annotations(String member) {
    List<Object> mirrors = array(member);
    List<? extends ExpressionTree> trees =
        tree.flatMap(found -> Compiler.member(found, member))
            .<List<? extends ExpressionTree>>map(Compiler::elements)
            .orElse(List.of());
    List<Annotated> found = new ArrayList<>();
    for (int index = 0; index < mirrors.size(); index++) {
      Optional<AnnotationTree> nested =
          index < trees.size() && trees.get(index) instanceof AnnotationTree written
              ? Optional.of(written)
              : Optional.empty();
      found.add(new Annotated(compiler, element, (AnnotationMirror) mirrors.get(index), nested));
    }
    return found;
  }

  private List<Object> array(String member) {
    List<Object> elements = new ArrayList<>();
    if (values.get(member) instanceof List<?> list) {
      for (Object element : list) {
        elements.add(((AnnotationValue) element).getValue());
      }
    }
    return elements;
  }

  private static <E extends Enum<E>> E constant(Object value, Class<E> type) {
    return value instanceof VariableElement constant
        ? Enum.valueOf(type, constant.getSimpleName().toString())
        : type.getEnumConstants()[0]; // the compiler reports the name it does not know itself
  }
}
