package shop.pricing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import shop.catalog.Product;

/** The rules of each category, last one first: the first that applies wins. */
public final class PriceIndex implements Pricing {
  private final Map<String, List<PriceRule>> byCategory = new HashMap<>();

  public static PriceIndex ofSize(int rules) {
    PriceIndex index = new PriceIndex();
    for (PriceRule rule : PriceRule.ofSize(rules)) {
      index.byCategory.computeIfAbsent(rule.category(), category -> new ArrayList<>()).add(rule);
    }
    index.byCategory.values().forEach(Collections::reverse);
    return index;
  }

  @Override
  public int discountFor(Product product) {
    Sale sale = Sale.of(product);
    for (PriceRule rule : byCategory.getOrDefault(product.category(), List.of())) {
      if (rule.appliesTo(sale)) return rule.percent();
    }
    return 0;
  }

  @Override
  public String name() {
    return "index";
  }
}
