package dev.synchro.embedded.stack;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * An extension's files where a server can read them: the jars, and a folder for {@code
 * extension_control_path}. The folder's name follows from the contents, so a running server never
 * sees its jar replaced.
 *
 * @param share the folder that holds {@code extension/}
 * @param jars the jars in class path order
 */
record InstalledProduct(Path share, List<Path> jars) {

  InstalledProduct {
    jars = List.copyOf(jars);
  }

  static InstalledProduct install(ProductFiles files, Cache cache) {
    List<String> identity = new ArrayList<>();
    new TreeMap<>(files.extensionFiles())
        .forEach(
            (name, text) -> {
              identity.add(name);
              identity.add(text);
            });
    files.classPath().forEach(path -> identity.add(Digests.ofContent(path)));
    Path folder =
        cache.entry(
            "product-" + Digests.ofTexts(identity).substring(0, 16), into -> write(files, into));
    List<Path> jars = new ArrayList<>();
    for (int number = 1; number <= files.classPath().size(); number++) {
      jars.add(folder.resolve(jarName(number)));
    }
    return new InstalledProduct(folder.resolve("share"), jars);
  }

  private static String jarName(int number) {
    return "product-" + number + ".jar";
  }

  private static void write(ProductFiles files, Path folder) throws IOException {
    Path extension = Files.createDirectories(folder.resolve("share/extension"));
    for (Map.Entry<String, String> file : files.extensionFiles().entrySet()) {
      Files.writeString(extension.resolve(file.getKey()), file.getValue());
    }
    int number = 1;
    for (Path source : files.classPath()) {
      Path jar = folder.resolve(jarName(number++));
      if (Files.isDirectory(source)) {
        pack(source, jar);
      } else {
        Files.copy(source, jar);
      }
    }
  }

  /** Class archives are made of jars only, so a folder of classes becomes one. */
  private static void pack(Path folder, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (Path path : Folders.regularFiles(folder)) {
        ZipEntry entry = new ZipEntry(folder.relativize(path).toString());
        entry.setLastModifiedTime(FileTime.fromMillis(0));
        zip.putNextEntry(entry);
        Files.copy(path, zip);
        zip.closeEntry();
      }
    }
  }
}
