package dev.synchro.sqlgen.processor.read;

import dev.synchro.sqlgen.ExtensionSql;
import dev.synchro.sqlgen.SqlFunction;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.SqlTable;
import dev.synchro.sqlgen.SqlType;
import dev.synchro.sqlgen.processor.check.Declaration;
import dev.synchro.sqlgen.processor.check.Refusals;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.lang.model.element.Element;

/** Reads all declarations of a compilation. */
public final class DeclarationReader {

  private final Compiler compiler;
  private final Refusals refusals;

  public DeclarationReader(Compiler compiler, Refusals refusals) {
    this.compiler = compiler;
    this.refusals = refusals;
  }

  /** The extension and its objects, in the order of the elements. */
  public record Result(ExtensionDeclaration extension, List<Declaration> declarations) {

    public Result {
      declarations = List.copyOf(declarations);
    }
  }

  /** Reads elements, or answers nothing when none of them declares the extension. */
  public Optional<Result> read(List<? extends Element> elements) {
    Optional<Reading> reading = new ExtensionReader(compiler, refusals, elements).read();
    return reading.map(found -> new Result(found.extension(), declarations(found, elements)));
  }

  private List<Declaration> declarations(Reading reading, List<? extends Element> elements) {
    List<Declaration> all = new ArrayList<>();
    for (Element element : elements) {
      all.addAll(each(element, SqlType.class, one -> new TypeReader(reading, one).read()));
      all.addAll(each(element, SqlTable.class, one -> new TableReader(reading, one).read()));
      all.addAll(each(element, SqlRoutine.class, one -> new RoutineReader(reading, one).read()));
      all.addAll(
          each(element, ExtensionSql.class, one -> new StatementReader(reading, one).read()));
      Annotated.of(compiler, element, SqlFunction.class)
          .forEach(one -> all.addAll(new FunctionReader(reading, one).read()));
    }
    return all;
  }

  private List<Declaration> each(
      Element element,
      Class<? extends Annotation> annotation,
      Function<Annotated, Declaration> read) {
    return Annotated.of(compiler, element, annotation).stream().map(read).toList();
  }
}
