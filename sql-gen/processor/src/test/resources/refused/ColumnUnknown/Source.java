package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "Items",
    columns = @Column(name = "id", type = "bigint"),
    indexes = @SqlIndex(name = "item_by_price", columns = "price"),
    unique = @Unique({"id", "name"}),
    primaryKey = {"number"})
final class Source {}
