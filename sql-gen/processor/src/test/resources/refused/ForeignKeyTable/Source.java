package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "Items",
    columns = @Column(name = "id", type = "bigint", primaryKey = true),
    foreignKeys = @ForeignKey(columns = "id", references = "stock"))
final class Source {}

@SqlTable(
    name = "order",
    comment = "Orders",
    columns = @Column(name = "number", type = "bigint"),
    foreignKeys = @ForeignKey(columns = "number", references = "item"))
final class Orders {}
