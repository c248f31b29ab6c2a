package demo;

import dev.synchro.sqlgen.*;
import java.util.Iterator;

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
    settings =
        @Setting(
            name = "search_path",
            value = {"pg_catalog", "shop", "pg_temp"}))
@SqlRoutine(
    name = "written_json",
    comment = "Takes a text for JSON",
    parameters = @Parameter(name = "p_text", type = "text"),
    returns = "json",
    language = Language.INTERNAL,
    body = "xmltotext")
@SqlSchema(name = "shop", comment = "The shop")
@SettingsProfile(
    name = "values",
    settings = {
      @Setting(name = "TimeZone", value = "UTC"),
      @Setting(name = "shop.user_id", value = "")
    })
public final class Source {

  /** Names a box. */
  public static final class Inner {

    /**
     * Tells the {@code item}'s price &amp; {@link Source#price tax}. Nothing more.
     *
     * @return the price
     */
    @SqlFunction(
        name = "price",
        volatility = Volatility.STABLE,
        parallel = Parallel.RESTRICTED,
        profile = "values",
        executableBy = {"shop_clerk", "shop_worker"},
        cost = 50)
    public static long price(String itemName, @Parameter(defaultValue = "1") int itemCount) {
      return 1;
    }
  }

  /** Lists names. */
  @SqlFunction(name = "names", returns = "json", rows = 20)
  public static Iterator<String> names(
      @Parameter(name = "p_filter", type = "uuid", nullable = true) String filter, Boolean open) {
    return null;
  }

  /** Does nothing
   * <p>With a paragraph. */
  @SqlFunction(name = "nothing", security = Security.INVOKER)
  public static void nothing() {}

  /** Returns the changes after a cursor. */
  @SqlFunction(
      name = "pull",
      octets = "pull_octets",
      savepoints = true,
      returns = "json",
      castBy = "written_json",
      executableBy = "shop_clerk")
  public static byte[] pull(
      String userId,
      @Parameter(type = "json") byte[] request,
      @Parameter(type = "text", defaultValue = "''") byte[] note) {
    return request;
  }

  /** Measures a request. */
  @SqlFunction(name = "measure", octets = "measure_octets")
  public static long measure(@Parameter(type = "text") byte[] request) {
    return 1;
  }

  /** Searches a request. */
  @SqlFunction(name = "search", octets = "search_octets", returns = "json")
  public static byte[] search(@Parameter(type = "text") byte[] request) {
    return request;
  }

  /** Tries to count. */
  @SqlFunction(name = "attempt", savepoints = true, executableBy = "shop_clerk")
  public static long attempt(String name, @Parameter(defaultValue = "1") int times) {
    return 1;
  }

  /** Tries to do nothing. */
  @SqlFunction(name = "attempt", savepoints = true)
  public static void attempt() {}

  /** Copies octets. */
  @SqlFunction(name = "copy", octets = "")
  public static byte[] copy(byte[] octets, String[] names) {
    return octets;
  }
}
