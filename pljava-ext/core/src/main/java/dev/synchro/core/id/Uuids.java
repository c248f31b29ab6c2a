package dev.synchro.core.id;

/** The one accepted text of UUIDs: lowercase, hyphenated, 36 characters. Contract 2.8. */
public final class Uuids {
  private static final int LENGTH = 36;
  private static final String NIL = "00000000-0000-0000-0000-000000000000";

  private Uuids() {}

  /** Whether the text is a canonical UUID, the nil one included. */
  public static boolean isCanonical(String text) {
    if (text.length() != LENGTH) {
      return false;
    }
    for (int i = 0; i < LENGTH; i++) {
      char unit = text.charAt(i);
      boolean hyphen = i == 8 || i == 13 || i == 18 || i == 23;
      boolean hex = (unit >= '0' && unit <= '9') || (unit >= 'a' && unit <= 'f');
      if (hyphen ? unit != '-' : !hex) {
        return false;
      }
    }
    return true;
  }

  /** Whether the text is the nil UUID. */
  public static boolean isNil(String text) {
    return NIL.equals(text);
  }
}
