package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = " ",
    columns = @Column(name = "id", type = "bigint"))
final class Source {}
