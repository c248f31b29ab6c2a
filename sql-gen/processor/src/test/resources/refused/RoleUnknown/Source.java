package demo;

import dev.synchro.sqlgen.*;

@SqlRoutine(
    name = "price",
    comment = "Price of an item",
    returns = "bigint",
    language = Language.SQL,
    executableBy = {"shop_clerk", "shop_boss"},
    expression = "1")
final class Source {}

@SqlType(
    name = "pair",
    comment = "Pairs",
    attributes = @SqlType.Attribute(name = "a", type = "text"),
    usage = "PUBLIC")
final class Pair {}
