package dev.synchro.worker.store;

import dev.synchro.worker.fault.FaultPoint;
import dev.synchro.worker.project.RelationPlans;
import java.sql.SQLException;

/**
 * The projections of one database as one worker sees them. Owns what is remembered between
 * materializations. Belongs to one thread.
 */
public final class ProjectionStore {
  private final StoreSession session;
  private final ScopeDirectory directory;
  private final ProjectionWriter writer;
  private final ScopeDigests digests;
  private final long epoch;
  private final Limits limits;

  /**
   * How much memory the store may take.
   *
   * @param chunkRows rows held before they are written ahead
   * @param chunkOctets the same in octets
   * @param digestCacheOctets for members of scopes that change often
   */
  public record Limits(int chunkRows, long chunkOctets, long digestCacheOctets) {}

  public ProjectionStore(StoreSession session, long epoch, Limits limits) {
    this(session, new ScopeDirectory(session), epoch, limits);
  }

  /**
   * A store that only stages rows.
   *
   * @param scopes makes the scopes they name, which nobody else is to wait for
   */
  public static ProjectionStore staging(StoreSession session, StoreSession scopes, Limits limits) {
    return new ProjectionStore(session, new ScopeDirectory(scopes, true), 0, limits);
  }

  private ProjectionStore(
      StoreSession session, ScopeDirectory directory, long epoch, Limits limits) {
    this.session = session;
    this.directory = directory;
    this.writer = new ProjectionWriter(session, directory);
    this.digests = new ScopeDigests(session, directory, limits.digestCacheOctets());
    this.epoch = epoch;
    this.limits = limits;
  }

  /** Opens a materialization; it must end in a commit or a rollback before the next one. */
  public Materialization open(RelationPlans plans) throws SQLException {
    FaultPoint.BEFORE_WRITE.reached();
    return new Materialization(this, plans, true);
  }

  /** Opens one that a step to another generation ends, which files what depends on other rows. */
  public Materialization openForStep(RelationPlans plans) throws SQLException {
    return new Materialization(this, plans, false);
  }

  StoreSession session() {
    return session;
  }

  ScopeDirectory directory() {
    return directory;
  }

  ProjectionWriter writer() {
    return writer;
  }

  ScopeDigests digests() {
    return digests;
  }

  long epoch() {
    return epoch;
  }

  int chunkRows() {
    return limits.chunkRows();
  }

  long chunkOctets() {
    return limits.chunkOctets();
  }

  void committed() {
    directory.committed();
    digests.committed();
  }

  void rolledBack() {
    directory.rolledBack();
    digests.rolledBack();
    writer.rolledBack();
  }
}
