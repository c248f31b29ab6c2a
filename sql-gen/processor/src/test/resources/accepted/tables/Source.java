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
    immutabilityTrigger = "refuse_change")
@SqlSchema(name = "shop", comment = "The shop")
@SqlRoutine(
    name = "refuse_change",
    comment = "Refuses a change",
    returns = "trigger",
    language = Language.PLPGSQL,
    body = "BEGIN RAISE EXCEPTION 'immutable'; END")
@SqlTable(
    name = "order",
    comment = "What customers' orders are",
    columns = {
      @Column(name = "number", type = "bigint", identity = Identity.ALWAYS, primaryKey = true),
      @Column(name = "item", type = "integer", comment = "What was ordered"),
      @Column(name = "grösse", type = "numeric(10,2)", nullable = true, check = "grösse > 0"),
      @Column(name = "at", type = "timestamptz", defaultValue = "pg_catalog.now()")
    },
    foreignKeys =
        @ForeignKey(columns = "item", references = "item", referencedColumns = "id", onDelete = OnDelete.CASCADE),
    immutability = Immutability.UNTIL_DELETED,
    workerMay = {Privilege.SELECT, Privilege.INSERT},
    storage = {"fillfactor = 80", "autovacuum_enabled = true"})
@SqlTable(
    name = "item",
    comment = "Items",
    columns = {
      @Column(name = "id", type = "integer", identity = Identity.BY_DEFAULT, primaryKey = true),
      @Column(name = "name", type = "text", collation = "C", unique = true),
      @Column(name = "tags", type = "text[]", uncompressed = true, defaultValue = "'{}'"),
      @Column(name = "box", type = "shop.box", nullable = true)
    },
    unique = @Unique(value = {"name", "tags"}, nullsNotDistinct = true),
    checks = @Check(name = "named", condition = "name <> ''"),
    indexes = {
      @SqlIndex(name = "item_by_tag", expression = "tags", method = "gin"),
      @SqlIndex(
          name = "item_named",
          columns = {"name", "id"},
          include = "tags",
          unique = true,
          where = "name <> ''",
          comment = "Keeps names apart")
    },
    triggers =
        @SqlTrigger(
            name = "watch",
            comment = "Watches names",
            timing = SqlTrigger.Timing.AFTER,
            events = {SqlTrigger.Event.INSERT, SqlTrigger.Event.UPDATE},
            when = "NEW.name <> ''",
            routine = "refuse_change",
            arguments = {"it's", "b"}),
    immutability = Immutability.FOR_EVER,
    workerMay = Privilege.SELECT)
@SqlTable(
    name = "stock",
    comment = "Stocks",
    columns = {
      @Column(name = "item", type = "integer"),
      @Column(name = "shelf", type = "smallint"),
      @Column(name = "count", type = "integer", defaultValue = "0")
    },
    primaryKey = {"shelf", "item"})
@SqlType(
    name = "box",
    comment = "Measures of a box",
    attributes = {
      @SqlType.Attribute(name = "width", type = "integer"),
      @SqlType.Attribute(name = "label", type = "text", collation = "C")
    },
    usage = "shop_clerk")
final class Source {}
