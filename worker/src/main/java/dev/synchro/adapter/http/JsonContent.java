package dev.synchro.adapter.http;

import java.util.Locale;

/** The one content type of requests and answers. Contract 5.1. */
final class JsonContent {
  static final String TYPE = "application/json";

  private JsonContent() {}

  /** Whether a Content-Type says JSON in UTF-8: no parameter, or the charset alone. */
  static boolean is(String contentType) {
    if (contentType == null) {
      return false;
    }
    String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
    if (!parts[0].strip().equals(TYPE) || parts.length > 2) {
      return false;
    }
    return parts.length == 1 || parts[1].strip().matches("charset=(utf-8|\"utf-8\")");
  }
}
