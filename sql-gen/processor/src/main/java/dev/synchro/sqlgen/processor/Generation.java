package dev.synchro.sqlgen.processor;

import dev.synchro.sqlgen.Parallel;
import dev.synchro.sqlgen.Security;
import dev.synchro.sqlgen.Volatility;
import dev.synchro.sqlgen.processor.check.Declaration;
import dev.synchro.sqlgen.processor.check.Duplicates;
import dev.synchro.sqlgen.processor.check.Links;
import dev.synchro.sqlgen.processor.check.Place;
import dev.synchro.sqlgen.processor.check.Refusals;
import dev.synchro.sqlgen.processor.check.Rule;
import dev.synchro.sqlgen.processor.emit.ControlFile;
import dev.synchro.sqlgen.processor.emit.Fingerprint;
import dev.synchro.sqlgen.processor.emit.FingerprintClass;
import dev.synchro.sqlgen.processor.emit.InstallScript;
import dev.synchro.sqlgen.processor.emit.ObjectManifest;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration;
import dev.synchro.sqlgen.processor.model.ObjectKey;
import dev.synchro.sqlgen.processor.model.QualifiedName;
import dev.synchro.sqlgen.processor.model.SqlObject;
import dev.synchro.sqlgen.processor.model.SqlObject.ExpressionBody;
import dev.synchro.sqlgen.processor.model.SqlObject.Routine;
import dev.synchro.sqlgen.processor.model.SqlTypeName;
import dev.synchro.sqlgen.processor.order.Cycle;
import dev.synchro.sqlgen.processor.order.StableOrder;
import dev.synchro.sqlgen.processor.read.Compiler;
import dev.synchro.sqlgen.processor.read.DeclarationReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Element;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;

/** One run from annotated elements to files: read, check, order, write. */
final class Generation {

  private final Compiler compiler;
  private final Refusals refusals;

  Generation(Compiler compiler, Refusals refusals) {
    this.compiler = compiler;
    this.refusals = refusals;
  }

  /** Writes all files, or none when something is refused. */
  void run(List<Element> elements) {
    Optional<DeclarationReader.Result> read =
        new DeclarationReader(compiler, refusals).read(elements);
    if (read.isEmpty()) {
      return;
    }
    ExtensionDeclaration extension = read.get().extension();
    List<Declaration> declarations = new ArrayList<>(read.get().declarations());
    Place place = new Place(elements.get(0), Optional.empty());
    extension
        .fingerprintFunction()
        .ifPresent(
            name ->
                declarations.add(
                    new Declaration(
                        fingerprint(extension, name, Fingerprint.NONE), List.of(), place)));

    new Duplicates(refusals).check(declarations);
    NavigableMap<ObjectKey, NavigableSet<ObjectKey>> links =
        new Links(declarations, refusals).resolve();
    if (refusals.isEmpty()) {
      order(declarations, links).ifPresent(objects -> write(extension, objects));
    }
  }

  private Optional<List<SqlObject>> order(
      List<Declaration> declarations, NavigableMap<ObjectKey, NavigableSet<ObjectKey>> links) {
    Map<ObjectKey, Declaration> byKey =
        declarations.stream()
            .collect(Collectors.toMap(one -> one.object().key(), Function.identity()));
    try {
      return Optional.of(
          StableOrder.of(links).stream().map(key -> byKey.get(key).object()).toList());
    } catch (Cycle cycle) {
      refusals.refuse(
          byKey.get(cycle.keys().get(0)).place(),
          Rule.REQUIREMENT_CYCLE,
          "objects require each other: %s",
          cycle.keys().stream().map(Object::toString).collect(Collectors.joining(" -> ")));
      return Optional.empty();
    }
  }

  private static Routine fingerprint(
      ExtensionDeclaration extension, QualifiedName name, String value) {
    return new Routine(
        name,
        "Returns the fingerprint of the script that installed these objects",
        List.of(),
        SqlTypeName.TEXT,
        false,
        new ExpressionBody("'" + value + "'::text"),
        Volatility.IMMUTABLE,
        true,
        Security.DEFINER,
        extension.settings(),
        Parallel.SAFE,
        false,
        List.of(),
        0,
        0,
        extension.origin());
  }

  private void write(ExtensionDeclaration extension, List<SqlObject> objects) {
    String print = Fingerprint.of(new InstallScript(extension, objects).print());
    List<SqlObject> marked =
        objects.stream().map(object -> mark(extension, object, print)).toList();
    InstallScript script = new InstallScript(extension, marked);
    ControlFile control = new ControlFile(extension);
    ObjectManifest manifest = new ObjectManifest(extension, marked);
    resource(script.fileName(), script.print());
    resource(control.fileName(), control.print());
    resource(manifest.fileName(), manifest.print());
    extension.fingerprintClass().ifPresent(name -> source(new FingerprintClass(name), print));
  }

  /** Puts the fingerprint into the one object that tells it. */
  private static SqlObject mark(
      ExtensionDeclaration extension, SqlObject object, String fingerprint) {
    boolean tells = extension.fingerprintFunction().filter(object.key().name()::equals).isPresent();
    return tells ? fingerprint(extension, object.key().name(), fingerprint) : object;
  }

  private void resource(String name, String text) {
    Filer filer = compiler.environment().getFiler();
    try (Writer writer =
        new OutputStreamWriter(
            filer.createResource(StandardLocation.CLASS_OUTPUT, "", name).openOutputStream(),
            StandardCharsets.UTF_8)) {
      writer.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void source(FingerprintClass source, String fingerprint) {
    try {
      JavaFileObject file =
          compiler.environment().getFiler().createSourceFile(source.qualifiedName());
      try (Writer writer = file.openWriter()) {
        writer.write(source.print(fingerprint));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
