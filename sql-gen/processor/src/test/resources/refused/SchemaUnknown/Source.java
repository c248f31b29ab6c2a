package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    schema = "store",
    name = "item",
    comment = "Items",
    columns = @Column(name = "id", type = "bigint", primaryKey = true))
final class Source {}
