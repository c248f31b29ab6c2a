package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "Items",
    columns = @Column(name = "id", type = "bigint", primaryKey = true),
    indexes = {
      @SqlIndex(name = "neither"),
      @SqlIndex(name = "both", columns = "id", expression = "id + 1")
    })
final class Source {}
