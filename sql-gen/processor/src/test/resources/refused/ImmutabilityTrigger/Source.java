package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "Items",
    columns = @Column(name = "id", type = "bigint", primaryKey = true),
    immutability = Immutability.FOR_EVER)
final class Source {}
