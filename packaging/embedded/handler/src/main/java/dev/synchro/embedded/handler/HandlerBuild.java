package dev.synchro.embedded.handler;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Builds the handler for a server: one gcc call on the C sources that lie in this jar, and the
 * files of the extension {@code synchro_java} around it.
 *
 * <p>The result is a folder to name in the server's settings:
 *
 * <pre>
 * extension_control_path = 'OUT/share:$system'
 * dynamic_library_path   = 'OUT/lib:$libdir'
 * </pre>
 */
public final class HandlerBuild {
  private static final String[] SOURCES = {
    "error.c", "function.c", "host.c", "spi.c", "text.c", "types.c", "vm.c"
  };
  private static final String HEADER = "synchro_java.h";
  private static final String[] EXTENSION = {"synchro_java.control", "synchro_java--0.3.1.sql"};
  private static final String PACKAGE_FOLDER = "dev/synchro/embedded/handler/";
  private static final long COMPILER_SECONDS = 300;
  private static final int SHOWN_OUTPUT = 2000;

  private HandlerBuild() {}

  /**
   * Compiles the library and lays {@code lib/synchro_java.so}, {@code lib/synchro_java.jar} and
   * {@code share/extension/*} below the folder, replacing older ones.
   *
   * @param serverHeaders folder of PostgreSQL 18's {@code postgres.h}
   * @param moreHeaders folders of what it includes from elsewhere, such as {@code postgres_ext.h}
   * @param javaHome a JDK 17 or newer; its virtual machine becomes the default of {@code
   *     synchro_java.libjvm_location}
   * @return the library
   * @throws IOException when a file or the compiler is missing, or it fails; the message says which
   */
  public static Path build(Path serverHeaders, List<Path> moreHeaders, Path javaHome, Path out)
      throws IOException {
    require(serverHeaders.resolve("postgres.h"), "PostgreSQL 18 server headers are needed");
    require(
        javaHome.resolve("include").resolve("jni.h"),
        "a JDK, not only a run-time environment, is needed");
    Path machine = javaHome.resolve("lib/server/libjvm.so");
    require(machine, "a JDK with the server virtual machine is needed");

    Path libraries = Files.createDirectories(out.resolve("lib"));
    Path extension = Files.createDirectories(out.resolve("share/extension"));
    for (String name : EXTENSION) {
      copyResource("extension/" + name, extension.resolve(name));
    }
    writeJar(libraries.resolve("synchro_java.jar"));
    Path library = libraries.resolve("synchro_java.so");
    Path sources = Files.createTempDirectory(out, "sources");
    try {
      compile(sources, headerFolders(serverHeaders, moreHeaders, javaHome), machine, library);
    } finally {
      deleteTree(sources);
    }
    return library;
  }

  private static List<Path> headerFolders(
      Path serverHeaders, List<Path> moreHeaders, Path javaHome) {
    List<Path> folders = new ArrayList<>();
    folders.add(serverHeaders);
    folders.addAll(moreHeaders);
    folders.add(javaHome.resolve("include"));
    folders.add(javaHome.resolve("include/linux"));
    return folders;
  }

  private static void compile(Path sources, List<Path> headers, Path machine, Path library)
      throws IOException {
    copyResource("c/" + HEADER, sources.resolve(HEADER));
    List<String> command =
        new ArrayList<>(List.of("gcc", "-std=gnu11", "-shared", "-fPIC", "-O2", "-g"));
    // What PostgreSQL itself is compiled with; its code relies on the first two.
    command.addAll(
        List.of(
            "-fno-strict-aliasing",
            "-fwrapv",
            "-fexcess-precision=standard",
            "-fvisibility=hidden"));
    command.addAll(
        List.of(
            "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror=implicit-function-declaration"));
    command.add("-D_GNU_SOURCE");
    command.add("-DSYNCHRO_JAVA_LIBJVM=\"" + machine.toAbsolutePath() + "\"");
    for (Path folder : headers) {
      command.add("-isystem");
      command.add(folder.toAbsolutePath().toString());
    }
    for (String name : SOURCES) {
      copyResource("c/" + name, sources.resolve(name));
      command.add(name);
    }
    Path unfinished = sources.resolve("synchro_java.so");
    command.addAll(List.of("-o", unfinished.toAbsolutePath().toString(), "-ldl", "-lpthread"));
    run(command, sources);
    Files.move(unfinished, library, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void run(List<String> command, Path folder) throws IOException {
    Path output = folder.resolve("output.txt");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      throw new IOException("gcc is needed to build the Java language handler; install it", e);
    }
    int status = await(process);
    String text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
    String shown = text.substring(0, Math.min(text.length(), SHOWN_OUTPUT)).strip();
    if (status != 0) {
      throw new IOException(
          "gcc could not build the Java language handler, status " + status + ": " + shown);
    }
    if (!shown.isEmpty()) {
      throw new IOException("gcc warned while it built the Java language handler: " + shown);
    }
  }

  private static int await(Process process) throws IOException {
    try {
      if (process.waitFor(COMPILER_SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      throw new IOException("gcc did not end within " + COMPILER_SECONDS + " seconds");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while gcc ran", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static void require(Path file, String what) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException(what + "; found no " + file);
    }
  }

  private static void copyResource(String name, Path to) throws IOException {
    try (InputStream in = HandlerBuild.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the handler's jar holds no " + name);
      }
      Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * The classes of this package in a jar of their own, whether they came from a jar or a folder.
   */
  private static void writeJar(Path jar) throws IOException {
    SortedMap<String, byte[]> entries = ownEntries();
    Path unfinished = Files.createTempFile(jar.getParent(), "synchro_java", ".jar");
    try (OutputStream file = Files.newOutputStream(unfinished);
        JarOutputStream out = new JarOutputStream(file)) {
      for (var entry : entries.entrySet()) {
        JarEntry header = new JarEntry(entry.getKey());
        header.setTime(0);
        out.putNextEntry(header);
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
    makeReadable(unfinished);
    Files.move(unfinished, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Temporary files are private; the server runs as another user. */
  private static void makeReadable(Path file) {
    file.toFile().setReadable(true, false);
  }

  private static SortedMap<String, byte[]> ownEntries() throws IOException {
    Path origin = origin();
    return Files.isDirectory(origin) ? entriesOfFolder(origin) : entriesOfJar(origin);
  }

  private static Path origin() throws IOException {
    try {
      return Path.of(
          HandlerBuild.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("could not find the handler's classes", e);
    }
  }

  private static boolean belongs(String name) {
    return (name.startsWith(PACKAGE_FOLDER) && name.endsWith(".class"))
        || name.equals("META-INF/services/java.sql.Driver");
  }

  private static SortedMap<String, byte[]> entriesOfFolder(Path folder) throws IOException {
    SortedMap<String, byte[]> entries = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        if (belongs(name)) {
          entries.put(name, Files.readAllBytes(file));
        }
      }
    }
    return entries;
  }

  private static SortedMap<String, byte[]> entriesOfJar(Path jar) throws IOException {
    SortedMap<String, byte[]> entries = new TreeMap<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
        if (belongs(entry.getName())) {
          try (InputStream in = zip.getInputStream(entry)) {
            entries.put(entry.getName(), in.readAllBytes());
          }
        }
      }
    }
    return entries;
  }

  private static void deleteTree(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }
}
