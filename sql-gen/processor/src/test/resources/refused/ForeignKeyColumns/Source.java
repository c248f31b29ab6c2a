package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "Items",
    columns = @Column(name = "id", type = "bigint", primaryKey = true),
    foreignKeys =
        @ForeignKey(
            columns = "id",
            references = "item",
            referencedColumns = {"id", "other"}))
final class Source {}
