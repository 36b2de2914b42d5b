package shop;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import shop.catalog.Catalog;
import shop.catalog.CategoryTree;
import shop.checkout.Checkout;
import shop.pricing.PriceIndex;
import shop.pricing.PriceRules;
import shop.pricing.Pricing;
import shop.stock.StockLedger;
import shop.stock.StockReport;
import shop.web.Server;

/**
 * A small shop: a catalogue to search, carts to price and check out, a stock to keep.
 *
 * <p>SHOP_PRICING=index (default) looks price rules up in an index; SHOP_PRICING=scan is the release that was slow.
 * SHOP_PORT is the port. SHOP_SELF_LOAD=n starts n threads inside that shop at it, where there is no one else to.
 */
public final class Shop {
  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(setting("SHOP_PORT", "8080"));
    Catalog catalog = Catalog.ofSize(2_000);
    Pricing pricing = setting("SHOP_PRICING", "index").equals("scan") ? PriceRules.ofSize(1_000) : PriceIndex.ofSize(1_000);
    StockLedger stock = new StockLedger(catalog.skus());
    StockReport report = new StockReport(stock);
    Checkout checkout = new Checkout(catalog, pricing, stock);

    ScheduledExecutorService refresher = Executors.newSingleThreadScheduledExecutor(Threads.named("stock-refresh"));
    refresher.scheduleAtFixedRate(stock::restock, 1, 1, TimeUnit.SECONDS);

    Server server = new Server(port);
    server.route("/search", query -> catalog.search(query.text("q", "lamp"), query.number("limit", 20)));
    server.route("/categories", query -> CategoryTree.ofDepth(query.number("depth", 48)).render());
    server.route("/checkout", checkout::handle);
    server.route("/stock", query -> report.render(query.text("sort", "level")));
    server.route("/health", query -> "{\"status\":\"up\"}");
    server.start();
    System.out.println("shop listens on port " + port + ", prices by " + pricing.name());

    int clients = Integer.parseInt(setting("SHOP_SELF_LOAD", "0"));
    if (clients > 0) shop.load.Load.start("http://127.0.0.1:" + port, clients);
  }

  private static String setting(String name, String otherwise) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? otherwise : value;
  }

  private Shop() {}
}
