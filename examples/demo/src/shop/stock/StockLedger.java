package shop.stock;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** How many of each product are left, under one lock. */
public final class StockLedger {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Integer> levels = new HashMap<>();

  public StockLedger(List<String> skus) {
    for (String sku : skus) levels.put(sku, 1_000);
  }

  /** False when it is sold out. */
  public boolean take(String sku) {
    lock.lock();
    try {
      return levels.computeIfPresent(sku, (key, level) -> Math.max(0, level - 1)) != null;
    } finally {
      lock.unlock();
    }
  }

  public void restock() {
    lock.lock();
    try {
      levels.replaceAll((sku, level) -> Math.min(1_000, level + 25));
    } finally {
      lock.unlock();
    }
  }

  Map<String, Integer> copy() {
    lock.lock();
    try {
      return new HashMap<>(levels);
    } finally {
      lock.unlock();
    }
  }
}
