package dev.synchro.sqlgen.processor.read;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;

/**
 * The compiler's view of the source, for lines and places. Other compilers than javac give none;
 * then places are elements and lines are unknown.
 */
public final class Compiler {

  private final ProcessingEnvironment environment;
  private final Optional<Trees> trees;

  public Compiler(ProcessingEnvironment environment) {
    this.environment = environment;
    this.trees = trees(environment);
  }

  private static Optional<Trees> trees(ProcessingEnvironment environment) {
    try {
      return Optional.of(Trees.instance(environment));
    } catch (IllegalArgumentException | LinkageError otherCompiler) {
      return Optional.empty();
    }
  }

  public ProcessingEnvironment environment() {
    return environment;
  }

  public Optional<Trees> trees() {
    return trees;
  }

  /** The line an element starts on, its annotations not counted. */
  OptionalLong line(Element element) {
    TreePath path = trees.map(found -> found.getPath(element)).orElse(null);
    if (path == null) {
      return OptionalLong.empty();
    }
    long start =
        trees
            .get()
            .getSourcePositions()
            .getStartPosition(path.getCompilationUnit(), path.getLeaf());
    return OptionalLong.of(path.getCompilationUnit().getLineMap().getLineNumber(start));
  }

  /** The annotations of an element as written, when the source is at hand. */
  List<? extends AnnotationTree> annotations(Element element) {
    TreePath path = trees.map(found -> found.getPath(element)).orElse(null);
    return path == null ? List.of() : modifiers(path.getLeaf()).getAnnotations();
  }

  private static ModifiersTree modifiers(Tree tree) {
    if (tree instanceof ClassTree type) {
      return type.getModifiers();
    }
    if (tree instanceof MethodTree method) {
      return method.getModifiers();
    }
    return ((VariableTree) tree).getModifiers();
  }

  /** The value written for a member. */
  static Optional<ExpressionTree> member(AnnotationTree annotation, String member) {
    for (ExpressionTree argument : annotation.getArguments()) {
      if (argument instanceof AssignmentTree assignment) {
        if (assignment.getVariable().toString().equals(member)) {
          return Optional.of(assignment.getExpression());
        }
      } else if (member.equals("value")) {
        return Optional.of(argument);
      }
    }
    return Optional.empty();
  }

  /** The elements of an array value; a single value stands for an array of one. */
  static List<? extends ExpressionTree> elements(ExpressionTree value) {
    return value instanceof NewArrayTree array ? array.getInitializers() : List.of(value);
  }
}
