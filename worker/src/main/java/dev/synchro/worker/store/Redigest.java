package dev.synchro.worker.store;

import dev.synchro.core.error.Malformed;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RelationPlans;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Digests the rows of relations anew under another schema, in one pass over the images in the order
 * they are stored in. A thread of its own digests one batch while the server writes the one before
 * and reads the next; memory is bounded by the octets of a batch.
 */
final class Redigest {
  private static final int FETCH_ROWS = 500;
  private static final int ROWS_AT_ONCE = 10_000;
  private static final long OCTETS_AT_ONCE = 4_000_000;

  private final StoreSession session;
  private final RelationPlans plans;

  /** Images that are digested and written together. */
  private static final class Batch {
    private final List<Image> images = new ArrayList<>();
    private byte[][] digests = {};
    private long octets;

    private void add(Image image) {
      images.add(image);
      octets += image.row.length;
    }

    private boolean isFull() {
      return images.size() >= ROWS_AT_ONCE || octets >= OCTETS_AT_ONCE;
    }
  }

  /** A stored row. */
  private static final class Image {
    private final long imageId;
    private final RelationPlan relation;
    private final byte[] row;
    private final String version;

    private Image(long imageId, RelationPlan relation, byte[] row, String version) {
      this.imageId = imageId;
      this.relation = relation;
      this.row = row;
      this.version = version;
    }
  }

  /**
   * Prepares the pass.
   *
   * @param plans hold the schema to digest under; not used by anybody else meanwhile
   */
  Redigest(StoreSession session, RelationPlans plans) {
    this.session = session;
    this.plans = plans;
  }

  /**
   * Digests the newest image of every row of these relations.
   *
   * @throws Poisoned when a row does not fit the schema
   */
  void images(Collection<Integer> relations) throws SQLException {
    if (relations.isEmpty()) {
      return;
    }
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread digesting = new Thread(work, "digest");
              digesting.setDaemon(true);
              return digesting;
            });
    try (PreparedStatement images = session.openLarge(Statement.READ_IMAGES, FETCH_ROWS)) {
      images.setArray(1, session.array("integer", relations.toArray(Integer[]::new)));
      try (ResultSet rows = images.executeQuery()) {
        run(rows, thread);
      }
    } finally {
      thread.shutdownNow();
    }
  }

  private void run(ResultSet rows, ExecutorService thread) throws SQLException {
    Optional<CompletableFuture<Batch>> under = Optional.empty();
    for (Batch batch = read(rows); !batch.images.isEmpty(); batch = read(rows)) {
      Batch next = batch;
      CompletableFuture<Batch> digested = CompletableFuture.supplyAsync(() -> digest(next), thread);
      if (under.isPresent()) {
        write(await(under.get()));
      }
      under = Optional.of(digested);
    }
    if (under.isPresent()) {
      write(await(under.get()));
    }
  }

  private static Batch await(CompletableFuture<Batch> batch) {
    try {
      return batch.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Poisoned) {
        throw (Poisoned) e.getCause();
      }
      throw e;
    } catch (CancellationException e) {
      throw new IllegalStateException("nobody cancels", e);
    }
  }

  private Batch read(ResultSet rows) throws SQLException {
    Batch batch = new Batch();
    while (!batch.isFull() && rows.next()) {
      RelationPlan relation = plans.byNumber(rows.getInt(2)).orElseThrow();
      batch.add(new Image(rows.getLong(1), relation, rows.getBytes(3), rows.getString(4)));
    }
    return batch;
  }

  private static Batch digest(Batch batch) {
    batch.digests = new byte[batch.images.size()][];
    for (int i = 0; i < batch.digests.length; i++) {
      Image image = batch.images.get(i);
      try {
        batch.digests[i] = image.relation.digest(image.row, image.version);
      } catch (Malformed e) {
        throw image.relation.poisoned(PoisonDetail.VALUE_NOT_PORTABLE);
      }
    }
    return batch;
  }

  private void write(Batch batch) throws SQLException {
    Columns columns = new Columns(session, batch.digests.length);
    columns.add("bigint", i -> batch.images.get(i).imageId);
    columns.addOctets(i -> batch.digests[i]);
    columns.execute(Statement.REDIGEST_IMAGES);
  }

  /** Gives the members of these relations the digests that their images have now. */
  void entries(Collection<Integer> relations) throws SQLException {
    if (relations.isEmpty()) {
      return;
    }
    PreparedStatement statement = session.statement(Statement.REDIGEST_ENTRIES);
    Array numbers = session.array("integer", relations.toArray(Integer[]::new));
    statement.setArray(1, numbers);
    statement.setArray(2, numbers);
    session.joiningFreely(statement::executeUpdate);
  }
}
