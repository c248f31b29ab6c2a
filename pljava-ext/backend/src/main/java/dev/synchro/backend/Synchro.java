package dev.synchro.backend;

import dev.synchro.sqlgen.Extension;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Parallel;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.Setting;
import dev.synchro.sqlgen.SettingsProfile;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.SqlSchema;
import dev.synchro.sqlgen.Volatility;

/** The extension: its name, schemas, roles and what holds for all its functions. Contract 4.1. */
@Extension(
    name = "synchro_pg",
    version = Synchro.VERSION,
    comment = "offline-first synchronization inside PostgreSQL",
    schema = "synchro",
    owner = "synchro_owner",
    worker = "synchro_worker",
    roles = {
      "synchro_owner",
      "synchro_adapter",
      "synchro_seed",
      "synchro_monitor",
      "synchro_operator",
      "synchro_worker"
    },
    rolesHint = "Run roles/10-create-group-roles.sql as a superuser first.",
    serverMajor = 18,
    settings =
        @Setting(
            name = "search_path",
            value = {"pg_catalog", "synchro", "pg_temp"}),
    immutabilityTrigger = "refuse_change",
    fingerprintFunction = "installed_build_fingerprint",
    fingerprintClass = "dev.synchro.backend.BuildFingerprint")
@SqlSchema(
    name = "synchro",
    comment = "Offline-first synchronization: functions and stored state",
    usage = {
      "synchro_adapter",
      "synchro_seed",
      "synchro_monitor",
      "synchro_operator",
      "synchro_worker"
    })
@SqlSchema(
    name = "synchro_projection",
    comment = "Views of captured rows for membership functions",
    usage = {"synchro_operator", "synchro_worker"})
@SettingsProfile(
    name = Synchro.APPLICATION_VALUES,
    settings = {
      @Setting(name = "DateStyle", value = "ISO"),
      @Setting(name = "TimeZone", value = "UTC"),
      @Setting(name = "IntervalStyle", value = "iso_8601"),
      @Setting(name = "bytea_output", value = "hex"),
      @Setting(name = "extra_float_digits", value = "1"),
      @Setting(name = "row_security", value = "on"),
      @Setting(name = "synchro.user_id", value = ""),
      @Setting(name = "array_nulls", value = "on"),
      @Setting(name = "standard_conforming_strings", value = "on"),
      @Setting(name = "transform_null_equals", value = "off"),
      @Setting(name = "quote_all_identifiers", value = "off")
    })
@SqlRoutine(
    name = "raise_error",
    comment = "Raises an error with the given SQLSTATE, message, detail and hint",
    parameters = {
      @Parameter(name = "p_state", type = "text"),
      @Parameter(name = "p_message", type = "text"),
      @Parameter(name = "p_detail", type = "text"),
      @Parameter(name = "p_hint", type = "text")
    },
    returns = "void",
    language = Language.PLPGSQL,
    // USING takes no NULL, and an empty detail or hint would still be printed.
    body =
        "BEGIN"
            + " IF p_detail = '' AND p_hint = '' THEN"
            + " RAISE EXCEPTION USING ERRCODE = p_state, MESSAGE = p_message;"
            + " ELSIF p_detail = '' THEN"
            + " RAISE EXCEPTION USING ERRCODE = p_state, MESSAGE = p_message, HINT = p_hint;"
            + " ELSIF p_hint = '' THEN"
            + " RAISE EXCEPTION USING ERRCODE = p_state, MESSAGE = p_message, DETAIL = p_detail;"
            + " ELSE"
            + " RAISE EXCEPTION USING ERRCODE = p_state, MESSAGE = p_message, DETAIL = p_detail,"
            + " HINT = p_hint;"
            + " END IF;"
            + " END")
@SqlRoutine(
    name = "written_json",
    comment = "Takes a text that was written as JSON for what it is, without parsing it",
    parameters = @Parameter(name = "p_text", type = "text"),
    returns = "json",
    language = Language.INTERNAL,
    volatility = Volatility.IMMUTABLE,
    parallel = Parallel.SAFE,
    // Text, XML and JSON have one form in memory, and this function hands on what it is given.
    body = "xmltotext")
@SqlRoutine(
    name = "refuse_change",
    comment = "Refuses to change or remove an immutable record",
    returns = "trigger",
    language = Language.PLPGSQL,
    body =
        "BEGIN"
            + " RAISE EXCEPTION USING ERRCODE = '55000', MESSAGE ="
            + " pg_catalog.format('records of %I.%I are immutable %s', TG_TABLE_SCHEMA,"
            + " TG_TABLE_NAME,"
            + " '{\"error\":{\"code\":\"invalid_state\",\"reason\":\"immutable_record\"}}');"
            + " END")
public final class Synchro {
  /** Version of the extension. */
  public static final String VERSION = "0.3.1";

  /** Version of the SQL contract. */
  public static final int SQL_CONTRACT_VERSION = 1;

  /** Version of the wire protocol. */
  public static final int PROTOCOL_VERSION = 3;

  /** Settings profile of functions that read or write application values. Contract 4.1. */
  public static final String APPLICATION_VALUES = "application_values";

  private Synchro() {}
}
