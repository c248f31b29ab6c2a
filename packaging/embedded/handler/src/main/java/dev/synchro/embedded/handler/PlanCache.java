package dev.synchro.embedded.handler;

import java.sql.SQLException;
import java.util.HashMap;

/**
 * Idle plans, the least recently used dropped first. A plan in use is not in here, so dropping one
 * never disturbs a running statement. One thread.
 */
final class PlanCache {
  private final HashMap<String, SqlText> texts = new HashMap<>();
  private Plan oldest;
  private Plan newest;
  private int count;

  SqlText text(String sql) throws SQLException {
    SqlText known = texts.get(sql);
    return known != null ? known : SqlText.of(sql);
  }

  Plan take(SqlText text, int[] types) throws SQLException {
    for (Plan plan = text.idle; plan != null; plan = plan.nextOfText) {
      if (plan.isFor(types)) {
        remove(plan);
        return plan;
      }
    }
    return Plan.prepare(text, types);
  }

  void giveBack(SqlText text, Plan plan) {
    SqlText known = texts.get(text.source);
    if (known == null) {
      known = text;
      texts.put(text.source, text);
    }
    plan.text = known;
    plan.nextOfText = known.idle;
    known.idle = plan;
    plan.newer = null;
    plan.older = newest;
    if (newest != null) {
      newest.newer = plan;
    } else {
      oldest = plan;
    }
    newest = plan;
    count++;
    int limit = Backend.cacheSize();
    while (count > limit) {
      Plan dropped = oldest;
      remove(dropped);
      Backend.free(dropped.handle);
    }
  }

  private void remove(Plan plan) {
    unlinkFromText(plan);
    if (plan.older != null) {
      plan.older.newer = plan.newer;
    } else {
      oldest = plan.newer;
    }
    if (plan.newer != null) {
      plan.newer.older = plan.older;
    } else {
      newest = plan.older;
    }
    plan.older = null;
    plan.newer = null;
    count--;
  }

  private void unlinkFromText(Plan plan) {
    SqlText text = plan.text;
    if (text.idle == plan) {
      text.idle = plan.nextOfText;
    } else {
      Plan before = text.idle;
      while (before.nextOfText != plan) {
        before = before.nextOfText;
      }
      before.nextOfText = plan.nextOfText;
    }
    plan.nextOfText = null;
    plan.text = null;
    if (text.idle == null) {
      texts.remove(text.source, text);
    }
  }
}
