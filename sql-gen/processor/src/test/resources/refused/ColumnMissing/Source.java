package demo;

import dev.synchro.sqlgen.*;

@SqlTable(name = "item", comment = "Items", columns = {})
@SqlType(name = "pair", comment = "Pairs", attributes = {})
final class Source {}
