package dev.synchro.adapter.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/** How a body we take can be coded. */
enum BodyCoding {
  PLAIN,
  GZIP;

  /** The coding of a request's body; nothing when it is not JSON in one of these. */
  static Optional<BodyCoding> of(Request request) {
    if (!JsonContent.is(request.getHeaders().get(HttpHeader.CONTENT_TYPE))) {
      return Optional.empty();
    }
    List<String> codings = request.getHeaders().getValuesList(HttpHeader.CONTENT_ENCODING);
    return codings.isEmpty()
        ? Optional.of(PLAIN)
        : Optional.of(codings).filter(list -> list.size() == 1).flatMap(list -> of(list.get(0)));
  }

  private static Optional<BodyCoding> of(String coding) {
    return switch (coding.toLowerCase(Locale.ROOT)) {
      case "identity" -> Optional.of(PLAIN);
      case "gzip", "x-gzip" -> Optional.of(GZIP);
      default -> Optional.empty();
    };
  }
}
