package shop.checkout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import shop.catalog.Catalog;
import shop.catalog.Product;
import shop.json.Json;
import shop.pricing.Pricing;
import shop.stock.StockLedger;
import shop.web.Query;

/** A cart comes in, a sealed receipt goes out. */
public final class Checkout {
  private final Catalog catalog;
  private final Pricing pricing;
  private final StockLedger stock;

  public Checkout(Catalog catalog, Pricing pricing, StockLedger stock) {
    this.catalog = catalog;
    this.pricing = pricing;
    this.stock = stock;
  }

  public String handle(Query query) {
    if (!(Json.parse(query.body()) instanceof Map<?, ?> order)) return refusal("An order is a JSON object.");
    String fault = OrderCheck.firstFault(order);
    return fault == null ? settle(order) : refusal(fault);
  }

  private String settle(Map<?, ?> order) {
    List<Map<String, Object>> priced = new ArrayList<>();
    long sum = 0;
    for (Object line : (List<?>) order.get("lines")) {
      Product product = catalog.find((String) ((Map<?, ?>) line).get("sku"));
      if (product == null || !stock.take(product.sku())) continue;
      long cents = product.cents() * (100 - pricing.discountFor(product)) / 100;
      priced.add(Map.of("sku", product.sku(), "name", product.name(), "cents", cents));
      sum += cents;
    }
    Map<String, Object> receipt = new LinkedHashMap<>();
    receipt.put("mail", order.get("mail"));
    receipt.put("lines", priced);
    receipt.put("sum", sum);
    receipt.put("seal", Receipt.seal(Json.render(receipt)));
    return Json.render(receipt);
  }

  private static String refusal(String sentence) {
    return Json.render(Map.of("refused", sentence));
  }
}
