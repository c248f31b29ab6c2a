package demo;

import dev.synchro.sqlgen.*;

@SqlRoutine(
    name = "price",
    comment = "Price of an item",
    returns = "bigint",
    language = Language.SQL,
    resource = "missing.sql")
final class Source {}
