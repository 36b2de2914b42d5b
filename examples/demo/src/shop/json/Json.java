package shop.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON to maps, lists, strings, doubles and booleans, and back; by recursive descent. */
public final class Json {
  private final String text;
  private int at = 0;

  private Json(String text) {
    this.text = text;
  }

  public static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.readValue();
    json.skipSpace();
    if (json.at < text.length()) throw json.unexpected();
    return value;
  }

  public static String render(Object value) {
    StringBuilder out = new StringBuilder(256);
    writeValue(value, out);
    return out.toString();
  }

  private Object readValue() {
    skipSpace();
    if (at >= text.length()) throw unexpected();
    return switch (text.charAt(at)) {
      case '{' -> readObject();
      case '[' -> readArray();
      case '"' -> readString();
      case 't' -> readWord("true", true);
      case 'f' -> readWord("false", false);
      case 'n' -> readWord("null", null);
      default -> readNumber();
    };
  }

  private Map<String, Object> readObject() {
    Map<String, Object> object = new LinkedHashMap<>();
    at++;
    skipSpace();
    if (take('}')) return object;
    do {
      skipSpace();
      String key = readString();
      skipSpace();
      expect(':');
      object.put(key, readValue());
      skipSpace();
    } while (take(','));
    expect('}');
    return object;
  }

  private List<Object> readArray() {
    List<Object> array = new ArrayList<>();
    at++;
    skipSpace();
    if (take(']')) return array;
    do {
      array.add(readValue());
      skipSpace();
    } while (take(','));
    expect(']');
    return array;
  }

  private String readString() {
    expect('"');
    StringBuilder out = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c != '\\') out.append(c);
      else if (at < text.length()) out.append(unescape(text.charAt(at++)));
    }
    expect('"');
    return out.toString();
  }

  private char unescape(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'u' -> (char) Integer.parseInt(text.substring(at, at += 4), 16);
      default -> c;
    };
  }

  private Object readWord(String word, Object value) {
    if (!text.startsWith(word, at)) throw unexpected();
    at += word.length();
    return value;
  }

  private Double readNumber() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
    if (from == at) throw unexpected();
    return Double.valueOf(text.substring(from, at));
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
  }

  private boolean take(char c) {
    if (at >= text.length() || text.charAt(at) != c) return false;
    at++;
    return true;
  }

  private void expect(char c) {
    if (!take(c)) throw unexpected();
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException("not JSON at character " + at);
  }

  private static void writeValue(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> object) writeObject(object, out);
    else if (value instanceof Iterable<?> array) writeArray(array, out);
    else if (value instanceof CharSequence string) writeString(string, out);
    else out.append(value);
  }

  private static void writeObject(Map<?, ?> object, StringBuilder out) {
    String separator = "{";
    for (Map.Entry<?, ?> entry : object.entrySet()) {
      out.append(separator);
      writeString(String.valueOf(entry.getKey()), out);
      out.append(':');
      writeValue(entry.getValue(), out);
      separator = ",";
    }
    out.append(object.isEmpty() ? "{}" : "}");
  }

  private static void writeArray(Iterable<?> array, StringBuilder out) {
    out.append('[');
    String separator = "";
    for (Object item : array) {
      out.append(separator);
      writeValue(item, out);
      separator = ",";
    }
    out.append(']');
  }

  private static void writeString(CharSequence string, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ') out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    out.append('"');
  }
}
