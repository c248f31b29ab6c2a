package dev.synchro.embedded.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The superuser's password in the form libpq's tools read, for the owner's eyes only. */
record PassFile(Path path) {

  static PassFile in(Path folder) {
    return new PassFile(folder.resolve("pgpass"));
  }

  void write(ServerAddress address) {
    try {
      if (!Files.exists(path)) {
        Files.createFile(
            path,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
      Files.writeString(
          path,
          String.join(
              ":",
              address.host(),
              String.valueOf(address.port()),
              "*",
              address.superuser(),
              address.password() + "\n"));
    } catch (IOException failed) {
      throw new StackFailure("cannot write " + path, failed);
    }
  }

  ServerAddress address() {
    try {
      String[] parts = Files.readString(path).strip().split(":", 5);
      return new ServerAddress(parts[0], Integer.parseInt(parts[1]), parts[3], parts[4]);
    } catch (IOException failed) {
      throw new StackFailure("cannot read " + path, failed);
    }
  }

  String psqlCommand(String database) {
    ServerAddress address = address();
    return "PGPASSFILE="
        + path
        + " psql -h "
        + address.host()
        + " -p "
        + address.port()
        + " -U "
        + address.superuser()
        + " "
        + database;
  }
}
