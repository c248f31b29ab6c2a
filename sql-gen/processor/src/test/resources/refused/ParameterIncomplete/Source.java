package demo;

import dev.synchro.sqlgen.*;

@SqlRoutine(
    name = "price",
    comment = "Price of an item",
    returns = "bigint",
    language = Language.SQL,
    parameters = {@Parameter(name = "p_item"), @Parameter(type = "text")},
    expression = "1")
final class Source {}
