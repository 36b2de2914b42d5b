package shop.catalog;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Keeps what was asked for last; one lock for all, which is enough at a few hundred requests a second. */
final class LruCache<K, V> {
  private final Map<K, V> entries;

  LruCache(int capacity) {
    entries =
        new LinkedHashMap<>(capacity, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > capacity;
          }
        };
  }

  V get(K key, Function<K, V> make) {
    synchronized (entries) {
      V kept = entries.get(key);
      if (kept != null) return kept;
    }
    V made = make.apply(key);
    synchronized (entries) {
      entries.put(key, made);
    }
    return made;
  }
}
