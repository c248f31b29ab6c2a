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
    serverMajor = 18)
@SqlSchema(name = "shop", comment = "The shop")
@SqlRoutine(
    name = "raise",
    comment = "Raises an error",
    parameters = @Parameter(name = "p_text", type = "text", nullable = true),
    returns = "void",
    language = Language.PLPGSQL,
    body = "BEGIN RAISE '%', '$body$' || p_text; END")
@SqlRoutine(
    name = "raise",
    comment = "Raises an error by number",
    parameters = @Parameter(name = "p_number", type = "bigint"),
    returns = "void",
    language = Language.SQL,
    atomic = "SELECT shop.raise(p_number::text);",
    requires = "shop.raise_helper")
@SqlRoutine(
    name = "raise_helper",
    comment = "Nothing",
    returns = "text",
    setOf = true,
    language = Language.SQL,
    resource = "helper.sql",
    volatility = Volatility.STABLE,
    security = Security.INVOKER,
    parallel = Parallel.SAFE,
    executableBy = "shop_clerk",
    cost = 5,
    rows = 3)
@ExtensionSql(
    name = "first_row",
    statement = "INSERT INTO shop.setting VALUES ('a')",
    requires = "setting",
    requiredBy = "raise_helper")
@SqlTable(
    name = "setting",
    comment = "Settings",
    columns = @Column(name = "name", type = "text", defaultValue = "shop.name_of_default()"),
    requires = "name_of_default")
@SqlRoutine(
    name = "name_of_default",
    comment = "A default",
    returns = "text",
    language = Language.SQL,
    expression = "'x'::text")
final class Source {}
