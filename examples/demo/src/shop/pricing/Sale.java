package shop.pricing;

import shop.catalog.Product;

/** What is sold to whom, as the rules see it. {@code channel} and {@code weekday} are one bit each. */
record Sale(String category, String country, int channel, int weekday, int hour, long cents) {
  static Sale of(Product product) {
    return new Sale(product.category(), "DE", 0b010, 0b0000100, 15, product.cents());
  }
}
