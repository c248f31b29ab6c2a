package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "Items",
    columns = @Column(name = "id", type = "bigint", primaryKey = true),
    triggers =
        @SqlTrigger(
            name = "t",
            comment = "Does something",
            timing = SqlTrigger.Timing.BEFORE,
            events = SqlTrigger.Event.INSERT,
            routine = "price"))
final class Source {}

@SqlRoutine(
    name = "price",
    comment = "Not a trigger",
    returns = "bigint",
    language = Language.SQL,
    expression = "1")
@SqlRoutine(
    name = "noted",
    comment = "Notes a change",
    parameters = @Parameter(name = "p_what", type = "text"),
    returns = "trigger",
    language = Language.PLPGSQL,
    body = "BEGIN RETURN NULL; END")
final class Other {}
