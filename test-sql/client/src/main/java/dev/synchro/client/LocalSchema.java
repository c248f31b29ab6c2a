package dev.synchro.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Creates the client's records in a new file and recognises them in an old one. */
final class LocalSchema {

  private static final String RESOURCE = "local-schema.sql";

  /** Written into the file's header; zero is a file nobody has written yet. */
  private static final int FORMAT = 1;

  private LocalSchema() {}

  static void prepare(LocalDatabase database) {
    long format = database.count("PRAGMA user_version");
    if (format == 0) {
      database.transaction(DurableStep.DATABASE_PREPARED, () -> create(database));
    } else if (format != FORMAT) {
      throw new LocalDatabaseFailure(
          "the local database must have format " + FORMAT + ", found " + format);
    }
    new ClientStore(database).read();
  }

  private static void create(LocalDatabase database) {
    database.run(script());
    new ClientStore(database).create(Sealing.freshId());
    database.run("PRAGMA user_version = " + FORMAT);
  }

  private static String script() {
    try (InputStream script = LocalSchema.class.getResourceAsStream(RESOURCE)) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
