package dev.synchro.demo;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;

/**
 * What the demo was asked to do.
 *
 * @param keep leaves server and worker running at the end
 * @param geonames folder of the full GeoNames set; absent for the extract that is shipped
 */
record DemoOptions(boolean keep, Optional<Path> geonames) {

  static final String USAGE = "usage: demo [--keep] [--geonames <folder>]";

  static DemoOptions parse(String... arguments) {
    boolean keep = false;
    Optional<Path> geonames = Optional.empty();
    Iterator<String> words = Arrays.asList(arguments).iterator();
    while (words.hasNext()) {
      String word = words.next();
      if (word.equals("--keep")) {
        keep = true;
      } else if (word.equals("--geonames") && words.hasNext()) {
        geonames = Optional.of(Path.of(words.next()));
      } else {
        throw new DemoRefused(USAGE);
      }
    }
    return new DemoOptions(keep, geonames);
  }
}
