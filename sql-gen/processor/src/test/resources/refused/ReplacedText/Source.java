package demo;

import dev.synchro.sqlgen.*;

@ExtensionSql(name = "a", statement = "SELECT '@extschema@'")
@ExtensionSql(name = "b", statement = "SELECT '@extowner@'")
@ExtensionSql(name = "c", statement = "SELECT '\0'")
final class Source {}
