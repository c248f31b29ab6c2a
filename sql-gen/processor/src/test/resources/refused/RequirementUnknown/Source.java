package demo;

import dev.synchro.sqlgen.*;

@ExtensionSql(
    name = "first_row",
    statement = "INSERT INTO shop.item VALUES (1)",
    requires = "item",
    requiredBy = "stock")
final class Source {}
