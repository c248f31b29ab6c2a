package demo;

import dev.synchro.sqlgen.*;

// no @Extension( in this compilation
@SqlTable(
    name = "item",
    comment = "Items",
    columns = @Column(name = "id", type = "bigint", primaryKey = true))
final class Source {}
