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
    settings = @Setting(name = "search_path", value = {"pg_catalog", "pg_temp"}))
@SqlSchema(name = "shop", comment = "The shop", usage = {"shop_clerk", "shop_clerk"})
@SqlSchema(name = "shop", comment = "The shop again")
@SettingsProfile(name = "values", settings = @Setting(name = "search_path", value = "shop"))
@SettingsProfile(name = "values", settings = @Setting(name = "DateStyle", value = "ISO"))
@SqlTable(
    name = "item",
    comment = "Items",
    columns = {
      @Column(name = "a", type = "bigint", unique = true),
      @Column(name = "a", type = "bigint")
    },
    checks = {
      @Check(name = "positive", condition = "a > 0"),
      @Check(name = "positive", condition = "a > 1")
    },
    triggers = {
      @SqlTrigger(
          name = "t",
          comment = "First",
          timing = SqlTrigger.Timing.AFTER,
          events = SqlTrigger.Event.INSERT,
          routine = "noted"),
      @SqlTrigger(
          name = "t",
          comment = "Second",
          timing = SqlTrigger.Timing.AFTER,
          events = SqlTrigger.Event.DELETE,
          routine = "noted")
    },
    workerMay = {Privilege.SELECT, Privilege.SELECT})
@SqlType(
    name = "pair",
    comment = "Pairs",
    attributes = {
      @SqlType.Attribute(name = "a", type = "text"),
      @SqlType.Attribute(name = "a", type = "text")
    })
@SqlRoutine(
    name = "noted",
    comment = "Notes a change",
    returns = "trigger",
    language = Language.PLPGSQL,
    body = "BEGIN RETURN NULL; END")
@SqlRoutine(
    name = "price",
    comment = "Price",
    parameters = {
      @Parameter(name = "p_item", type = "text"),
      @Parameter(name = "p_item", type = "bigint")
    },
    returns = "bigint",
    language = Language.SQL,
    expression = "1")
final class Source {}
