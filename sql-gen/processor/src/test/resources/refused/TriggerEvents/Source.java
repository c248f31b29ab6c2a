package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "Items",
    columns = @Column(name = "id", type = "bigint", primaryKey = true),
    triggers = {
      @SqlTrigger(
          name = "a",
          comment = "Never fires",
          timing = SqlTrigger.Timing.BEFORE,
          events = {},
          routine = "noted"),
      @SqlTrigger(
          name = "b",
          comment = "Cannot fire",
          timing = SqlTrigger.Timing.BEFORE,
          events = SqlTrigger.Event.TRUNCATE,
          routine = "noted")
    })
final class Source {}

@SqlRoutine(
    name = "noted",
    comment = "Notes a change",
    returns = "trigger",
    language = Language.PLPGSQL,
    body = "BEGIN RETURN NULL; END")
final class Noted {}
