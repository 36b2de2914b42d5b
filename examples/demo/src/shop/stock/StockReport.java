package shop.stock;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import shop.Threads;
import shop.json.Json;

/** The twenty products to look after, worked out on a small pool of its own. */
public final class StockReport {
  private final StockLedger stock;
  private final ExecutorService workers = Executors.newFixedThreadPool(2, Threads.numbered("report"));

  public StockReport(StockLedger stock) {
    this.stock = stock;
  }

  public String render(String sort) {
    try {
      return workers.submit(() -> Json.render(mostUrgent(sort))).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private Map<String, Integer> mostUrgent(String sort) {
    List<Map.Entry<String, Integer>> sorted = stock.copy().entrySet().stream().sorted(orderOf(sort)).toList();
    return sorted.stream()
        .limit(20)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
  }

  private static Comparator<Map.Entry<String, Integer>> orderOf(String sort) {
    Comparator<Map.Entry<String, Integer>> bySku = Map.Entry.comparingByKey();
    return sort.equals("level") ? Map.Entry.<String, Integer>comparingByValue().thenComparing(bySku) : bySku;
  }
}
