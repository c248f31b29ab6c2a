package dev.synchro.worker.store;

import dev.synchro.worker.fault.FaultPoint;
import dev.synchro.worker.project.RelationPlans;
import java.sql.SQLException;
import java.util.Optional;

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
  private final Optional<EntriesAhead> filedAhead;

  /**
   * How much memory the store may take.
   *
   * @param chunkRows rows held before they are written ahead
   * @param chunkOctets the same in octets
   * @param digestCacheOctets for members of scopes that change often
   */
  public record Limits(int chunkRows, long chunkOctets, long digestCacheOctets) {}

  public ProjectionStore(StoreSession session, long epoch, Limits limits) {
    this(session, new ScopeDirectory(session), Optional.empty(), epoch, limits, Optional.empty());
  }

  /** A store that goes on with the transaction in which the rows of added relations are filed. */
  public static ProjectionStore goingOn(EntriesAhead ahead, long epoch, Limits limits) {
    StoreSession session = ahead.session();
    return new ProjectionStore(
        session, new ScopeDirectory(session), Optional.empty(), epoch, limits, Optional.of(ahead));
  }

  /**
   * A store that only stages rows.
   *
   * @param scopes makes the scopes they name, which nobody else is to wait for
   * @param ahead files those of added relations
   */
  public static ProjectionStore staging(
      StoreSession session, StoreSession scopes, Optional<EntriesAhead> ahead, Limits limits) {
    return new ProjectionStore(
        session, new ScopeDirectory(scopes, true), ahead, 0, limits, Optional.empty());
  }

  private ProjectionStore(
      StoreSession session,
      ScopeDirectory directory,
      Optional<EntriesAhead> ahead,
      long epoch,
      Limits limits,
      Optional<EntriesAhead> filedAhead) {
    this.session = session;
    this.directory = directory;
    this.writer = new ProjectionWriter(session, directory, ahead);
    this.digests = new ScopeDigests(session, directory, limits.digestCacheOctets());
    this.epoch = epoch;
    this.limits = limits;
    this.filedAhead = filedAhead;
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

  /** What has filed the rows of added relations in the open transaction; empty when nothing has. */
  Optional<EntriesAhead> filedAhead() {
    return filedAhead;
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
