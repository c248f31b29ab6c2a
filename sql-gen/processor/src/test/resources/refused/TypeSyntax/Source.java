package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "Items",
    columns = {
      @Column(name = "a", type = "int"),
      @Column(name = "b", type = "text; DROP TABLE x"),
      @Column(name = "c", type = "My.Type")
    })
final class Source {}
