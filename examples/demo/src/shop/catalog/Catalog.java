package shop.catalog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import shop.json.Json;

/** All products, searched by words; the answers of the last few hundred searches are kept. */
public final class Catalog {
  private static final String[] KINDS = {"lamp", "chair", "table", "shelf", "clock", "mirror", "carpet", "vase"};
  private static final String[] STYLES = {"oak", "steel", "paper", "glass", "linen", "stone", "cork", "brass", "felt"};

  private final Map<String, Product> bySku = new LinkedHashMap<>();
  private final LruCache<String, String> answers = new LruCache<>(400);

  public static Catalog ofSize(int size) {
    Catalog catalog = new Catalog();
    for (int i = 0; i < size; i++) {
      String kind = KINDS[i % KINDS.length];
      String style = STYLES[(i / KINDS.length) % STYLES.length];
      String sku = String.format("%s-%05d", kind.toUpperCase(Locale.ROOT), i);
      catalog.bySku.put(sku, new Product(sku, style + " " + kind + " no. " + i, kind, 500 + (i * 7919L) % 90_000));
    }
    return catalog;
  }

  public List<String> skus() {
    return List.copyOf(bySku.keySet());
  }

  public Product find(String sku) {
    return bySku.get(sku);
  }

  public String search(String words, int limit) {
    return answers.get(words + "\n" + limit, key -> renderMatches(words, limit));
  }

  private String renderMatches(String words, int limit) {
    String[] wanted = words.toLowerCase(Locale.ROOT).split(" +");
    List<Map<String, Object>> found =
        bySku.values().stream()
            .filter(product -> score(product, wanted) > 0)
            .sorted(byScore(wanted).reversed().thenComparing(Product::cents).thenComparing(Product::sku))
            .limit(limit)
            .map(Product::toJson)
            .collect(Collectors.toCollection(ArrayList::new));
    return Json.render(Map.of("words", words, "found", found));
  }

  private static Comparator<Product> byScore(String[] wanted) {
    return Comparator.comparingInt(product -> score(product, wanted));
  }

  private static int score(Product product, String[] wanted) {
    int score = 0;
    for (String word : wanted) {
      if (product.category().equals(word)) score += 3;
      if (product.name().contains(word)) score += 2;
      else if (product.sku().regionMatches(true, 0, word, 0, word.length())) score += 1;
    }
    return score;
  }
}
