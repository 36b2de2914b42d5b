package shop.catalog;

import java.util.Map;

/** One thing for sale. {@code sku} looks like {@code LAMP-00042}; {@code cents} is its list price. */
public record Product(String sku, String name, String category, long cents) {
  public Map<String, Object> toJson() {
    return Map.of("sku", sku, "name", name, "category", category, "cents", cents);
  }
}
