package demo;

import dev.synchro.sqlgen.*;

@ExtensionSql(
    name = "hidden",
    statement = "DO 'BEGIN IF  not EXISTS (SELECT 1) THEN NULL; END IF; END'")
final class Source {}
