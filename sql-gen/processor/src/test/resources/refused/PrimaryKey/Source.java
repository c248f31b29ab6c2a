package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "Items",
    columns = {
      @Column(name = "a", type = "bigint", primaryKey = true),
      @Column(name = "b", type = "bigint", primaryKey = true)
    })
@SqlTable(
    name = "stock",
    comment = "Stocks",
    columns = {
      @Column(name = "a", type = "bigint", primaryKey = true),
      @Column(name = "b", type = "bigint")
    },
    primaryKey = {"a", "b"})
@SqlTable(
    name = "order",
    comment = "Orders",
    columns = @Column(name = "a", type = "bigint", nullable = true, primaryKey = true))
final class Source {}
