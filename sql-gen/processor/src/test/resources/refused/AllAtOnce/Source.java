package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "",
    columns = @Column(name = "id", type = "int"))
@SqlRoutine(
    name = "price",
    comment = "Price",
    returns = "money",
    language = Language.PLPGSQL,
    atomic = "SELECT 1",
    requires = "stock")
final class Source {}
