package demo;

import dev.synchro.sqlgen.*;

@ExtensionSql(name = "a", statement = " create table shop.item ()")
final class Source {}
