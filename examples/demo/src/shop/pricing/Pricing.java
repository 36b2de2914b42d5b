package shop.pricing;

import shop.catalog.Product;

/** What a product costs today. */
public interface Pricing {
  /** Discount in percent, 0 to 60. */
  int discountFor(Product product);

  String name();
}
