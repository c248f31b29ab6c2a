package demo;

import dev.synchro.sqlgen.*;

@Extension(
    name = "shop",
    version = "1.0.0",
    comment = "A shop",
    schema = "shop",
    owner = "shop_owner",
    worker = "shop_worker",
    roles = {"shop_owner", "shop_clerk", "shop_worker"},
    rolesHint = "Create the roles first.",
    serverMajor = 18,
    fingerprintFunction = "installed",
    fingerprintClass = "demo.Fingerprint")
@SqlSchema(name = "shop", comment = "The shop")
final class Source {
  static final String BUILD = Fingerprint.VALUE;
}
