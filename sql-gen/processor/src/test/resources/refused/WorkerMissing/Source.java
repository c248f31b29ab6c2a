package demo;

import dev.synchro.sqlgen.*;

@Extension(
    name = "shop",
    version = "1.0.0",
    comment = "A shop",
    schema = "shop",
    owner = "shop_owner",
    roles = {"shop_owner", "shop_clerk", "shop_worker"},
    rolesHint = "Create the roles first.",
    serverMajor = 18)
@SqlSchema(name = "shop", comment = "The shop")
@SqlTable(
    name = "item",
    comment = "Items",
    columns = @Column(name = "id", type = "bigint"),
    workerMay = Privilege.SELECT)
final class Source {}
