package dev.synchro.worker.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Images that are not the newest of their rows any more, noted all at once. */
final class SupersededImages {
  private final StoreSession session;
  private final List<Long> images = new ArrayList<>();

  SupersededImages(StoreSession session) {
    this.session = session;
  }

  /** Zero stands for none. */
  void add(long imageId) {
    if (imageId != 0) {
      images.add(imageId);
    }
  }

  void write() throws SQLException {
    if (images.isEmpty()) {
      return;
    }
    images.sort(Long::compare);
    Columns columns = new Columns(session, images.size());
    columns.add("bigint", images::get);
    columns.execute(Statement.SUPERSEDE_IMAGES);
  }
}
