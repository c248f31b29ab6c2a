package demo;

import dev.synchro.sqlgen.*;

@SqlRoutine(
    name = "price",
    comment = "Price of an item",
    returns = "bigint",
    language = Language.SQL,
    profile = "values",
    expression = "1")
final class Source {}
