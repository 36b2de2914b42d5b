package shop.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The parameters and the body of one request. */
public final class Query {
  private final Map<String, String> parameters = new HashMap<>();
  private final String body;

  Query(String rawQuery, String body) {
    this.body = body;
    if (rawQuery == null) return;
    for (String pair : rawQuery.split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) parameters.put(pair.substring(0, equals), decode(pair.substring(equals + 1)));
    }
  }

  public String body() {
    return body;
  }

  public String text(String name, String otherwise) {
    return parameters.getOrDefault(name, otherwise);
  }

  /** At most 500, so that nobody asks for the moon. */
  public int number(String name, int otherwise) {
    String value = parameters.getOrDefault(name, "");
    return value.matches("\\d{1,6}") ? Math.min(500, Integer.parseInt(value)) : otherwise;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
