package demo;

import dev.synchro.sqlgen.*;

@ExtensionSql(name = "a", statement = "")
@ExtensionSql(name = "b", statement = "SELECT 1;")
final class Source {}
