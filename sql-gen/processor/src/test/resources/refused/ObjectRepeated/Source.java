package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "Items",
    columns = @Column(name = "id", type = "bigint"))
@SqlTable(
    name = "item",
    comment = "Items again",
    columns = @Column(name = "id", type = "bigint"))
@SqlTable(
    name = "order",
    comment = "Orders",
    columns = @Column(name = "id", type = "bigint"),
    indexes = @SqlIndex(name = "item", columns = "id"))
@SqlRoutine(
    name = "price",
    comment = "Price",
    parameters = @Parameter(name = "p_item", type = "varchar"),
    returns = "bigint",
    language = Language.SQL,
    expression = "1")
@SqlRoutine(
    name = "price",
    comment = "Price",
    parameters = @Parameter(name = "p_other", type = "varchar(10)"),
    returns = "integer",
    language = Language.SQL,
    expression = "1")
final class Source {}
