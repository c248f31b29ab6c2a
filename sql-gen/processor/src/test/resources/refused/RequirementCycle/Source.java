package demo;

import dev.synchro.sqlgen.*;

@SqlRoutine(
    name = "hen",
    comment = "A hen",
    returns = "bigint",
    language = Language.SQL,
    expression = "shop.egg()",
    requires = "egg")
@SqlRoutine(
    name = "egg",
    comment = "An egg",
    returns = "bigint",
    language = Language.SQL,
    expression = "shop.hen()",
    requires = "hen")
final class Source {}
