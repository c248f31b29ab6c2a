package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "Items",
    columns = {
      @Column(name = "a", type = "text", identity = Identity.ALWAYS),
      @Column(name = "b", type = "bigint", nullable = true, identity = Identity.ALWAYS),
      @Column(name = "c", type = "bigint", defaultValue = "1", identity = Identity.BY_DEFAULT)
    })
final class Source {}
